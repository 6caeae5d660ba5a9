/** Bits of the count and of the sum in a total; the sum of squares is above them. */
const countBits = 26n
const sumBits = 30n
const countMask = (1n << countBits) - 1n
const sumMask = (1n << sumBits) - 1n

const packed = Array.from(
  { length: 11 },
  (_, answer) => 1n + (BigInt(answer) << countBits) + (BigInt(answer ** 2) << (countBits + sumBits)),
)

/**
 * Packs an answer so that the total over rows contains count, sum and sum of squares in separate bits: one pass over a
 * column instead of three, exact for up to 67 million rows. Null for an answer that is not an integer from 0 to 10.
 */
export function packAnswer(answer: number): bigint | null {
  return packed[answer] ?? null
}

/** Count, sum and sum of squares from a total of packed answers; zeros for null (no rows). */
export function unpackTotal(total: number | bigint | null): [count: number, sum: number, squares: number] {
  const value = BigInt(total ?? 0)
  return [Number(value & countMask), Number((value >> countBits) & sumMask), Number(value >> (countBits + sumBits))]
}
