/**
 * Random numbers from 0 to below 1, always the same ones of a seed, so that what is drawn with them can be computed again
 * (mulberry32, a generator of 32 bits; far more even than a bootstrap needs).
 */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Random whole numbers below a limit, from the random numbers of a seed. */
export function seededRandom(seed: number): (below: number) => number {
  const random = randomNumbers(seed)
  return (below) => Math.floor(random() * below)
}

/** Puts a list into random order, in place. */
export function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [list[at], list[other]]
    if (one === undefined || two === undefined) continue
    list[at] = two
    list[other] = one
  }
}
