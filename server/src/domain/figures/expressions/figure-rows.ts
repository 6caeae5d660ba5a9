import type { IndicatorValue } from './figure-arithmetic.ts'
import type { RowKey } from '../rows/grouping.ts'

/** A row of figures: its key, and the indicators' values in the order of the request. */
export interface AggregateRow {
  readonly key: RowKey
  readonly values: IndicatorValue[]
}

/** A row whose values can be computed one at a time. */
export interface FigureRow extends AggregateRow {
  /** The value of one indicator, by its index in the request. */
  valueAt(at: number): IndicatorValue | undefined
}

/** What computes the values of rows. */
export interface RowValues {
  /** Number of values of each row. */
  readonly count: number
  /** The value at an index of the row with an id. */
  valueOf(id: number | null, at: number): IndicatorValue
}

/**
 * A row whose values are computed whenever they are asked for: of thousands of rows few are shown, and values that are kept with
 * the rows, as long as their result is, take many times their memory.
 */
export class LazyRow implements FigureRow {
  readonly key: RowKey
  private readonly of: RowValues
  private readonly id: number | null

  /** `id` is what its values are asked for by. */
  constructor(key: RowKey, of: RowValues, id: number | null) {
    this.key = key
    this.of = of
    this.id = id
  }

  get values(): IndicatorValue[] {
    return Array.from({ length: this.of.count }, (_, at) => this.of.valueOf(this.id, at))
  }

  valueAt(at: number): IndicatorValue | undefined {
    return at >= 0 && at < this.of.count ? this.of.valueOf(this.id, at) : undefined
  }
}
