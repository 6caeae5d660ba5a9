import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { isInvited } from '../load/store.ts'
import { isId } from './find-errors.ts'
import type { KnownKey } from './find-errors.ts'

type Db = Kysely<Database>

/**
 * The responses of a survey that keys name, and what keeps those of an anonymous survey from being changed. `isApart`: it is
 * one, and they would be completed.
 */
export async function findKeys(
  db: Db,
  surveyId: number,
  { by, isApart }: { by: 'key' | 'id'; isApart: boolean },
  keys: readonly string[],
): Promise<Map<string, KnownKey>> {
  const wanted = by === 'id' ? keys.filter(isId) : keys
  if (wanted.length === 0) return new Map()
  const column = by === 'id' ? sql`id::text` : sql`foreign_id`
  const where = by === 'id' ? sql`id = any(${wanted}::bigint[])` : sql`foreign_id = any(${wanted}::text[])`
  const { rows } = await sql<KnownKey & { key: string }>`
    select ${column} as key, released as "isFinal", ${isInvited(sql`r`, isApart)} as "isInvited"
      from response r where survey_id = ${surveyId} and ${where}`.execute(db)
  return new Map(rows.map(({ key, ...known }) => [key, known]))
}

/** How columns were linked in the last import through a component, by their names. */
export interface RememberedMapping {
  state: string
  fields: Record<string, string>
  key: { by: 'key' | 'id'; name: string } | null
}

/** The mapping of the last import through a component; null before the first. */
export async function findLastMapping(db: Db, surveyId: number, component: string): Promise<RememberedMapping | null> {
  const row = await db
    .selectFrom('import_set')
    .select('mapping')
    .where('survey_id', '=', surveyId)
    .where('component', '=', component)
    .where('mapping', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.mapping as RememberedMapping | null | undefined) ?? null
}
