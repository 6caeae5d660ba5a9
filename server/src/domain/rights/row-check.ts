import type { Condition } from '@gensvar/contract/conditions'
import type { CheckedRow } from '#server/domain/conditions/condition-kind.ts'
import { isMetBy } from '#server/domain/conditions/condition-kinds.ts'
import type { SurveyShape } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'

/**
 * Whether a row matches a scope's condition. A condition that needs more than the row (campaigns, parts of texts)
 * matches no row, and neither does its negation, so that a mistake hides rows instead of showing them.
 */
export function rowMeets(row: CheckedRow, condition: Condition, model: SurveyShape, tree: UnitTree): boolean {
  return isMetBy(condition, row, { model, tree }) === true
}
