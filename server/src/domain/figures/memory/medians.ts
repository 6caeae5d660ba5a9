/** Values of one group in ascending order, each once, with the number of those up to it. */
export interface Spread {
  values: Float64Array
  upTo: Float64Array
}

/** The values of a group that are told one by one, NaN for missing ones. */
export function spreadOf(answers: Float64Array): Spread {
  const sorted = answers.sort()
  const values: number[] = []
  const upTo: number[] = []
  for (const [at, value] of sorted.entries()) {
    if (value !== values.at(-1)) upTo[values.push(value) - 1] = at + 1
    else upTo[values.length - 1] = at + 1
  }
  return { values: Float64Array.from(values), upTo: Float64Array.from(upTo) }
}

/** The values of a group by how often each comes, in ascending order. */
export function spreadOfCounts(counts: Int32Array, valueOf: (code: number) => number): Spread {
  const values: number[] = []
  const upTo: number[] = []
  let all = 0
  counts.forEach((count, code) => {
    if (code === 0 || count === 0) return
    values.push(valueOf(code))
    upTo.push((all += count))
  })
  return { values: Float64Array.from(values), upTo: Float64Array.from(upTo) }
}

/** The median of values that are spread over several places, as if they were in one; 0 of none. */
export function medianOf(spreads: readonly Spread[]): number {
  const count = spreads.reduce((sum, { upTo }) => sum + (upTo.at(-1) ?? 0), 0)
  if (count === 0) return 0
  const middle = (count - 1) / 2
  const low = valueAt(spreads, Math.floor(middle))
  const high = valueAt(spreads, Math.ceil(middle))
  return low + (high - low) / 2
}

/** The value with so many others before it: in each place the first one with more up to it, and the least of these. */
function valueAt(spreads: readonly Spread[], before: number): number {
  let found = Infinity
  for (const { values } of spreads) {
    let low = 0
    let high = values.length
    while (low < high) {
      const at = (low + high) >> 1
      if (countUpTo(spreads, values[at] ?? 0) > before) high = at
      else low = at + 1
    }
    if (low < values.length) found = Math.min(found, values[low] ?? Infinity)
  }
  return found
}

function countUpTo(spreads: readonly Spread[], value: number): number {
  let count = 0
  for (const { values, upTo } of spreads) {
    let low = 0
    let high = values.length
    while (low < high) {
      const at = (low + high) >> 1
      if ((values[at] ?? 0) > value) high = at
      else low = at + 1
    }
    count += low === 0 ? 0 : (upTo[low - 1] ?? 0)
  }
  return count
}
