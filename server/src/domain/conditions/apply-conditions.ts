import type { Condition, ConditionKind, ConditionOf } from '@gensvar/contract/conditions'
import type { AnswerSource } from './answer-source.ts'
import { conditionKinds } from './condition-kinds.ts'

/**
 * Compiles conditions, which must all match, for any engine. Values that name no choice or unit match nothing. Throws
 * `validation` for an unknown variable: leaving the condition out would show too many rows.
 */
export function applyConditions<Demand>(conditions: readonly Condition[], source: AnswerSource<Demand>): Demand {
  return source.logic.all(conditions.map((condition) => demandOf(condition, source)))
}

function demandOf<Demand, K extends ConditionKind>(condition: ConditionOf<K>, source: AnswerSource<Demand>): Demand {
  return conditionKinds[condition.kind].demand(condition, source, demandOf)
}
