/**
 * The points of a small line chart, in pixels from the top left; null for a missing value. A flat line is in the
 * middle.
 */
export function linePoints(
  values: readonly (number | null)[],
  { width, height, margin }: { width: number; height: number; margin: number },
): ({ x: number; y: number } | null)[] {
  const known = values.filter((value) => value !== null)
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  const step = values.length > 1 ? (width - 2 * margin) / (values.length - 1) : 0
  return values.map((value, at) => {
    if (value === null) return null
    const share = range === 0 ? 0.5 : (value - low) / range
    return { x: margin + at * step, y: height - margin - share * (height - 2 * margin) }
  })
}
