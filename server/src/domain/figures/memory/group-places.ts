import type { GroupKey } from '../rows/grouping.ts'
import { doublesOf, wordsOf } from './block.ts'
import type { Block } from './block.ts'
import type { Column } from './column.ts'
import type { ColumnsByName } from './columns-by-name.ts'
import { oneGroup } from './workspace.ts'
import type { Workspace } from './workspace.ts'

type MovedKey = Extract<GroupKey, { kind: 'moved' }>

/** Finds the groups of rows. Groups are numbered as rows of them come. */
export interface GroupPlaces {
  /** By a group's index its id: NaN for null. */
  readonly ids: readonly number[]
  /** About how many groups there can be; 1 where there is one alone. */
  readonly most: number
  /** By row of the block, for the given rows: their group's index. */
  placesOf(workspace: Workspace, block: Block, rows: Uint16Array, count: number): Int32Array
  /** The index of the group with an id (NaN for null), which may be a new one. */
  placeOf(id: number): number
}

/** Most groups assumed: ids of units lie far apart, and are fewer than the numbers between them. */
const manyGroups = 1 << 16

/** Prepares the groups of a key. Throws `MissingColumn`. */
export function groupPlaces(held: ColumnsByName, key: GroupKey): GroupPlaces {
  switch (key.kind) {
    case 'same':
      return { ids: [key.id ?? Number.NaN], most: 1, placesOf: () => oneGroup, placeOf: () => 0 }
    case 'column': {
      const column = held.column(key.column)
      return column.tableSize === null ? new PlacesByValue(column) : new PlacesByCode(column, (value) => value)
    }
    case 'steps': {
      const column = held.column(key.column)
      const step = (value: number): number => stepOf(value, key.bounds)
      return column.tableSize === null ? new PlacesByValue(column, step) : new PlacesByCode(column, step)
    }
    case 'moved':
      return new MovedPlaces(held, key)
  }
}

/** How many of the ascending bounds a value reaches; NaN when it reaches all or is missing, as in SQL. */
function stepOf(value: number, bounds: readonly number[]): number {
  const at = bounds.findIndex((bound) => value < bound)
  return at < 0 ? Number.NaN : at
}

/** Numbers groups by their ids. */
class Numbering {
  readonly ids: number[] = []
  private readonly places = new Map<number, number>()

  placeOf(id: number): number {
    const known = this.places.get(id)
    if (known !== undefined) return known
    const place = this.ids.push(id) - 1
    this.places.set(id, place)
    return place
  }
}

class PlacesByCode implements GroupPlaces {
  readonly most: number
  private readonly numbering = new Numbering()
  private readonly column: Column
  private readonly idOf: (value: number) => number
  /** By code: the group's index; -1 where no row of it has come yet. */
  private readonly byCode: Int32Array

  constructor(column: Column, idOf: (value: number) => number) {
    this.column = column
    this.idOf = idOf
    this.most = Math.min(column.codeCount, manyGroups)
    this.byCode = new Int32Array(column.codeCount).fill(-1)
  }

  get ids(): readonly number[] {
    return this.numbering.ids
  }

  placeOf(id: number): number {
    return this.numbering.placeOf(id)
  }

  placesOf(workspace: Workspace, block: Block, rows: Uint16Array, count: number): Int32Array {
    const words = wordsOf(workspace, this.column, block)
    const { byCode } = this
    const { places } = workspace
    for (let at = 0; at < count; at++) {
      const row = rows[at] ?? 0
      const code = words[row] ?? 0
      const place = byCode[code] ?? -1
      places[row] = place < 0 ? this.begin(code) : place
    }
    return places
  }

  private begin(code: number): number {
    const place = this.numbering.placeOf(this.idOf(this.column.valueOf(code)))
    this.byCode[code] = place
    return place
  }
}

class PlacesByValue implements GroupPlaces {
  readonly most = manyGroups
  private readonly numbering = new Numbering()
  private readonly column: Column
  private readonly idOf: (value: number) => number

  constructor(column: Column, idOf: (value: number) => number = (value) => value) {
    this.column = column
    this.idOf = idOf
  }

  get ids(): readonly number[] {
    return this.numbering.ids
  }

  placeOf(id: number): number {
    return this.numbering.placeOf(id)
  }

  placesOf(workspace: Workspace, block: Block, rows: Uint16Array, count: number): Int32Array {
    const values = doublesOf(workspace.doubles, this.column, block)
    const { places } = workspace
    let last = Number.POSITIVE_INFINITY
    let place = 0
    for (let at = 0; at < count; at++) {
      const row = rows[at] ?? 0
      const value = values[row] ?? Number.NaN
      if (value !== last) {
        last = value
        place = this.numbering.placeOf(this.idOf(value))
      }
      places[row] = place
    }
    return places
  }
}

/** By the column's values, but by a group's id where a row's leaf has moved to one. */
class MovedPlaces implements GroupPlaces {
  readonly most = manyGroups
  private readonly numbering = new Numbering()
  private readonly column: Column
  private readonly leaf: Column
  private readonly groupOf: ReadonlyMap<number, number>

  constructor(held: ColumnsByName, { column, leaf, groups }: MovedKey) {
    this.column = held.column(column)
    this.leaf = held.column(leaf)
    this.groupOf = new Map(groups.flatMap(({ id, leaves }) => leaves.map((one) => [one, id] as const)))
  }

  get ids(): readonly number[] {
    return this.numbering.ids
  }

  placeOf(id: number): number {
    return this.numbering.placeOf(id)
  }

  placesOf(workspace: Workspace, block: Block, rows: Uint16Array, count: number): Int32Array {
    const values = doublesOf(workspace.doubles, this.column, block)
    const leaves = doublesOf(workspace.subjects, this.leaf, block)
    const { places } = workspace
    // Rows of a unit are adjacent: most have the same leaf as the row before.
    let lastValue = Number.POSITIVE_INFINITY
    let lastLeaf = Number.POSITIVE_INFINITY
    let place = 0
    for (let at = 0; at < count; at++) {
      const row = rows[at] ?? 0
      const value = values[row] ?? Number.NaN
      const leaf = leaves[row] ?? Number.NaN
      if (value !== lastValue || leaf !== lastLeaf) {
        lastValue = value
        lastLeaf = leaf
        place = this.numbering.placeOf(this.groupOf.get(leaf) ?? value)
      }
      places[row] = place
    }
    return places
  }
}
