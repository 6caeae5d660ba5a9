import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Texts } from '#server/domain/survey/survey-model.ts'

/** A universe to store. Defaults: any host, English, UTC, surveys made by root alone. */
export interface NewUniverse {
  name: string
  title?: Texts
  /** Host name of its address. */
  host?: string
  timeZone?: string
  branding?: Readonly<Record<string, string>>
  /** Whether its administrators may make surveys, from files or with a questionnaire. */
  adminsCreateSurveys?: boolean
  /** Whether they may edit dashboards. */
  editsDashboards?: boolean
}

/** Inserts a universe; returns its id. Throws `conflict` where the name is in use. */
export async function insertUniverse(db: Kysely<Database>, universe: NewUniverse): Promise<number> {
  const id = await insertIfFree(db, universe)
  if (id === null) throw new AppError('conflict', say`There is already a universe "${universe.name}".`)
  return id
}

/** Id of the universe with a name; inserted if missing. An existing one keeps its title and settings. */
export async function ensureUniverse(db: Kysely<Database>, universe: NewUniverse): Promise<number> {
  const id = await insertIfFree(db, universe)
  if (id !== null) return id
  const found = await db.selectFrom('universe').select('id').where('name', '=', universe.name).executeTakeFirstOrThrow()
  return found.id
}

async function insertIfFree(db: Kysely<Database>, universe: NewUniverse): Promise<number | null> {
  const row = await db
    .insertInto('universe')
    .values({
      name: universe.name,
      title: JSON.stringify(universe.title ?? {}),
      host: universe.host,
      time_zone: universe.timeZone,
      branding: JSON.stringify(universe.branding ?? {}),
      admins_create_surveys: universe.adminsCreateSurveys ?? false,
      edits_dashboards: universe.editsDashboards ?? false,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
