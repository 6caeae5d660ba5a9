/** Rows counted at a time: what a count keeps of them fits the processor's nearer caches. */
export const blockRows = 16_384

/** All rows of a block by their place in it. */
export const everyRow = Uint16Array.from({ length: blockRows }, (_, row) => row)

/** All rows of a block in one group: 0. */
export const oneGroup = new Int32Array(blockRows)

/** Arrays that a count writes to, block by block; one count has them at a time. */
export class Workspace {
  /** By row of the block: the code of a column. */
  readonly words = new Uint32Array(blockRows)
  /** By row of the block: the value of a column. */
  readonly doubles = new Float64Array(blockRows)
  /** By row of the block: what an aggregate is computed of, and how many answers are in it. */
  readonly subjects = new Float64Array(blockRows)
  readonly answers = new Uint8Array(blockRows)
  /** By row of the block: its weight. */
  readonly weights = new Float64Array(blockRows)
  /** By row of the block: its group's index. */
  readonly places = new Int32Array(blockRows)
  private readonly free: Uint16Array[] = []

  /** Borrows a list of rows. */
  list(): Uint16Array {
    return this.free.pop() ?? new Uint16Array(blockRows)
  }

  /** Takes a list back. */
  giveBack(list: Uint16Array): void {
    this.free.push(list)
  }
}
