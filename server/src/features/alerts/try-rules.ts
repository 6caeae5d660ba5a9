import type { tryAlertRules as tryAlertRulesRoute } from '@gensvar/contract/alerts'
import { addToDate } from '@gensvar/contract/dates'
import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import { ExpressionError } from '@gensvar/contract/expression-tokens'
import type { LocalText } from '@gensvar/contract/local-text'
import { parseRule } from '@gensvar/contract/row-rule'
import type { Rule } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import { findRuleProblem } from '#server/domain/alerts/rule-problem.ts'
import type { Ctx } from '#server/domain/context.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { countMatches } from './try-rules-store.ts'

type Tried = z.input<typeof tryAlertRulesRoute.response>
type Place = Tried['rules'][number]['places'][number]

/** Most places that are told for a rule. */
const mostPlaces = 100

interface TriedRule {
  extname: string
  title: LocalText
  rule: Rule
}

/**
 * How many alerts rules would have raised for the interviews of the last days that the caller may see, in all and by the
 * places right below what they may open. Nothing is written. Throws `validation` at `rules.N.when` with the position for a
 * rule that does not fit the survey, `forbidden` for an anonymous one.
 */
export async function tryAlertRules(
  ctx: Ctx,
  survey: string,
  { days, rules: given }: z.output<typeof tryAlertRulesRoute.body>,
): Promise<Tried> {
  const access = await surveyAccess(ctx, survey)
  const { model, caseScope } = access
  if (model.anonymity !== null)
    throw new AppError('forbidden', say`This survey is anonymous, so its interviews raise no alerts.`)
  const rules = given.length > 0 ? givenRules(model, given) : configuredRules(model)
  const from = addToDate(todayIn(ctx.clock, model.timeZone), 1 - days, 'd')
  const tree = await loadUnitTree(ctx, model)
  const at = model.views.findIndex(({ id }) => id === access.views[0]?.id)
  const asked = { from, rules: rules.map(({ rule }) => rule), view: Math.max(0, at) }
  const { interviews, matches } = await countMatches(ctx, { model, caseScope, tree }, asked)
  return {
    interviews,
    rules: rules.map(({ extname, title }, index) => {
      const own = matches.filter((match) => match.rule === index)
      return {
        extname,
        title,
        alerts: own.reduce((sum, { alerts }) => sum + alerts, 0),
        places: placesOf(ctx, access, tree, own),
      }
    }),
  }
}

function givenRules(model: SurveyModel, given: readonly { extname: string; when: string }[]): TriedRule[] {
  const read = given.map(({ extname, when }) => ({ extname, title: extname, ...readRule(model, when) }))
  const wrong = read.flatMap(({ problem }, index) => (problem ? [[`rules.${index}.when`, problem] as const] : []))
  const [first] = wrong
  if (first) throw new AppError('validation', first[1], Object.fromEntries(wrong))
  return read.flatMap(({ rule, ...rest }) => (rule ? [{ ...rest, rule }] : []))
}

function configuredRules(model: SurveyModel): TriedRule[] {
  return model.config.alerts.map(({ extname, title = extname, when }) => {
    const { rule, problem } = readRule(model, when)
    if (!rule) throw new AppError('validation', say`${extname}: ${problem ?? ''}`)
    return { extname, title, rule }
  })
}

/** A rule, or what is wrong with it and where. */
function readRule({ questions }: SurveyModel, text: string): { rule: Rule | null; problem: Words | null } {
  try {
    const rule = parseRule(text)
    const problem = findRuleProblem(rule, (variable) => {
      const question = questions.get(variable)
      return question && { type: question.type, choices: question.choices.map(({ extName }) => extName) }
    })
    if (!problem) return { rule, problem: null }
    return { rule: null, problem: located(problem.words, problem.position, text) }
  } catch (error) {
    if (error instanceof ExpressionError) return { rule: null, problem: located(error.words, error.position, text) }
    throw error
  }
}

function located(words: Words, position: number, text: string): Words {
  return say`${words} (at character ${position + 1} of "${text}")`
}

function placesOf(
  { locale }: Ctx,
  access: SurveyAccess,
  tree: UnitTree,
  matches: readonly { unitId: number | null; alerts: number }[],
): Place[] {
  const [view] = access.views
  if (!view) return []
  const depth = access.places.startOf(view.extName).length
  const sums = new Map<number, number>()
  for (const { unitId, alerts } of matches) {
    const lineage = tree.lineage(unitId ?? undefined)
    const place = lineage[depth] ?? lineage.at(-1)
    if (place !== undefined) sums.set(place, (sums.get(place) ?? 0) + alerts)
  }
  return [...sums]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one - other)
    .slice(0, mostPlaces)
    .flatMap(([id, alerts]) => {
      const unit = tree.unit(id)
      if (!unit) return []
      const place = tree.pathOf(unit).map((one, index) => plainToken(view.levels[index] ?? '', one.extName))
      const drillPath = printDrillPath({ view: view.extName, place, filters: [] }, pathViews(access))
      return [{ drillPath, title: unitText(unit, locale), alerts }]
    })
}
