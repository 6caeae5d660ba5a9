import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import { RaisedNotices } from '#server/domain/notices/alert-notices.ts'
import { shownScopes } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { and, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { AlertOwners } from './owner.ts'
import { insertAlertRows, readMatches } from './raise-store.ts'
import { compileRules } from './rules.ts'
import { addWorkingTime } from './working-time.ts'

/** What raising alerts needs of a context. */
export interface RaiseContext extends WriteContext {
  clock: Clock
  log: Logger
}

/**
 * Raises the alerts of responses: those that are completed and meet a rule get its alert, once per response and rule,
 * with owner and due time; owners are told. Whoever writes answers or states of responses calls this in the same write, or
 * `raiseAlertsOf` for many. Returns how many were raised.
 */
export async function raiseAlerts(
  tx: WriteTx<RaiseContext>,
  model: SurveyModel,
  responseIds: readonly number[],
): Promise<number> {
  if (responseIds.length === 0) return 0
  const ofRule = new Map<string, number>()
  const raisedFor: number[] = []
  await raise(tx, model, { which: portableSql`r.id = any(${responseIds}::bigint[])` }, ({ rule, responseId }) => {
    ofRule.set(rule, (ofRule.get(rule) ?? 0) + 1)
    raisedFor.push(responseId)
  })
  if (raisedFor.length === 0) return 0
  await tx.audit({
    action: 'alert.raise',
    surveyId: model.id,
    universeId: model.universeId,
    details: { rules: Object.fromEntries(ofRule), responses: [...new Set(raisedFor)] },
  })
  await tx.changed(model.id, [...new Set(raisedFor)])
  return raisedFor.length
}

/**
 * As `raiseAlerts`, for any number of responses (`response` as `r`) of a survey whose metadata the write may have changed.
 * The caller notes in the audit log how many were raised, and that the survey changed. `importSetId` is the import they
 * are raised by; with `isQuiet` their owners are not told.
 */
export async function raiseAlertsOf(
  tx: WriteTx<RaiseContext>,
  surveyId: number,
  which: { which: Fragment; importSetId?: number; isQuiet?: boolean },
): Promise<number> {
  const model = await readableModel(tx, surveyId)
  let raised = 0
  if (model) await raise(tx, model, which, () => raised++)
  return raised
}

/** The survey as it is now; null where its configuration cannot be read, which must not keep answers from being stored. */
async function readableModel(tx: WriteTx<RaiseContext>, surveyId: number): Promise<SurveyModel | null> {
  try {
    return await loadSurveyModelById(tx, surveyId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tx.log.warn({ surveyId, reason: error.message }, 'no alerts were raised: the survey cannot be read')
    return null
  }
}

/** The responses of a survey that the current transaction has written, for `raiseAlertsOf`. */
export const writtenNow = portableSql`r.updated_at = now()`

/** The responses that an import added or changed, for `raiseAlertsOf`, once the import has noted them. */
export function ofImport(importSetId: number): Fragment {
  return portableSql`r.id in (
    select id from response where import_set_id = ${importSetId}
    union all
    select response_id from import_image where import_set_id = ${importSetId} and version_after <> version)`
}

async function raise(
  tx: WriteTx<RaiseContext>,
  model: SurveyModel,
  { which, importSetId = null, isQuiet = false }: { which: Fragment; importSetId?: number | null; isQuiet?: boolean },
  onRaised: (alert: { rule: string; responseId: number }) => void,
): Promise<void> {
  if (model.config.alerts.length === 0) return
  const tree = await loadUnitTree(tx, model)
  const source = new JsonSource(model, tree)
  const rules = compileRules(tx, model, source)
  if (rules.length === 0) return
  const now = tx.clock.now()
  const dues = rules.map(({ rule }) =>
    rule.due === undefined ? null : addWorkingTime(now, rule.due, model.config.calendar, model.timeZone),
  )
  const owners = new AlertOwners(tx, model, tree)
  const shown = applyConditions(shownScopes(model, tx).caseScope.conditions, source)
  const notices = new RaisedNotices()
  const wanted = { which: and([which, shown]), rules: rules.map(({ met }) => met) }
  for await (const matches of readMatches(tx, model.id, wanted)) {
    const known = matches.flatMap((match) => {
      const compiled = rules[match.rule]
      return compiled ? [{ response: match, search: compiled.rule, due: dues[match.rule] ?? null }] : []
    })
    const found = await owners.find(known)
    const alerts = known.map(({ response, search, due }, index) => ({
      responseId: response.id,
      rule: search.extname,
      ownerId: found[index] ?? null,
      due,
    }))
    const raised = await insertAlertRows(tx, { surveyId: model.id, importSetId, now }, alerts)
    for (const alert of raised) {
      onRaised(alert)
      notices.add(alert)
    }
  }
  if (!isQuiet) await notices.tell(tx, model, now)
}
