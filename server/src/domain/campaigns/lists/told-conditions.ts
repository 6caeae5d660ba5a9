import type { Condition } from '@gensvar/contract/conditions'
import { parsePath } from '@gensvar/contract/drill-path'
import { resolveConditions } from '@gensvar/contract/resolve-conditions'
import { say } from '@gensvar/contract/say'
import { filterFieldsOf } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'

/** States of responses that have not answered. */
const samples = [1, 2, 3, 4]

/**
 * The conditions that people of a campaign are chosen by. In an anonymous survey only people who have not answered are among
 * them, so that no list of people tells what somebody answered.
 */
export function toldConditions(
  { anonymity }: Pick<SurveyModel, 'anonymity'>,
  conditions: readonly Condition[],
): Condition[] {
  return anonymity === null ? [...conditions] : [...conditions, { kind: 'sampleState', states: samples }]
}

/**
 * Throws `validation` at a field where people would be chosen by what they did with a message in an anonymous survey: the
 * list of them would tell who that was.
 */
export function demandTold(
  { anonymity }: Pick<SurveyModel, 'anonymity'>,
  conditions: readonly Condition[],
  field: string,
): void {
  if (anonymity === null || !conditions.some(tellsDeeds)) return
  const words = say`In an anonymous survey nobody is chosen by whether they opened, clicked or answered.`
  throw new AppError('validation', words, { [field]: words })
}

/** Whether a mail filter of an anonymous survey chooses people by what they did with a message. */
export function isUntoldFilter(model: SurveyModel, filter: string, today: string): boolean {
  if (model.anonymity === null) return false
  return resolveConditions(parsePath(filter), filterFieldsOf(model), today).conditions.some(tellsDeeds)
}

function tellsDeeds(condition: Condition): boolean {
  if (condition.kind === 'any') return condition.of.some(tellsDeeds)
  if (condition.kind === 'not') return tellsDeeds(condition.of)
  return condition.kind === 'campaign' && (condition.opened !== 'any' || condition.clicked !== 'any')
}
