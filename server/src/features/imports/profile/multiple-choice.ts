const separators = [';', '|', '\n', ','] as const

/** What separates the answers of a cell that holds several. */
export type Separator = (typeof separators)[number]

/** How the answers of a cell are told apart. `whole` holds answers that contain the separator themselves. */
export interface Joining {
  separator: Separator
  whole: readonly string[]
}

/**
 * How a column holds several answers in a cell (`a;b`), or null if it does not. The parts must repeat often; less so if
 * the program that wrote the file is known to join answers by `expected`.
 */
export function findJoining(
  values: ReadonlyMap<string, { count: number }>,
  expected: Separator | null = null,
): Joining | null {
  const isNumbers = [...values.keys()].some((text) => inNumber.test(text))
  for (const separator of separators) {
    if (separator === ',' && isNumbers) continue
    const joining = { separator, whole: separator === ',' ? answersWithCommas(values) : [] }
    if (isMultiple(values, joining, separator === expected)) return joining
  }
  return null
}

/** A comma between digits belongs to a number: `50,000 - 100,000`. */
const inNumber = /\d,\d{3}(?!\d)/

/** The answers in a cell, trimmed, without blanks and repetitions. */
export function splitAnswers(text: string, { separator, whole }: Joining): string[] {
  const parts = text.split(separator)
  const answers = whole.length === 0 ? parts : joinedAgain(parts, separator, whole)
  return [...new Set(answers.map((part) => part.trim()))].filter((part) => part !== '')
}

/** Puts together parts that are one answer: the longest one that is known. */
function joinedAgain(parts: readonly string[], separator: Separator, whole: readonly string[]): string[] {
  const answers: string[] = []
  for (let start = 0; start < parts.length;) {
    let end = parts.length
    while (end > start + 1 && !whole.includes(parts.slice(start, end).join(separator).trim())) end--
    answers.push(parts.slice(start, end).join(separator))
    start = end
  }
  return answers
}

/** Longer texts are remembered by their beginning only. */
const longestKept = 120
/** How often two parts must meet to be one answer, if nothing else tells. */
const oftenTogether = 3

/**
 * Answers that contain commas: parts of which the second never comes without the first. It begins with a small letter
 * where others begin with a capital (`Service, incl. staff`), or the first never comes without it either.
 */
function answersWithCommas(values: ReadonlyMap<string, { count: number }>): string[] {
  const cells = [...values]
    .filter(([text]) => text.length <= longestKept)
    .map(([text, { count }]) => ({ parts: text.split(','), count }))
  const before = new Map<string, Set<string>>()
  const after = new Map<string, Set<string>>()
  const times = new Map<string, number>()
  let capitals = 0
  let small = 0
  for (const { parts, count } of cells) {
    parts.forEach((part, at) => {
      const own = part.trim()
      const [left, right] = [at === 0 ? '' : (parts[at - 1] ?? '').trim(), (parts[at + 1] ?? '').trim()]
      before.set(own, (before.get(own) ?? new Set<string>()).add(left))
      after.set(own, (after.get(own) ?? new Set<string>()).add(right))
      times.set(own, (times.get(own) ?? 0) + count)
      if (/^\p{Lu}/u.test(own)) capitals += count
      else if (/^\p{Ll}/u.test(own)) small += count
    })
  }
  const only = (set: ReadonlySet<string> | undefined): string => (set?.size === 1 ? ([...set][0] ?? '') : '')
  const continues = (first: string, second: string): boolean => {
    if (first === '' || second === '' || only(before.get(second)) !== first) return false
    if (/^[\p{Ll}(&]/u.test(second) && capitals > small) return true
    return only(after.get(first)) === second && (times.get(first) ?? 0) >= oftenTogether
  }
  const whole = new Set<string>()
  for (const { parts } of cells) {
    for (let start = 0; start < parts.length; start++) {
      let end = start + 1
      while (end < parts.length && continues((parts[end - 1] ?? '').trim(), (parts[end] ?? '').trim())) end++
      if (end > start + 1) whole.add(parts.slice(start, end).join(',').trim())
      start = end - 1
    }
  }
  return [...whole]
}

function isMultiple(values: ReadonlyMap<string, { count: number }>, joining: Joining, isExpected: boolean): boolean {
  const { separator } = joining
  let cells = 0
  let several = 0
  let parts = 0
  let ended = 0
  let longest = 0
  const seen = new Map<string, number>()
  for (const [text, { count }] of values) {
    if (text.length > longestKept) continue
    const answers = splitAnswers(text, joining)
    cells += count
    parts += answers.length * count
    if (answers.length > 1) several += count
    if (text.endsWith(separator)) ended += count
    for (const answer of answers) {
      seen.set(answer, (seen.get(answer) ?? 0) + count)
      longest = Math.max(longest, answer.length)
    }
  }
  // Some programs end each answer with the separator, also a single one.
  if (separator === ';' && isExpected && cells > 0 && ended === cells) return true
  const single = cells - several
  const again = [...seen.values()].filter((count) => count > 1)
  const repeated = again.length
  if (several < 2 || seen.size < 2 || seen.size > 200 || longest > (isExpected ? longestKept : 80)) return false
  // Answers of one choice that contain commas are no more than their parts.
  if (separator === ',' && values.size <= seen.size && single > 0) return false
  if (isExpected) return again.reduce((sum, count) => sum + count, 0) >= parts * 0.8 && parts >= seen.size * 2
  if (repeated < seen.size * 0.6 || parts < seen.size * 2.5) return false
  // A comma also occurs inside single answers ("Stockholm, Sweden"), so it needs more evidence.
  if (separator === ',')
    return several > cells * 0.2 && single > cells * 0.05 && seen.size <= 30 && repeated === seen.size
  return several > cells * 0.03
}
