const separators = [';', '|', '\n', ','] as const

/** What separates the answers of a cell that holds several. */
export type Separator = (typeof separators)[number]

/** The separator of a column whose cells hold several answers (`a;b`), or null. The parts must repeat often. */
export function findSeparator(values: ReadonlyMap<string, { count: number }>): Separator | null {
  return separators.find((separator) => isMultiple(values, separator)) ?? null
}

/** The answers in a cell, trimmed, without blanks and repetitions. */
export function splitAnswers(text: string, separator: Separator): string[] {
  return [...new Set(text.split(separator).map((part) => part.trim()))].filter((part) => part !== '')
}

function isMultiple(values: ReadonlyMap<string, { count: number }>, separator: Separator): boolean {
  let cells = 0
  let several = 0
  let parts = 0
  let longest = 0
  const seen = new Map<string, number>()
  for (const [text, { count }] of values) {
    // Of longer texts only the beginning is stored.
    if (text.length > 120) continue
    const answers = splitAnswers(text, separator)
    cells += count
    parts += answers.length * count
    if (answers.length > 1) several += count
    for (const answer of answers) {
      seen.set(answer, (seen.get(answer) ?? 0) + count)
      longest = Math.max(longest, answer.length)
    }
  }
  const single = cells - several
  const again = [...seen.values()].filter((count) => count > 1).length
  if (several < 2 || seen.size < 2 || seen.size > 200 || longest > 80) return false
  if (again < seen.size * 0.6 || parts < seen.size * 2.5) return false
  // A comma also occurs inside single answers ("Stockholm, Sweden"), so it needs more evidence.
  if (separator === ',') return several > cells * 0.2 && single > cells * 0.05 && seen.size <= 30 && again === seen.size
  return several > cells * 0.03
}
