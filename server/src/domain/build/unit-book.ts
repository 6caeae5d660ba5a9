import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { Texts } from '#server/domain/survey/survey-model.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { FormerPlace } from '#server/domain/survey/unit-tree.ts'
import { insertUnits } from './units.ts'
import type { NewUnit } from './units.ts'

/** A stored unit. */
interface StoredUnit {
  id: number
  viewId: number
  parentId: number | null
  extName: string
  aliases: readonly string[]
  validFrom: string | null
  /** The unit that this one goes on from since `validFrom`. */
  succeedsId: number | null
}

/** Inserts units of a view and returns their ids in the same order. */
type Insert = (viewId: number, units: readonly NewUnit[]) => Promise<number[]>

/**
 * Reads the units of a survey, to look up those of rows by name. `titlesOf` gives the titles of inserted units; before any are
 * inserted `whenFree` waits until `db` is free, where it has other statements under way.
 */
export async function openUnitBook(
  db: Kysely<Database>,
  { universeId, surveyId }: { universeId: number; surveyId: number },
  titlesOf: (extName: string) => Texts,
  whenFree: () => Promise<void> = () => Promise.resolve(),
): Promise<UnitBook> {
  const stored = { units: await readUnits(db, surveyId), former: await readFormerPlaces(db, surveyId) }
  return new UnitBook(stored, async (viewId, units) => {
    await whenFree()
    return insertUnits(
      db,
      { universeId, viewId },
      units.map((unit) => ({ ...unit, titles: titlesOf(unit.extName) })),
    )
  })
}

/** Looks up the leaf units of rows by their levels, and inserts missing units in batches. */
export class UnitBook {
  private readonly ids = new Map<string, number>()
  private readonly units = new Map<number, Pick<StoredUnit, 'parentId' | 'extName'>>()
  /** Units that go on from others since a day, both ways. */
  private readonly successors = new Map<number, { id: number; since: string }>()
  private readonly predecessors = new Map<number, { id: number; since: string }>()
  private readonly insert: Insert
  /** Number of units inserted. */
  inserted = 0

  constructor(
    { units: stored, former }: { units: readonly StoredUnit[]; former: readonly FormerPlace[] },
    insert: Insert,
  ) {
    this.insert = insert
    for (const { viewId, parentId, extName, unitId } of former) this.ids.set(keyOf(viewId, parentId, extName), unitId)
    for (const unit of stored)
      for (const name of unit.aliases) this.ids.set(keyOf(unit.viewId, unit.parentId, name), unit.id)
    // Set last, so that a unit's name takes precedence over another unit's alias.
    for (const unit of stored) this.ids.set(keyOf(unit.viewId, unit.parentId, unit.extName), unit.id)
    for (const { id, parentId, extName, succeedsId, validFrom } of stored) {
      this.units.set(id, { parentId, extName })
      if (succeedsId === null || validFrom === null) continue
      this.successors.set(succeedsId, { id, since: validFrom })
      this.predecessors.set(id, { id: succeedsId, since: validFrom })
    }
  }

  /** The unit that a unit of the lowest level was or is on a day (ISO), if it was moved on a date. */
  onDay(id: number, day: string): number {
    let at = id
    for (let next = this.successors.get(at); next && day >= next.since; next = this.successors.get(at)) at = next.id
    for (let last = this.predecessors.get(at); last && day < last.since; last = this.predecessors.get(at)) at = last.id
    return at
  }

  /** The names of a unit's place from the top. */
  placeOf(id: number): readonly string[] {
    const names: string[] = []
    let unit = this.units.get(id)
    while (unit) {
      names.unshift(unit.extName)
      unit = unit.parentId === null ? undefined : this.units.get(unit.parentId)
    }
    return names
  }

  /** Id of the leaf unit of each place, given by its levels from the top. A blank level is the "not stated" unit. */
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
    const ids = await this.insert(viewId, [...missing.values()])
    let index = 0
    for (const [key, { parentId, extName }] of missing) {
      const id = ids[index++] ?? 0
      this.ids.set(key, id)
      this.units.set(id, { parentId, extName })
    }
    this.inserted += missing.size
  }
}

async function readUnits(db: Kysely<Database>, surveyId: number): Promise<StoredUnit[]> {
  const rows = await db
    .selectFrom('unit')
    .innerJoin('view', 'view.id', 'unit.view_id')
    .where('view.survey_id', '=', surveyId)
    .selectAll('unit')
    .orderBy('unit.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    viewId: row.view_id,
    parentId: row.parent_id,
    extName: row.ext_name,
    aliases: row.aliases,
    validFrom: row.valid_from,
    succeedsId: row.succeeds_id,
  }))
}

function readFormerPlaces(db: Kysely<Database>, surveyId: number): Promise<FormerPlace[]> {
  return db
    .selectFrom('unit_former_place as place')
    .innerJoin('view', 'view.id', 'place.view_id')
    .where('view.survey_id', '=', surveyId)
    .select([
      'place.view_id as viewId',
      'place.parent_id as parentId',
      'place.ext_name as extName',
      'place.unit_id as unitId',
    ])
    .execute()
}

function keyOf(viewId: number, parentId: number | null, extName: string): string {
  return `${viewId} ${parentId ?? 0} ${extName}`
}
