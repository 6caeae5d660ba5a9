import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A user, as an owner. */
export interface OwnerRow {
  userId: number
  name: string
  username: string
}

/** The owners of units, by id. */
export async function readOwners(
  db: Db,
  units: readonly Pick<Unit, 'ownerUserId'>[],
): Promise<ReadonlyMap<number, OwnerRow>> {
  const ids = [...new Set(units.flatMap(({ ownerUserId }) => ownerUserId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('app_user')
    .where('id', 'in', ids)
    .select(['id as userId', 'username', sql<string | null>`trim(first_name || ' ' || last_name)`.as('fullName')])
    .execute()
  return new Map(rows.map(({ fullName, ...row }) => [row.userId, { ...row, name: fullName || row.username }]))
}

/** Version of a unit, the units before and after it, and where it was found before. */
export async function readRelatives(db: Db, unitId: number) {
  const [unit, successor, formerPlaces] = await Promise.all([
    db.selectFrom('unit').select(['version', 'succeeds_id as succeedsId']).where('id', '=', unitId).executeTakeFirst(),
    db.selectFrom('unit').select('id').where('succeeds_id', '=', unitId).orderBy('id', 'desc').executeTakeFirst(),
    db
      .selectFrom('unit_former_place')
      .select(['parent_id as parentId', 'ext_name as extName'])
      .where('unit_id', '=', unitId)
      .orderBy('parent_id')
      .orderBy('ext_name')
      .execute(),
  ])
  return {
    version: unit?.version ?? 0,
    succeedsId: unit?.succeedsId ?? null,
    succeededById: successor?.id ?? null,
    formerPlaces,
  }
}
