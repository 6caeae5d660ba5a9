/**
 * Random whole numbers below a limit, always the same ones of a seed, so that what is drawn with them can be computed again
 * (mulberry32, a generator of 32 bits; far more even than a bootstrap needs).
 */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
