import { blockRows } from './workspace.ts'

/** Rows of one selection, block by block; undefined where they are not known, or not any more. */
export type SelectedBlocks = (Uint16Array | undefined)[]

/** Most selections kept: a page asks for many figures of the same rows. */
const maxSelections = 8
/** Most bytes of all of them. */
const maxBytes = 32 << 20

/** Selections of rows that several counts share, each under a name that says how it is made. */
export class KeptSelections {
  private readonly kept = new Map<string, SelectedBlocks>()

  /** The blocks of a selection, which the caller fills in as they are needed. */
  named(name: string): SelectedBlocks {
    const blocks = this.kept.get(name) ?? []
    this.kept.delete(name)
    this.kept.set(name, blocks)
    let bytes = [...this.kept.values()].reduce((sum, one) => sum + sizeOf(one), 0)
    for (const [oldest, one] of this.kept) {
      if ((this.kept.size <= maxSelections && bytes <= maxBytes) || one === blocks) break
      this.kept.delete(oldest)
      bytes -= sizeOf(one)
    }
    return blocks
  }

  /** Forgets the blocks of rows that changed, went or are new. */
  invalidate(rows: readonly number[]): void {
    for (const blocks of this.kept.values())
      for (const row of rows) {
        const block = Math.floor(row / blockRows)
        if (blocks[block]) blocks[block] = undefined
      }
  }

  /** Forgets all. */
  clear(): void {
    this.kept.clear()
  }
}

/** Lists of all rows of a block are shared, but counted all the same. */
function sizeOf(blocks: SelectedBlocks): number {
  return blocks.reduce((sum, rows) => sum + (rows?.byteLength ?? 0), 0)
}
