import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { Texts } from '#server/domain/survey/survey-model.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import { insertUnits } from './units.ts'
import type { NewUnit } from './units.ts'

/** A stored unit. */
interface StoredUnit {
  id: number
  viewId: number
  parentId: number | null
  extName: string
  aliases: readonly string[]
}

/** Inserts units of a view and returns their ids in the same order. */
type Insert = (viewId: number, units: readonly NewUnit[]) => Promise<number[]>

/** Reads the units of a survey, to look up those of rows by name. `titlesOf` gives the titles of inserted units. */
export async function openUnitBook(
  db: Kysely<Database>,
  { universeId, surveyId }: { universeId: number; surveyId: number },
  titlesOf: (extName: string) => Texts,
): Promise<UnitBook> {
  return new UnitBook(await readUnits(db, surveyId), (viewId, units) =>
    insertUnits(
      db,
      { universeId, viewId },
      units.map((unit) => ({ ...unit, titles: titlesOf(unit.extName) })),
    ),
  )
}

/** Looks up the leaf units of rows by their levels, and inserts missing units in batches. */
export class UnitBook {
  private readonly ids = new Map<string, number>()
  private readonly insert: Insert
  /** Number of units inserted. */
  inserted = 0

  constructor(stored: readonly StoredUnit[], insert: Insert) {
    this.insert = insert
    for (const unit of stored)
      for (const name of unit.aliases) this.ids.set(keyOf(unit.viewId, unit.parentId, name), unit.id)
    // Set last, so that a unit's name takes precedence over another unit's alias.
    for (const unit of stored) this.ids.set(keyOf(unit.viewId, unit.parentId, unit.extName), unit.id)
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
    for (const key of missing.keys()) this.ids.set(key, ids[index++] ?? 0)
    this.inserted += missing.size
  }
}

async function readUnits(db: Kysely<Database>, surveyId: number): Promise<StoredUnit[]> {
  const rows = await db
    .selectFrom('unit')
    .innerJoin('view', 'view.id', 'unit.view_id')
    .where('view.survey_id', '=', surveyId)
    .select(['unit.id', 'unit.view_id', 'unit.parent_id', 'unit.ext_name', 'unit.aliases'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    viewId: row.view_id,
    parentId: row.parent_id,
    extName: row.ext_name,
    aliases: row.aliases,
  }))
}

function keyOf(viewId: number, parentId: number | null, extName: string): string {
  return `${viewId} ${parentId ?? 0} ${extName}`
}
