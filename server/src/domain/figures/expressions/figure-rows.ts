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

/** A row whose values are computed on first use, because of thousands of rows few are shown. */
export class LazyRow implements FigureRow {
  readonly key: RowKey
  private readonly count: number
  private readonly make: (at: number) => IndicatorValue
  private made: (IndicatorValue | undefined)[] | null = null

  /** `count` is the number of values; `make` computes one by its index. */
  constructor(key: RowKey, count: number, make: (at: number) => IndicatorValue) {
    this.key = key
    this.count = count
    this.make = make
  }

  get values(): IndicatorValue[] {
    return Array.from({ length: this.count }, (_, at) => this.value(at))
  }

  valueAt(at: number): IndicatorValue | undefined {
    return at >= 0 && at < this.count ? this.value(at) : undefined
  }

  private value(at: number): IndicatorValue {
    this.made ??= []
    return (this.made[at] ??= this.make(at))
  }
}
