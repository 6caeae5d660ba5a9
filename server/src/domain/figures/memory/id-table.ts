import type { Column } from './column.ts'

/** Which row has an id, as a table of row numbers with open addressing: a Map of ten million ids would take 400 MB. */
export class IdTable {
  private readonly ids: Column
  /** Row numbers plus 1; 0 where nothing is. */
  private slots: Int32Array
  private used = 0

  /** Reads the ids of the first `count` rows. Whoever moves a row afterwards tells of it. */
  constructor(ids: Column, count: number) {
    this.ids = ids
    this.slots = new Int32Array(sizeFor(count))
    for (let row = 0; row < count; row++) this.add(ids.get(row), row)
  }

  get bytes(): number {
    return this.slots.byteLength
  }

  /** The row with an id; -1 where there is none. */
  find(id: number): number {
    const slot = this.slotOf(id)
    return (this.slots[slot] ?? 0) - 1
  }

  /** Notes an id that is not there yet; the ids' column must have it at that row already. */
  add(id: number, row: number): void {
    if (++this.used * 4 > this.slots.length * 3) this.rebuild()
    this.slots[this.slotOf(id)] = row + 1
  }

  /** Notes that the row with this id is another one now; to be called before the ids' column is changed. */
  move(id: number, row: number): void {
    this.slots[this.slotOf(id)] = row + 1
  }

  /** Forgets an id; to be called before the ids' column is changed. */
  remove(id: number): void {
    const { slots } = this
    const mask = slots.length - 1
    let hole = this.slotOf(id)
    if (slots[hole] === 0) return
    this.used--
    // Whatever was pushed on by the removed one moves back, so that no search ends too early.
    for (let at = (hole + 1) & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const home = spread(this.ids.get((slots[at] ?? 0) - 1)) & mask
      if (((at - home) & mask) < ((at - hole) & mask)) continue
      slots[hole] = slots[at] ?? 0
      hole = at
    }
    slots[hole] = 0
  }

  private slotOf(id: number): number {
    const { slots, ids } = this
    const mask = slots.length - 1
    let at = spread(id) & mask
    for (let row = slots[at] ?? 0; row !== 0 && ids.get(row - 1) !== id; row = slots[at] ?? 0) at = (at + 1) & mask
    return at
  }

  private rebuild(): void {
    const before = this.slots
    this.slots = new Int32Array(before.length * 2)
    for (const row of before) if (row !== 0) this.slots[this.slotOf(this.ids.get(row - 1))] = row
  }
}

function sizeFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(16, count * 1.5)))
}

function spread(id: number): number {
  const mixed = Math.imul(id ^ Math.floor(id / 2 ** 32), 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
