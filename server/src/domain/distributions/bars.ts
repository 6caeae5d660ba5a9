import type { DistributionBar } from '@gensvar/contract/entities/distribution'
import type { Words } from '@gensvar/contract/say'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { sharesOf } from '#server/domain/statistics/shares.ts'
import type { Spread } from './parts.ts'

/** The answers of one bar: its shares and counts by part, or why they are withheld. */
export type BarAnswers = Pick<DistributionBar, 'n' | 'shares' | 'counts' | 'withheld'>

/** How the figures of a bar are to be read. */
export interface BarKind {
  /** Whether shares are blurred and numbers rounded, so that no number of answers can be worked out. */
  isBlurred: boolean
  /** Whether one person can give several answers. */
  isMultiple: boolean
}

/**
 * The answers of a bar from the shares of what is counted, all of the same rows, in percent. Where one person gives one
 * answer, the last share and count are of the answers that are in no part.
 */
export function barAnswers(values: readonly IndicatorValue[], { parts }: Spread, kind: BarKind): BarAnswers {
  const why = values.find(({ suppressed }) => suppressed)?.why
  if (why) return withheldBar(why)
  const [first] = values
  const n = first?.n ?? 0
  if (n === 0) return { n: 0, shares: [], counts: [], withheld: null }
  const sumOf = (of: readonly number[], number: (value: IndicatorValue) => number): number =>
    of.reduce((sum, at) => sum + (values[at] ? number(values[at]) : 0), 0)
  if (kind.isBlurred || first?.weighted) {
    const shares = parts.map(({ of }) => toTenths(sumOf(of, ({ value }) => value ?? 0)))
    // Weighted shares tell nothing of how many answers there are; those of others are not told.
    const isCounted = values.every(({ weighted }) => weighted?.hits !== undefined)
    const counts = kind.isBlurred || !isCounted ? null : parts.map(({ of }) => sumOf(of, hitsOf))
    return { n, shares, counts, withheld: null }
  }
  const counts = parts.map(({ of }) => sumOf(of, ({ value }) => Math.round(((value ?? 0) * n) / 100)))
  if (kind.isMultiple) return { n, shares: counts.map((count) => toTenths((100 * count) / n)), counts, withheld: null }
  const all = [...counts, Math.max(0, n - counts.reduce((sum, count) => sum + count, 0))]
  return { n, shares: sharesOf(all, 1) ?? [], counts: all, withheld: null }
}

function hitsOf({ weighted }: IndicatorValue): number {
  return weighted?.hits ?? 0
}

/** A share in percent as it is shown, with one decimal. */
function toTenths(share: number): number {
  return Math.round(10 * share) / 10
}

/** A bar that is withheld for a reason. */
export function withheldBar(why: Words): BarAnswers {
  return { n: null, shares: [], counts: [], withheld: localWords(why) }
}
