/** A symmetric matrix, row after row. */
export type Square = Float64Array

/**
 * The lower triangle L with L L' = the matrix, in place; values above the diagonal are not changed. A diagonal element
 * that rounding made negative is replaced by a small fraction of its original value.
 */
export function cholesky(matrix: Square, size: number): void {
  for (let row = 0; row < size; row++) {
    const start = row * size
    const least = 1e-12 * (matrix[start + row] ?? 0)
    for (let column = 0; column <= row; column++) {
      const other = column * size
      let sum = matrix[start + column] as number
      for (let at = 0; at < column; at++) sum -= (matrix[start + at] as number) * (matrix[other + at] as number)
      matrix[start + column] =
        column === row ? Math.sqrt(Math.max(sum, least, 1e-300)) : sum / (matrix[other + column] as number)
    }
  }
}

/** Solves L x = b in place of b, `first` being the first row in which b is not zero. */
export function solveLower(lower: Square, size: number, b: Float64Array, first = 0): void {
  for (let row = first; row < size; row++) {
    const start = row * size
    let sum = b[row] as number
    for (let at = first; at < row; at++) sum -= (lower[start + at] as number) * (b[at] as number)
    b[row] = sum / (lower[start + row] as number)
  }
}

/** Solves L' x = b in place of b. */
export function solveUpper(lower: Square, size: number, b: Float64Array): void {
  for (let row = size - 1; row >= 0; row--) {
    const value = (b[row] as number) / (lower[row * size + row] as number)
    b[row] = value
    for (let at = 0; at < row; at++) b[at] = (b[at] as number) - (lower[row * size + at] as number) * value
  }
}

/** Sum of the products of two vectors. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}
