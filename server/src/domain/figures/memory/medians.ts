import type { RowGroups } from './held-columns.ts'
import { inSteps } from './steps.ts'
import type { Steps } from './steps.ts'

/** The median of each group; 0 for a group without answers. */
export function* medians(values: Float64Array, rows: Int32Array, { ids, of }: RowGroups): Steps<Float64Array> {
  const answers = ids.map((): number[] => [])
  yield* inSteps(rows.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = rows[at] ?? 0
      const value = values[row] ?? Number.NaN
      if (!Number.isNaN(value)) answers[of[row] ?? 0]?.push(value)
    }
  })
  const found = new Float64Array(ids.length)
  let sorted = 0
  for (const [group, list] of answers.entries()) {
    found[group] = medianOf(Float64Array.from(list).sort())
    sorted += list.length
    if (sorted < 10_000) continue
    sorted = 0
    yield
  }
  return found
}

function medianOf(sorted: Float64Array): number {
  const middle = (sorted.length - 1) / 2
  const low = sorted[Math.floor(middle)] ?? 0
  const high = sorted[Math.ceil(middle)] ?? 0
  return low + (high - low) / 2
}
