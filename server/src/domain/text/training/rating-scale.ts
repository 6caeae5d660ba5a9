/** Usual scales of ratings, smaller ones first. */
const scales = [
  [0, 1],
  [1, 3],
  [1, 4],
  [1, 5],
  [1, 6],
  [1, 7],
  [0, 10],
  [0, 100],
] as const

/** Share of the ratings that must be on a scale; the rest are taken for mistakes and left out. */
const onScale = 0.95

/** Which side a rating is on; null for those between, and for none of the scale. */
type SideOf = (rating: number) => 'good' | 'bad' | null

/** Tells good from bad ratings by thirds of the scale they seem to be on: 1 and 2 of 5 are bad, 4 and 5 good, 3 neither. */
export function ratingSides(ratings: readonly number[]): SideOf {
  const fits = ([low, high]: readonly [number, number]): boolean =>
    ratings.filter((rating) => rating >= low && rating <= high).length >= onScale * ratings.length
  const [low, high] = scales.find(fits) ?? [Math.min(...ratings), Math.max(...ratings)]
  return sidesOf(low, high)
}

/** Tells good from bad ratings by thirds of a known scale. */
export function sidesOf(low: number, high: number): SideOf {
  const third = (high - low) / 3
  return (rating) => {
    if (rating < low || rating > high) return null
    return rating >= high - third ? 'good' : rating <= low + third ? 'bad' : null
  }
}
