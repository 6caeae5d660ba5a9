import type { Insertable, Kysely, Updateable } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A key as it is stored, with the names of its survey and its user. */
export type KeyRow = Awaited<ReturnType<typeof listKeyRows>>[number]

function selectKeys(db: Kysely<Database>, universeId: number) {
  return db
    .selectFrom('api_key')
    .innerJoin('survey', 'survey.id', 'api_key.survey_id')
    .leftJoin('app_user', 'app_user.id', 'api_key.user_id')
    .selectAll('api_key')
    .select(['survey.ext_name as survey', 'app_user.username', 'app_user.is_root as userIsRoot'])
    .where('api_key.universe_id', '=', universeId)
}

/** The keys of a universe by name. */
export function listKeyRows(db: Kysely<Database>, universeId: number) {
  return selectKeys(db, universeId).orderBy('api_key.ext_name').execute()
}

/** A key of a universe. */
export function readKeyRow(db: Kysely<Database>, universeId: number, id: number): Promise<KeyRow | undefined> {
  return selectKeys(db, universeId).where('api_key.id', '=', id).executeTakeFirst()
}

/** Adds a key; returns its id. */
export async function insertKeyRow({ db }: WriteTx, row: Insertable<Database['api_key']>): Promise<number> {
  const { id } = await db.insertInto('api_key').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a key that is locked, and raises its version. */
export async function changeKeyRow(
  { db }: WriteTx,
  id: number,
  values: Updateable<Database['api_key']>,
): Promise<void> {
  await db
    .updateTable('api_key')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a key. */
export async function removeKeyRow({ db }: WriteTx, id: number): Promise<void> {
  await db.deleteFrom('api_key').where('id', '=', id).execute()
}

/** Locks a key of a universe until the transaction ends; undefined where there is none. */
export function lockKeyRow({ db }: WriteTx, universeId: number, id: number) {
  return db
    .selectFrom('api_key')
    .select(['ext_name', 'survey_id', 'type', 'token_hash', 'revoked_at', 'version'])
    .where('universe_id', '=', universeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the names of a universe's keys until the transaction ends; whether another key has a name. */
export async function isNameTaken(
  { db }: WriteTx,
  { universeId, id, name }: { universeId: number; id: number | null; name: string },
): Promise<boolean> {
  await db.selectFrom('universe').select('id').where('id', '=', universeId).forNoKeyUpdate().execute()
  const other = await db
    .selectFrom('api_key')
    .select('id')
    .where('universe_id', '=', universeId)
    .where('ext_name', '=', name)
    .$if(id !== null, (query) => query.where('id', '<>', id ?? 0))
    .executeTakeFirst()
  return other !== undefined
}

/** The surveys of a universe by name. */
export function listSurveysOf(db: Kysely<Database>, universeId: number) {
  return db
    .selectFrom('survey')
    .select(['id', 'ext_name as extName', 'title', 'model_version as version'])
    .where('universe_id', '=', universeId)
    .orderBy('ext_name')
    .execute()
}

/** A user by name, compared without case. */
export function findUser(db: Kysely<Database>, username: string) {
  return db
    .selectFrom('app_user')
    .select(['id', 'is_root as isRoot'])
    .where(({ eb, fn }) => eb(fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
}
