/** A table may have so many places for each id. */
const mostPerId = 16

/**
 * Ids of groups, each once, in the order they came in; NaN stands for null. Whole numbers that lie near each other, as ids of units
 * do, are found in a table: a map takes several times as long.
 */
export class IdPlaces {
  /** The ids by place. */
  readonly ids: Float64Array
  private readonly least: number
  private readonly table: Int32Array
  private readonly others = new Map<number, number>()

  constructor(lists: readonly Float64Array[]) {
    let [count, least, most, areWhole] = [0, Infinity, -Infinity, true]
    for (const list of lists)
      for (let at = 0; at < list.length; at++) {
        const id = list[at] ?? NaN
        count++
        if (Number.isNaN(id)) continue
        if (id < least) least = id
        if (id > most) most = id
        if (!Number.isInteger(id)) areWhole = false
      }
    const size = most - least + 1
    this.least = least
    this.table = new Int32Array(areWhole && size > 0 && size <= count * mostPerId ? size : 0).fill(-1)
    const ids = new Float64Array(count)
    let next = 0
    for (const list of lists)
      for (let at = 0; at < list.length; at++) {
        const id = list[at] ?? NaN
        if (this.placeOf(id) >= 0) continue
        this.put(id, next)
        ids[next++] = id
      }
    this.ids = next === count ? ids : ids.slice(0, next)
  }

  /** The place of an id; -1 where it is not among them. */
  placeOf(id: number): number {
    const at = id - this.least
    if (at >= 0 && at < this.table.length) return this.table[at] ?? -1
    return this.others.get(id) ?? -1
  }

  private put(id: number, place: number): void {
    const at = id - this.least
    if (at >= 0 && at < this.table.length) this.table[at] = place
    else this.others.set(id, place)
  }
}
