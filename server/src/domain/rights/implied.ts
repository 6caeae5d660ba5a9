import type { Condition } from '@gensvar/contract/conditions'

/**
 * Whether every row that matches all `conditions` also matches `wanted`. When in doubt, false: it knows a condition that
 * is one of them, and answers of which one of them allows only some.
 */
export function isImplied(wanted: Condition, conditions: readonly Condition[]): boolean {
  const text = JSON.stringify(wanted)
  if (conditions.some((condition) => JSON.stringify(condition) === text)) return true
  const allowed = answersOf(wanted)
  return allowed !== null && conditions.some((condition) => answersOf(condition)?.every((one) => allowed.includes(one)))
}

/** The answers that a row must have one of, each with its variable; null where a condition is not that alone. */
function answersOf(condition: Condition): string[] | null {
  if (condition.kind !== 'choice') return null
  const { variable, include, exclude, contains, excludeContains } = condition
  if (include.length === 0 || [...exclude, ...contains, ...excludeContains].length > 0) return null
  return include.map((answer) => JSON.stringify([variable, answer]))
}
