/** A square matrix, row by row. */
export type Matrix = readonly (readonly number[])[]

/** Eigenvalues of a symmetric matrix, and its eigenvectors: `vectors[j][k]` is entry j of that of value k. */
export interface Eigen {
  values: number[]
  vectors: number[][]
}

/** Sweeps after which a matrix that has not become diagonal never does; one of 30 rows takes about eight. */
const mostSweeps = 60

/**
 * Eigenvalues and orthonormal eigenvectors of a symmetric matrix, by Jacobi rotations (Golub and Van Loan, Matrix
 * Computations, section 8.5). Throws a `RangeError` for a matrix with something else than numbers in it.
 */
export function symmetricEigen(matrix: Matrix): Eigen {
  const size = matrix.length
  const a = matrix.map((row) => [...row])
  const v = matrix.map((_, row) => Array.from({ length: size }, (__, column) => (row === column ? 1 : 0)))
  const whole = a.flat().reduce((sum, value) => sum + value * value, 0)
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    if (offDiagonal(a) <= 1e-24 * whole) return { values: a.map((row, at) => row[at] ?? 0), vectors: v }
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, v, p, q)
  }
  throw new RangeError('The matrix has no eigenvalues that can be computed')
}

function offDiagonal(a: Matrix): number {
  let sum = 0
  for (const [p, row] of a.entries()) for (const [q, value] of row.entries()) if (p !== q) sum += value * value
  return sum
}

/** Turns the plane of p and q so that their entry becomes 0. */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const apq = a[p]?.[q] ?? 0
  if (apq === 0) return
  const theta = ((a[q]?.[q] ?? 0) - (a[p]?.[p] ?? 0)) / (2 * apq)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (const rows of [a, v]) for (const row of rows) turn(row, p, q, c, s)
  const [rowP = [], rowQ = []] = [a[p], a[q]]
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [rowP[k] ?? 0, rowQ[k] ?? 0]
    rowP[k] = c * x - s * y
    rowQ[k] = s * x + c * y
  }
}

function turn(row: number[], p: number, q: number, c: number, s: number): void {
  const [x, y] = [row[p] ?? 0, row[q] ?? 0]
  row[p] = c * x - s * y
  row[q] = s * x + c * y
}
