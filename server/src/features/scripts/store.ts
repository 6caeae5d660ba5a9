import type { Kysely } from 'kysely'
import type { StoredScript } from '@gensvar/contract/scripts'
import { insertScript, insertScriptVersion } from '#server/domain/build/script.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** Events that are sent with a script. */
const mostSent = 100

/** A script without its text. */
export interface ScriptRow {
  id: number
  universeId: number | null
  surveyId: number | null
  surveyExtName: string | null
  scriptType: string
  extName: string
  description: string
  disabled: boolean
  matching: string[]
  version: number
  updated: Date
}

/** What somebody can change of a script. */
export interface ScriptContent {
  scriptType: string
  extName: string
  description: string
  disabled: boolean
  matching: readonly string[]
}

/** Where a script belongs: to a survey, to a universe, or to neither (global). */
export type ScriptOwner = { surveyId: number; universeId: number } | { surveyId: null; universeId: number | null }

function scripts(db: Db) {
  return db
    .selectFrom('script')
    .leftJoin('survey', 'survey.id', 'script.survey_id')
    .select([
      'script.id',
      'script.universe_id as universeId',
      'script.survey_id as surveyId',
      'survey.ext_name as surveyExtName',
      'script.script_type as scriptType',
      'script.ext_name as extName',
      'script.description',
      'script.disabled',
      'script.matching',
      'script.current_version as version',
      'script.updated_at as updated',
    ])
}

/** The scripts of a survey, or the global ones (null), each with the number of its errors. */
export async function listScriptRows(
  db: Db,
  surveyId: number | null,
): Promise<(ScriptRow & { errorEvents: number })[]> {
  const rows = scripts(db)
    .select((eb) =>
      eb
        .selectFrom('script_event')
        .whereRef('script_event.script_id', '=', 'script.id')
        .where('event_type', '=', 'ERROR')
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('errorEvents'),
    )
    .where('script.survey_id', surveyId === null ? 'is' : '=', surveyId)
    .$if(surveyId === null, (query) => query.where('script.universe_id', 'is', null))
    .orderBy('script.script_type')
    .orderBy('script.ext_name')
    .orderBy('script.id')
  return (await rows.execute()).map((row) => ({ ...row, errorEvents: row.errorEvents ?? 0 }))
}

/** A script of a universe, of one of its surveys, or a global one; undefined for one of another universe. */
export async function findScriptRow(db: Db, id: number, universeId: number | null): Promise<ScriptRow | undefined> {
  return scripts(db)
    .where('script.id', '=', id)
    .where((eb) => eb.or([eb('script.universe_id', 'is', null), eb('script.universe_id', '=', universeId)]))
    .executeTakeFirst()
}

/** The script of a universe. */
export async function findUniverseScriptRow(db: Db, universeId: number): Promise<ScriptRow | undefined> {
  return scripts(db)
    .where('script.survey_id', 'is', null)
    .where('script.universe_id', '=', universeId)
    .executeTakeFirst()
}

/** A version of a script with its text. */
export async function findVersionRow(db: Db, scriptId: number, version: number) {
  return db
    .selectFrom('script_version')
    .select(['version', 'text as script', 'author', 'source', 'created_at as createdAt'])
    .where('script_id', '=', scriptId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The versions of a script, the newest first. */
export async function listVersionRows(db: Db, scriptId: number) {
  return db
    .selectFrom('script_version')
    .select(['version', 'author', 'source', 'created_at as createdAt'])
    .where('script_id', '=', scriptId)
    .orderBy('version', 'desc')
    .limit(1000)
    .execute()
}

/** Adds a script with its first version; returns its id. */
export async function insertScriptRow(
  { db }: WriteTx,
  owner: ScriptOwner,
  content: ScriptContent,
  version: { text: string; author: string },
): Promise<number> {
  const id = await insertScript(db, { ...owner, ...content })
  await insertScriptVersion(db, id, { ...version, source: 'user' })
  return id
}

/** Saves a script as its next version, over the one that was read; false where that is not the current one. */
export async function saveScriptRow(
  { db }: WriteTx,
  { id, version }: { id: number; version: number },
  content: ScriptContent,
  next: { text: string; author: string },
): Promise<boolean> {
  const saved = await db
    .updateTable('script')
    .set(columnsOf(content))
    .where('id', '=', id)
    .where('current_version', '=', version)
    .executeTakeFirst()
  if (saved.numUpdatedRows === 0n) return false
  await insertScriptVersion(db, id, { ...next, source: 'user' })
  return true
}

/** Saves what a script is called and whether it runs, without a new version. */
export async function saveScriptFacts({ db }: WriteTx, id: number, content: ScriptContent): Promise<void> {
  await db.updateTable('script').set(columnsOf(content)).where('id', '=', id).execute()
}

/** Deletes a script with its versions and events. */
export async function removeScriptRow({ db }: WriteTx, id: number): Promise<void> {
  await db.deleteFrom('script').where('id', '=', id).execute()
}

function columnsOf({ scriptType, extName, description, disabled, matching }: ScriptContent) {
  return { script_type: scriptType, ext_name: extName, description, disabled, matching: [...matching] }
}

/** The newest events of a script. */
export async function listEventRows(db: Db, scriptId: number): Promise<StoredScript['events']> {
  const rows = await db
    .selectFrom('script_event')
    .select(['id', 'event_type as eventType', 'message', 'created_at as created'])
    .where('script_id', '=', scriptId)
    .orderBy('id', 'desc')
    .limit(mostSent)
    .execute()
  return rows.map(({ created, ...row }) => ({ ...row, updated: created.toISOString() }))
}

/** The script that an event is of. */
export async function findEventRow(db: Db, id: number): Promise<{ scriptId: number } | undefined> {
  return db.selectFrom('script_event').select('script_id as scriptId').where('id', '=', id).executeTakeFirst()
}

/** Deletes an event, or all events of a script. */
export async function removeEventRows({ db }: WriteTx, which: { id: number } | { scriptId: number }): Promise<void> {
  const events = db.deleteFrom('script_event')
  await ('id' in which ? events.where('id', '=', which.id) : events.where('script_id', '=', which.scriptId)).execute()
}
