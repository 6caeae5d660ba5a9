import type { Condition } from '@gensvar/contract/conditions'
import type { CheckedRow } from '#server/domain/conditions/condition-kind.ts'
import { isMetBy } from '#server/domain/conditions/condition-kinds.ts'
import type { SurveyShape } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'

/**
 * Whether a row meets a scope's condition. One that the row alone does not decide (campaigns, parts of texts) is met by
 * no row, and neither is its opposite, so that a mistake closes instead of opening.
 */
export function rowMeets(row: CheckedRow, condition: Condition, model: SurveyShape, tree: UnitTree): boolean {
  return isMetBy(condition, row, { model, tree }) === true
}
