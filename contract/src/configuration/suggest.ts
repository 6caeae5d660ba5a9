/** The candidate closest to a name if close enough to be a typing mistake; else undefined. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase()
  let best: string | undefined
  // A single letter is close to every other one, so nothing is suggested for it.
  let bestDistance = wanted.length === 1 ? 1 : Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** The words `; did you mean 'x'?`, or an empty text if no candidate is close. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = nearest(name, candidates)
  return candidate === undefined ? '' : `; did you mean '${candidate}'?`
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn one text into the other (optimal string
 * alignment); `limit` where it is at least that much.
 */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit
  let older: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replace = costAt(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      let least = Math.min(replace, costAt(previous, column) + 1, costAt(current, column - 1) + 1)
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwap) least = Math.min(least, costAt(older, column - 2) + 1)
      current.push(least)
    }
    older = previous
    previous = current
  }
  return Math.min(costAt(previous, to.length), limit)
}

function costAt(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
