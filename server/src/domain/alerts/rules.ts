import { ExpressionError } from '@gensvar/contract/expression-tokens'
import { addToDate } from '@gensvar/contract/dates'
import { parseRule } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { applyRule } from '#server/domain/conditions/apply-rule.ts'
import type { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { and, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { AlertRule } from './alert-rule.ts'
import type { AlertSource } from './alert-source.ts'
import { askedCalendar } from './asked-calendar.ts'
import { readMatches } from './raise-store.ts'
import { addWorkingTime } from './working-time.ts'

/** A rule with what is true of the responses (`response` as `r`) that raise its alert. */
export interface CompiledRule {
  rule: AlertRule
  met: Fragment
}

/** The rules of the configuration: each raises its alert for the responses that meet it. */
export const configuredRules: AlertSource = {
  isUsedBy: ({ config }) => config.alerts.length > 0,
  async *find(tx, { model, source }, responses) {
    const rules = compileRules(tx, model, source)
    if (rules.length === 0) return
    const now = tx.clock.now()
    const isTimed = rules.some(({ rule }) => rule.due !== undefined)
    const calendar = isTimed ? await askedCalendar(tx, model) : model.config.calendar
    const dues = rules.map(({ rule }) =>
      rule.due === undefined ? null : addWorkingTime(now, rule.due, calendar, model.timeZone),
    )
    for await (const matches of readMatches(tx, { responses, rules: rules.map(({ met }) => met) }))
      yield matches.flatMap((match) => {
        const rule = rules[match.rule]?.rule
        return rule ? [{ response: match, rule: rule.extname, due: dues[match.rule] ?? null, search: rule }] : []
      })
  },
}

/**
 * The rules of a survey that raise alerts, compiled. An anonymous survey has none, because nobody may open its single
 * cases. A rule with a variable that the survey no longer has is left out and logged: the configuration check names it.
 */
export function compileRules(
  { log, clock }: { log: Logger; clock: Clock },
  model: SurveyModel,
  source: JsonSource,
): CompiledRule[] {
  if (model.anonymity !== null) return []
  return model.config.alerts.flatMap((rule) => {
    try {
      return [{ rule, met: and([applyRule(parseRule(rule.when), source), ...isYoung(rule, model, clock)]) }]
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ survey: model.extName, rule: rule.extname, reason: String(reason) }, 'an alert rule was skipped')
      return []
    }
  })
}

/** Why a rule cannot be used, in words. Any other error is thrown again. */
export function reasonOf(error: unknown): Words {
  if (error instanceof ExpressionError) return say`${error.words} (at character ${error.position + 1})`
  if (error instanceof AppError) return error.words
  throw error
}

function isYoung(rule: AlertRule, model: SurveyModel, clock: Clock): Fragment[] {
  const oldest = oldestEvent(rule, todayIn(clock, model.timeZone))
  return oldest === null ? [] : [portableSql`r.event_date >= ${oldest}::date`]
}

/**
 * The first day whose events still raise alerts of a rule, ISO; null where all do. An event has a date without a time, so
 * hours count as whole days, begun ones included.
 */
export function oldestEvent({ maxAge }: Pick<AlertRule, 'maxAge'>, today: string): string | null {
  if (maxAge === undefined) return null
  const amount = Number(maxAge.slice(0, -1))
  const days = { h: Math.ceil(amount / 24), d: amount, w: amount * 7 }[maxAge.slice(-1)] ?? amount
  return addToDate(today, -days, 'd')
}
