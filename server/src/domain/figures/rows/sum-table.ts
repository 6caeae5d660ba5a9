import { IdPlaces } from './id-places.ts'

/**
 * The numbers of the atoms by group, in one array: all numbers of the first group, then of the next. No objects per
 * group, because few of thousands of groups are read.
 */
export class SumTable {
  private readonly places: IdPlaces
  private readonly numbers: Float64Array
  private readonly width: number

  /** `numbers` are those of the groups in the order of their places, equally many for each. */
  constructor(places: IdPlaces, numbers: Float64Array) {
    this.places = places
    this.numbers = numbers
    this.width = places.ids.length === 0 ? 0 : numbers.length / places.ids.length
  }

  /** Ids of the groups; NaN for null. */
  get ids(): Float64Array {
    return this.places.ids
  }

  /** The numbers of a group; empty when there is no such group. */
  get(id: number | null): number[] {
    const place = this.placeOf(id)
    return place < 0 ? [] : Array.from({ length: this.width }, (_, at) => this.at(place, at))
  }

  /** Index of a group, for `at`; -1 when there is no such group. */
  placeOf(id: number | null): number {
    return this.places.placeOf(id ?? NaN)
  }

  /** A number of the group at an index; 0 where there is none. */
  at(place: number, at: number): number {
    return place >= 0 && at < this.width ? (this.numbers[place * this.width + at] ?? 0) : 0
  }

  /** The numbers of all groups added up, as a table of one group. */
  total(id: number | null): SumTable {
    const { numbers, width } = this
    const total = new Float64Array(width)
    for (let from = 0; from < numbers.length; from += width)
      for (let at = 0; at < width; at++) total[at] = (total[at] ?? 0) + (numbers[from + at] ?? 0)
    return new SumTable(new IdPlaces([Float64Array.of(id ?? NaN)]), total)
  }
}
