/**
 * Numbers in percent of their sum, with some decimals (two by default), by the largest remainder: they add up to exactly
 * 100. Of equal remainders the first gets more. Null where there is nothing to share. (Hamilton's method of apportionment.)
 */
export function sharesOf(numbers: readonly number[], decimals = 2): number[] | null {
  const sum = numbers.reduce((total, number) => total + number, 0)
  if (sum <= 0) return null
  const unit = 10 ** decimals
  const units = 100 * unit
  const exact = numbers.map((number) => (number * units) / sum)
  const shares = exact.map(Math.floor)
  const missing = units - shares.reduce((total, share) => total + share, 0)
  const order = exact.map((share, at) => ({ at, rest: share - Math.floor(share) })).toSorted((a, b) => b.rest - a.rest)
  for (const { at } of order.slice(0, missing)) shares[at] = (shares[at] ?? 0) + 1
  return shares.map((share) => share / unit)
}
