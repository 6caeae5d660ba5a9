/**
 * The numbers of the atoms by group: those of a group one after the other, all groups in one array. Of thousands of
 * groups few are looked at, so nothing is made for a group before it is.
 */
export class SumTable {
  private readonly places: ReadonlyMap<number | null, number>
  private readonly numbers: Float64Array
  private readonly width: number

  /** `ids` are the groups', `numbers` theirs in the same order, equally many for each. */
  constructor(ids: readonly (number | null)[], numbers: Float64Array) {
    this.places = new Map(ids.map((id, place) => [id, place]))
    this.numbers = numbers
    this.width = ids.length === 0 ? 0 : numbers.length / ids.length
  }

  /** Ids of the groups. */
  keys(): Iterable<number | null> {
    return this.places.keys()
  }

  /** The numbers of a group; none for a group that is not there. */
  get(id: number | null): number[] {
    const place = this.places.get(id)
    return place === undefined ? [] : Array.from({ length: this.width }, (_, at) => this.at(place, at))
  }

  /** Where a group's numbers are; null for a group that is not there. */
  placeOf(id: number | null): number | null {
    return this.places.get(id) ?? null
  }

  /** A number of the group at a place; 0 where there is none. */
  at(place: number, at: number): number {
    return at < this.width ? (this.numbers[place * this.width + at] ?? 0) : 0
  }

  /** All groups' numbers added up, as a table of one group. */
  total(id: number | null): SumTable {
    const total = new Float64Array(this.width)
    for (let from = 0; from < this.numbers.length; from += this.width)
      for (let at = 0; at < this.width; at++) total[at] = (total[at] ?? 0) + (this.numbers[from + at] ?? 0)
    return new SumTable([id], total)
  }
}
