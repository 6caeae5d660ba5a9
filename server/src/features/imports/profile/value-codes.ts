/** Number of rows from which dependencies between columns are judged. */
const mostRows = 200_000
/** Number of cells that are remembered for it: 80 MB. */
const mostCells = 20_000_000

/**
 * The values of each column as small numbers, row by row, to find which column depends on which. Columns with too
 * many values are dropped.
 */
export class ValueCodes {
  private readonly columns: (Int32Array | null)[]
  private readonly rowLimit: number
  private rows = 0

  constructor(columns: number) {
    this.rowLimit = Math.min(mostRows, Math.floor(mostCells / Math.max(1, columns)))
    this.columns = Array.from({ length: columns }, () => new Int32Array(64))
  }

  /** Adds a row; `codes` gives each column's value, -1 for none, -2 for a column with too many. */
  add(codes: (column: number) => number): void {
    if (this.rows >= this.rowLimit) return
    this.columns.forEach((column, index) => {
      if (!column) return
      const code = codes(index)
      if (code === -2) this.columns[index] = null
      else this.room(index, column)[this.rows] = code
    })
    this.rows++
  }

  /**
   * How well a fine column predicts a coarse one: 1 if each fine value occurs with a single coarse value, 0 if it
   * predicts no better than always guessing the most common one (Goodman and Kruskal's lambda, where each row is
   * predicted from the other rows). Null if that cannot be judged.
   */
  follows(coarse: number, fine: number): number | null {
    const a = this.columns[coarse]
    const b = this.columns[fine]
    if (!a || !b) return null
    const groups = new Map<number, Map<number, number>>()
    const totals = new Map<number, number>()
    for (let row = 0; row < this.rows; row++) {
      const [value = -1, group = -1] = [a[row], b[row]]
      if (value < 0 || group < 0) continue
      const counts = groups.get(group) ?? new Map<number, number>()
      groups.set(group, counts.set(value, (counts.get(value) ?? 0) + 1))
    }
    let judged = 0
    let right = 0
    for (const counts of groups.values()) {
      const sorted = [...counts.values()].sort((x, y) => y - x)
      const size = sorted.reduce((sum, count) => sum + count, 0)
      if (size < 2) continue
      const [first = 0, second = 0] = sorted
      judged += size
      if (first - 1 > second || sorted.length === 1) right += first
      else if (first - 1 === second) right += first / 2
      for (const [value, count] of counts) totals.set(value, (totals.get(value) ?? 0) + count)
    }
    const base = judged === 0 ? 1 : Math.max(...totals.values()) / judged
    return base >= 1 ? null : (right / judged - base) / (1 - base)
  }

  /** Fine values that occur with more than one coarse value, each with the first two of these; none if unknown. */
  under(coarse: number, fine: number): { fine: number; coarse: [number, number] }[] {
    const [above, below] = [this.columns[coarse], this.columns[fine]]
    if (!above || !below) return []
    const first = new Map<number, number>()
    const shared = new Map<number, [number, number]>()
    for (let row = 0; row < this.rows; row++) {
      const [parent = -1, child = -1] = [above[row], below[row]]
      if (parent < 0 || child < 0) continue
      const known = first.get(child)
      if (known === undefined) first.set(child, parent)
      else if (known !== parent && !shared.has(child)) shared.set(child, [known, parent])
    }
    return [...shared].map(([child, parents]) => ({ fine: child, coarse: parents }))
  }

  /** The values of a column row by row, -1 for none; null for a column with too many. */
  of(column: number): Int32Array | null {
    return this.columns[column]?.subarray(0, this.rows) ?? null
  }

  private room(index: number, column: Int32Array): Int32Array {
    if (this.rows < column.length) return column
    const larger = new Int32Array(column.length * 2)
    larger.set(column)
    this.columns[index] = larger
    return larger
  }
}
