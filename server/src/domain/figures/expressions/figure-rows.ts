import type { IndicatorValue } from './figure-arithmetic.ts'
import type { RowKey } from '../rows/grouping.ts'

/** A row of figures: its key, and the indicators' values in the order of the request. */
export interface AggregateRow {
  readonly key: RowKey
  readonly values: IndicatorValue[]
}

/** A row whose values can be computed one at a time. */
export interface FigureRow extends AggregateRow {
  /** The id in its key, or that of the one row of everything; to be read of thousands of rows. */
  readonly id: number | null
  /** The value of one indicator, by its index in the request. */
  valueAt(at: number): IndicatorValue | undefined
}

/** What computes the values of rows. */
export interface RowValues {
  /** Number of values of each row. */
  readonly count: number
  /** What the row with an id is about. */
  keyOf(id: number | null): RowKey
  /** The value at an index of the row with an id. */
  valueOf(id: number | null, at: number): IndicatorValue
}

/**
 * A row whose key and values are made whenever they are asked for: of thousands of rows few are shown, and what is kept with
 * the rows, as long as their result is, takes many times their memory.
 */
export class LazyRow implements FigureRow {
  readonly id: number | null
  private readonly of: RowValues

  /** `id` is what its key and values are asked for by. */
  constructor(of: RowValues, id: number | null) {
    this.of = of
    this.id = id
  }

  get key(): RowKey {
    return this.of.keyOf(this.id)
  }

  get values(): IndicatorValue[] {
    return Array.from({ length: this.of.count }, (_, at) => this.of.valueOf(this.id, at))
  }

  valueAt(at: number): IndicatorValue | undefined {
    return at >= 0 && at < this.of.count ? this.of.valueOf(this.id, at) : undefined
  }
}
