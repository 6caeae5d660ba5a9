import { backgroundPauses } from '#server/platform/pauses.ts'
import { readRating } from '../load/answer-reader.ts'
import type { ValueCodes } from '../profile/value-codes.ts'
import { ofType } from './planned.ts'
import type { PlannedColumn } from './planned.ts'

/** Rows that are compared, spread evenly over the file, and columns beyond which none are. */
const mostRows = 10_000
const mostColumns = 100
/** Rows two columns must share before anything is said about them. */
const fewestRows = 20

/** How closely the answers of two columns go together. */
export interface Correlation {
  /** Pearson's r, from -1 to 1. */
  r: number
  /** The r that a larger sample would most likely still reach: one standard error below. */
  safe: number
}

/** The correlation of two columns by variable; null if too few rows have both answers, or if either never differs. */
export type Correlations = (one: string, other: string) => Correlation | null

/** Compares each pair of the ratings of a file over a sample of its rows. */
export async function correlationsOf(columns: readonly PlannedColumn[], codes: ValueCodes): Promise<Correlations> {
  const pause = backgroundPauses()
  const known = new Map<string, Correlation | null>()
  const compared: { variable: string; answers: Float64Array }[] = []
  for (const column of ofType(columns, 'scale').slice(0, mostColumns)) {
    const answers = answersOf(column, codes)
    if (!answers) continue
    const { variable } = column
    for (const other of compared) {
      known.set(pairOf(variable, other.variable), correlate(answers, other.answers))
      await pause()
    }
    compared.push({ variable, answers })
  }
  return (one, other) => known.get(pairOf(one, other)) ?? null
}

function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join('\n')
}

/** A column's answers in the sampled rows; NaN where there is none. Null for a column with too many different ones. */
function answersOf(column: ReturnType<typeof ofType<'scale'>>[number], codes: ValueCodes): Float64Array | null {
  const rows = codes.of(column.index)
  if (!rows) return null
  const values = Array.from(column.profile.values.keys(), (text) => readRating(column.plan, text) ?? Number.NaN)
  const stride = Math.ceil(rows.length / mostRows)
  return Float64Array.from({ length: Math.floor(rows.length / stride) || 0 }, (_, index) => {
    const code = rows[index * stride] ?? -1
    return code < 0 ? Number.NaN : (values[code] ?? Number.NaN)
  })
}

function correlate(a: Float64Array, b: Float64Array): Correlation | null {
  let [n, sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0, 0]
  for (let row = 0; row < a.length; row++) {
    const [x = Number.NaN, y = Number.NaN] = [a[row], b[row]]
    if (Number.isNaN(x) || Number.isNaN(y)) continue
    n++
    sumA += x
    sumB += y
    squareA += x * x
    squareB += y * y
    product += x * y
  }
  if (n < fewestRows) return null
  const [spreadA, spreadB] = [n * squareA - sumA * sumA, n * squareB - sumB * sumB]
  if (spreadA < 1e-9 || spreadB < 1e-9) return null
  const r = Math.max(-1, Math.min(1, (n * product - sumA * sumB) / Math.sqrt(spreadA * spreadB)))
  const bounded = Math.max(-0.999_999, Math.min(0.999_999, r))
  return { r, safe: Math.tanh(Math.atanh(bounded) - 1 / Math.sqrt(n - 3)) }
}
