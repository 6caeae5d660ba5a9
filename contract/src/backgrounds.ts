import type { Rule } from './row-rule.ts'

/** A condition on the answer to one background question: it is one of these choices, given by their extNames. */
export interface BackgroundDemand {
  variable: string
  values: readonly string[]
}

/**
 * Reads a rule as conditions on background questions that must all be met. Null for any other rule, such as one that
 * compares numbers or contains `or` or `not`.
 */
export function backgroundsOfRule(rule: Rule): BackgroundDemand[] | null {
  switch (rule.kind) {
    case 'compare':
      return rule.operator === '=' ? [{ variable: rule.variable.name, values: [rule.value.text] }] : null
    case 'in':
      return [{ variable: rule.variable.name, values: rule.values.map((value) => value.text) }]
    case 'and': {
      const parts = rule.of.map(backgroundsOfRule)
      return parts.includes(null) ? null : parts.flatMap((part) => part ?? [])
    }
    default:
      return null
  }
}

/** Whether the closed vocabulary allows these values: one choice, or exactly the choices of a declared band. */
export function isOneOrBand(values: readonly string[], bands: readonly (readonly string[])[] | undefined): boolean {
  if (values.length === 1) return true
  const wanted = new Set(values)
  return (bands ?? []).some((band) => band.length === wanted.size && band.every((value) => wanted.has(value)))
}
