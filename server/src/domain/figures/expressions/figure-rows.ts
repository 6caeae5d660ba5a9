import type { IndicatorValue } from './figure-arithmetic.ts'
import type { RowKey } from '../rows/grouping.ts'

/** A row of figures: what it stands for, and the indicators' values in the order they were asked for. */
export interface AggregateRow {
  readonly key: RowKey
  readonly values: IndicatorValue[]
}

/** A row that works its values out when they are looked at: of thousands of rows few are shown. */
export interface FigureRow extends AggregateRow {
  /** The value of one indicator, by its place in the order they were asked for. */
  valueAt(at: number): IndicatorValue | undefined
}

/** A row whose values are made on first use. */
export class LazyRow implements FigureRow {
  readonly key: RowKey
  private readonly count: number
  private readonly make: (at: number) => IndicatorValue
  private made: (IndicatorValue | undefined)[] | null = null

  /** `count` values, of which `make` gives each by its place. */
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
