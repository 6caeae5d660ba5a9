import type { ChoicePart } from '../products/product.ts'
import type { Cell } from '../tables/cell.ts'
import { isChosen } from './chosen.ts'
import { ColumnProfiler } from './column-profile.ts'
import type { ColumnProfile } from './column-profile.ts'

/** Profiles a question whose choices have a column each, as if the chosen ones were in one column. */
export class ChoiceTally {
  private readonly profile = new ColumnProfiler().profile
  private readonly parts: readonly ChoicePart[]

  constructor(parts: readonly ChoicePart[]) {
    this.parts = parts
  }

  /** Counts one row. */
  add(cells: readonly Cell[], row: number): void {
    const { profile } = this
    profile.rows++
    let any = false
    for (const { index, label } of this.parts) {
      if (!isChosen(cells[index] ?? null)) continue
      any = true
      const known = profile.values.get(label)
      if (known) known.count++
      else profile.values.set(label, { count: 1, row, code: profile.values.size })
    }
    if (any) profile.filled++
    else profile.blank++
  }

  /** The finished profile; `values` counts each choice. */
  finish(): ColumnProfile {
    this.profile.distinct = this.profile.values.size
    return this.profile
  }
}
