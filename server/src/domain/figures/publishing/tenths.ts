/** Less than any figure shows. */
const hint = 1e-6

/**
 * A number rounded to tenths. One that becomes half of a whole number stays a hint below it (in magnitude) where it was, so that
 * whoever shows it without decimals rounds to the same whole number as whoever has the exact one.
 */
export function toTenths(number: number): number {
  // Halves away from zero, as figures are shown.
  const tenths = Math.sign(number) * Math.round(Math.abs(10 * number) + 1e-9)
  const isHalf = Math.abs(tenths % 10) === 5
  const wasBelow = Math.abs(10 * number) < Math.abs(tenths)
  return isHalf && wasBelow ? tenths / 10 - Math.sign(tenths) * hint : tenths / 10
}
