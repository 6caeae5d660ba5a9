/** Units that a whole is shared out in: hundredths of a percent. */
const units = 10_000

/**
 * Numbers in percent of their sum, with two decimals, by the largest remainder: they add up to exactly 100. Of equal
 * remainders the first gets more. Null where there is nothing to share.
 */
export function sharesOf(numbers: readonly number[]): number[] | null {
  const sum = numbers.reduce((total, number) => total + number, 0)
  if (sum <= 0) return null
  const exact = numbers.map((number) => (number * units) / sum)
  const shares = exact.map(Math.floor)
  const missing = units - shares.reduce((total, share) => total + share, 0)
  const order = exact.map((share, at) => ({ at, rest: share - Math.floor(share) })).toSorted((a, b) => b.rest - a.rest)
  for (const { at } of order.slice(0, missing)) shares[at] = (shares[at] ?? 0) + 1
  return shares.map((share) => share / 100)
}
