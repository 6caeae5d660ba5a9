import type { Holder } from './column-cache.ts'
import { HeldColumns } from './held-columns.ts'

/** Holds columns in this thread. */
export const heldHere: Holder<HeldColumns> = {
  shares: 1,
  take: (parts) => (held, missed) => {
    const [loaded = { ids: new Float64Array(), columns: new Map() }] = parts
    if (held) {
      held.add(loaded, missed)
      return held
    }
    const made = new HeldColumns(loaded.ids, loaded.columns)
    for (const rows of missed) made.replace(rows)
    return made
  },
}
