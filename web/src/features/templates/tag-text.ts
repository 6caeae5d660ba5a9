/** How a condition compares; `is` asks whether there is a value. */
export const comparisons = ['is', '=', '!=', '<', '<=', '>', '>='] as const

/** How a condition compares. */
export type Comparison = (typeof comparisons)[number]

/** A value with what stands in its place for recipients without one. */
export function valueTag(name: string, fallback: string): string {
  return `{{${name}|${plain(fallback)}}}`
}

/** A text that depends on a value. */
export function conditionTag({
  name,
  comparison,
  value,
  text,
  otherwise,
}: {
  name: string
  comparison: Comparison
  value: string
  text: string
  otherwise: string
}): string {
  const asked = comparison === 'is' ? name : `${name} ${comparison} ${plain(value)}`
  const other = otherwise === '' ? '' : `{{else}}${otherwise}`
  return `{{#if ${asked}}}${text}${other}{{/if}}`
}

/** A text without the signs that end a tag. */
function plain(text: string): string {
  return text.replaceAll(/[{}]/g, '').trim()
}
