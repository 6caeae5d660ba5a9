/** A figure beside others that a total is the sum of. */
export interface Counted {
  /** Number of answers; null where it is withheld already. */
  n: number | null
  /** Whether the reader may see it whatever its number: it is of their own rows. */
  isOwn: boolean
}

/** What has to be withheld besides, by index, and whether the total has to be. */
export interface AlsoWithheld {
  rows: ReadonlySet<number>
  total: boolean
}

/**
 * Which figures have to be withheld besides those of too few answers, because otherwise the total less those shown would
 * be the figure of fewer than `least` answers (complementary suppression). The smallest shown ones go first, and the total
 * where the reader's own rows alone leave too few. Nothing where the rest is none, or enough.
 */
export function alsoWithheld(rows: readonly Counted[], total: number | null, least: number): AlsoWithheld {
  const withheld = new Set<number>()
  if (total === null) return { rows: withheld, total: false }
  let rest = total - rows.reduce((sum, { n }) => sum + (n ?? 0), 0)
  const order = rows
    .flatMap(({ n, isOwn }, at) => (n === null || n === 0 || isOwn ? [] : [{ at, n }]))
    .toSorted((a, b) => a.n - b.n)
  for (const { at, n } of order) {
    if (rest <= 0 || rest >= least) break
    withheld.add(at)
    rest += n
  }
  return { rows: withheld, total: rest > 0 && rest < least }
}
