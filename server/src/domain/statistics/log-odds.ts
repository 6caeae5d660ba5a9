/** In how many texts of a group, and of all others, a word stands. */
export interface WordUse {
  inGroup: number
  elsewhere: number
}

/** How much a word stands out in a group. */
export interface LogOdds {
  /** Logarithm of its odds in the group against those elsewhere; above 0 where the group has more of it. */
  ratio: number
  /** The ratio in standard deviations. */
  z: number
}

/**
 * Log-odds ratios of words with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008, Fightin' Words, Political
 * Analysis 16:372-403, equations 16, 20 and 22). The prior has the words in the shares that both groups together have of them, and
 * weighs as much as `priorSize` words: rare words are drawn to no difference. With y the uses of a word in a group, n the uses of
 * all words there, and a its share of the prior's size a0:
 *
 *     ratio = ln((y1 + a) / (n1 + a0 - y1 - a)) - ln((y2 + a) / (n2 + a0 - y2 - a))
 *     z = ratio / sqrt(1 / (y1 + a) + 1 / (y2 + a))
 *
 * `words` are all words that there are, because their uses together are the size of the groups. A word without any use has the
 * ratio 0.
 */
export function logOddsRatios(words: readonly WordUse[], priorSize: number): LogOdds[] {
  const inGroup = words.reduce((sum, word) => sum + word.inGroup, 0)
  const elsewhere = words.reduce((sum, word) => sum + word.elsewhere, 0)
  return words.map((word) => {
    const prior = (priorSize * (word.inGroup + word.elsewhere)) / (inGroup + elsewhere)
    if (!(prior > 0)) return { ratio: 0, z: 0 }
    const own = word.inGroup + prior
    const other = word.elsewhere + prior
    const ratio = Math.log(own / (inGroup + priorSize - own)) - Math.log(other / (elsewhere + priorSize - other))
    // A single word that is all there is has no odds.
    return Number.isFinite(ratio) ? { ratio, z: ratio / Math.sqrt(1 / own + 1 / other) } : { ratio: 0, z: 0 }
  })
}
