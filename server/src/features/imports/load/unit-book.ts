import { blankUnit } from '#server/domain/survey/unit-tree'

/** A unit as it is stored. */
export interface StoredUnit {
  id: number
  viewId: number
  parentId: number | null
  extName: string
  aliases: readonly string[]
}

/** A unit to be made. */
export interface NewUnit {
  depth: number
  parentId: number | null
  extName: string
}

/** Makes units and returns their ids in the order asked for. */
export type MakeUnits = (viewId: number, units: readonly NewUnit[]) => Promise<number[]>

/** The units of a survey's views: finds a row's leaf unit by its levels and has missing units made, a batch at a time. */
export class UnitBook {
  private readonly ids = new Map<string, number>()
  private readonly make: MakeUnits
  /** Units made so far. */
  made = 0

  constructor(stored: readonly StoredUnit[], make: MakeUnits) {
    this.make = make
    for (const unit of stored)
      for (const name of unit.aliases) this.ids.set(keyOf(unit.viewId, unit.parentId, name), unit.id)
    // A unit's own name goes before another's alias.
    for (const unit of stored) this.ids.set(keyOf(unit.viewId, unit.parentId, unit.extName), unit.id)
  }

  /** Leaf unit of each place, given by its levels from the top. A blank level is the unit that is not stated. */
  async leaves(viewId: number, places: readonly (readonly (string | null)[])[]): Promise<number[]> {
    let parents: (number | null)[] = places.map(() => null)
    const depth = places[0]?.length ?? 0
    for (let level = 0; level < depth; level++) {
      const wanted = places.map((place, index) => ({
        parentId: parents[index] ?? null,
        extName: place[level] ?? blankUnit,
      }))
      await this.ensure(viewId, level + 1, wanted)
      parents = wanted.map(({ parentId, extName }) => this.ids.get(keyOf(viewId, parentId, extName)) ?? null)
    }
    return parents.map((id) => id ?? 0)
  }

  private async ensure(viewId: number, depth: number, wanted: readonly Omit<NewUnit, 'depth'>[]): Promise<void> {
    const missing = new Map<string, NewUnit>()
    for (const { parentId, extName } of wanted) {
      const key = keyOf(viewId, parentId, extName)
      if (!this.ids.has(key)) missing.set(key, { depth, parentId, extName })
    }
    if (missing.size === 0) return
    const ids = await this.make(viewId, [...missing.values()])
    let index = 0
    for (const key of missing.keys()) this.ids.set(key, ids[index++] ?? 0)
    this.made += missing.size
  }
}

function keyOf(viewId: number, parentId: number | null, extName: string): string {
  return `${viewId} ${parentId ?? 0} ${extName}`
}
