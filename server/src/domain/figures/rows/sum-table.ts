/**
 * The numbers of the atoms by group, in one array: all numbers of the first group, then of the next. No objects per
 * group, because few of thousands of groups are read.
 */
export class SumTable {
  private readonly places: ReadonlyMap<number | null, number>
  private readonly numbers: Float64Array
  private readonly width: number

  /** `places` are the groups' indexes by their ids, ascending; `numbers` their numbers in that order, equally many for each. */
  constructor(places: ReadonlyMap<number | null, number>, numbers: Float64Array) {
    this.places = places
    this.numbers = numbers
    this.width = places.size === 0 ? 0 : numbers.length / places.size
  }

  /** Ids of the groups. */
  keys(): Iterable<number | null> {
    return this.places.keys()
  }

  /** The numbers of a group; empty when there is no such group. */
  get(id: number | null): number[] {
    const place = this.places.get(id)
    return place === undefined ? [] : Array.from({ length: this.width }, (_, at) => this.at(place, at))
  }

  /** Index of a group, for `at`; null when there is no such group. */
  placeOf(id: number | null): number | null {
    return this.places.get(id) ?? null
  }

  /** A number of the group at an index; 0 where there is none. */
  at(place: number, at: number): number {
    return at < this.width ? (this.numbers[place * this.width + at] ?? 0) : 0
  }

  /** The numbers of all groups added up, as a table of one group. */
  total(id: number | null): SumTable {
    const total = new Float64Array(this.width)
    for (let from = 0; from < this.numbers.length; from += this.width)
      for (let at = 0; at < this.width; at++) total[at] = (total[at] ?? 0) + (this.numbers[from + at] ?? 0)
    return new SumTable(new Map([[id, 0]]), total)
  }
}
