import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'

/** How a text file separates its cells. */
export interface CsvDialect {
  delimiter: string
  /** Lines above the table that only name the delimiter (`sep=;`). */
  skipLines: number
}

const candidates = [',', ';', '\t', '|'] as const

/** Names of the delimiters, for the report. */
export const delimiterNames: Record<string, Words> = {
  ',': say`comma`,
  ';': say`semicolon`,
  '\t': say`tab`,
  '|': say`vertical bar`,
}

/**
 * Detects the delimiter from the beginning of a file: the one that splits most records into as many cells as the
 * first, outside quotes. A first line `sep=;` as Excel writes it decides. The default is the comma.
 */
export function detectDialect(sample: string): CsvDialect {
  const named = /^sep=(.)\r?\n/i.exec(sample)
  if (named?.[1] !== undefined) return { delimiter: named[1], skipLines: 1 }
  let best = { delimiter: ',', score: 0, cells: 0 }
  for (const delimiter of candidates) {
    const counts = countPerRecord(sample, delimiter)
    const { cells, share } = commonest(counts)
    if (cells === 0) continue
    const score = Math.round(share * (counts[0] === cells ? 1 : 0.5) * 20)
    if (score > best.score || (score === best.score && cells > best.cells)) best = { delimiter, score, cells }
  }
  return { delimiter: best.delimiter, skipLines: 0 }
}

/** Delimiters outside quotes in each of the first records; the last record is left out, as it may be incomplete. */
function countPerRecord(sample: string, delimiter: string): number[] {
  const counts: number[] = []
  let count = 0
  let quoted = false
  let blank = true
  for (let at = 0; at < sample.length && counts.length < 200; at++) {
    const character = sample[at]
    if (character === '"') quoted = !quoted
    if (!quoted && (character === '\n' || (character === '\r' && sample[at + 1] !== '\n'))) {
      if (!blank) counts.push(count)
      count = 0
      blank = true
      continue
    }
    if (character !== '\r') blank = false
    if (!quoted && character === delimiter) count++
  }
  if (counts.length < 2 && !blank) counts.push(count)
  return counts
}

function commonest(counts: readonly number[]): { cells: number; share: number } {
  const frequency = new Map<number, number>()
  for (const count of counts) frequency.set(count, (frequency.get(count) ?? 0) + 1)
  const [cells, times] = [...frequency].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
  return { cells, share: counts.length === 0 ? 0 : times / counts.length }
}
