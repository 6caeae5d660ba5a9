import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A script without its text; without a universe it is global. */
export interface NewScript {
  universeId: number | null
  surveyId: number | null
  scriptType: string
  extName: string
  description?: string
  disabled?: boolean
  /** Ext names of the surveys that a global script applies to; empty for all. */
  matching?: readonly string[]
}

/** A text of a script; `author` tells whether the import wrote it or the file contained it. */
export interface NewScriptVersion {
  text: string
  source: 'import' | 'user'
  author: string
  note?: string
}

/** Adds a script, which has no version yet; returns its id. */
export async function insertScript(db: Db, script: NewScript): Promise<number> {
  const { universeId, surveyId, scriptType, extName, description = '', disabled = false, matching = [] } = script
  const { id } = await db
    .insertInto('script')
    .values({
      universe_id: universeId,
      survey_id: surveyId,
      script_type: scriptType,
      ext_name: extName,
      description,
      disabled,
      matching: [...matching],
      current_version: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds the next version of a script, which is in force from then on. */
export async function insertScriptVersion(db: Db, scriptId: number, version: NewScriptVersion): Promise<void> {
  const { current_version: number } = await db
    .updateTable('script')
    .set((eb) => ({
      // After a rollback the current version is lower than the highest existing one.
      current_version: sql<number>`greatest(${eb.ref('current_version')},
        (select coalesce(max(version), 0) from script_version where script_id = ${scriptId})) + 1`,
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', scriptId)
    .returning('current_version')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('script_version')
    .values({ script_id: scriptId, version: number, ...version })
    .execute()
}
