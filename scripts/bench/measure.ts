/** Times of repeated runs, in ms. */
export interface Spread {
  p50: number
  p95: number
  runs: number
}

/** Percentiles of times, by the nearest rank below. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), runs: sorted.length }
}

/** Runs a function once for each input and returns how long each took. */
export async function timeEach<T>(
  inputs: readonly T[],
  run: (input: T) => Promise<unknown> | unknown,
): Promise<Spread> {
  const times: number[] = []
  for (const input of inputs) {
    const began = performance.now()
    await run(input)
    times.push(performance.now() - began)
  }
  return spreadOf(times)
}

/**
 * The reference every time is set against: a plain loop over typed arrays on one core that adds up eight columns by
 * unit, as a ranking of eight questions does. It has no scopes, filters, metadata or HTTP, so it is a lower bound.
 * Returns the median of some runs, in ms.
 */
export function referenceLoop(rows: number, units: number): number {
  const unit = new Uint16Array(rows)
  const columns = Array.from({ length: 8 }, () => new Uint8Array(rows))
  for (let row = 0; row < rows; row++) {
    unit[row] = (row * 7919) % units
    for (const [index, column] of columns.entries()) column[row] = (row * (index + 3)) % 11
  }
  const times: number[] = []
  // The first runs are warm-up for the JIT compiler.
  for (let run = -3; run < 9; run++) {
    const began = performance.now()
    for (const column of columns) {
      const sums = new Float64Array(units)
      const counts = new Uint32Array(units)
      for (let row = 0; row < rows; row++) {
        const at = unit[row] ?? 0
        sums[at] = (sums[at] ?? 0) + (column[row] ?? 0)
        counts[at] = (counts[at] ?? 0) + 1
      }
    }
    if (run >= 0) times.push(performance.now() - began)
  }
  return spreadOf(times).p50
}
