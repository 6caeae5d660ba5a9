import type { Rule } from './row-rule.ts'

/** A demand on the answer to one background question: one of these choices, by ext name. */
export interface BackgroundDemand {
  variable: string
  values: readonly string[]
}

/**
 * A rule as demands on background questions that hold together; null for a rule that says anything else, such as a
 * comparison of numbers, an alternative or a negation.
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

/** Whether values are asked for as a vocabulary allows it: one choice, or exactly a declared band of choices. */
export function isOneOrBand(values: readonly string[], bands: readonly (readonly string[])[] | undefined): boolean {
  if (values.length === 1) return true
  const wanted = new Set(values)
  return (bands ?? []).some((band) => band.length === wanted.size && band.every((value) => wanted.has(value)))
}
