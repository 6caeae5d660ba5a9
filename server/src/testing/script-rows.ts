import type { HookName } from '@gensvar/contract/script-types/index'
import type { Kysely } from 'kysely'
import { insertScript, insertScriptVersion } from '#server/domain/build/script.ts'
import { raiseHookVersions } from '#server/domain/survey/hook-scripts-store.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** Stores a script of a survey with one version and one event; returns the ids of both. */
export async function createScriptRow(
  db: Db,
  { universeId, surveyId }: { universeId: number; surveyId: number },
  text = 'function main() { return 1 }',
): Promise<{ scriptId: number; eventId: number }> {
  const id = await insertScript(db, { universeId, surveyId, scriptType: 'GENERIC', extName: 'counts' })
  await insertScriptVersion(db, id, { text, source: 'user', author: '' })
  const event = await db
    .insertInto('script_event')
    .values({ script_id: id, event_type: 'ERROR', message: 'It failed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { scriptId: id, eventId: event.id }
}

/** Bodies of the calls about scripts that change one. */
export const scriptBodies: Readonly<Record<string, object>> = {
  saveScript: {
    ...{ id: 0, surveyId: null, universe: false, scriptType: 'GENERIC', extname: 'walked', description: '' },
    ...{ disabled: false, script: 'function main() {}', matchingMetaInterviews: [], version: 0 },
  },
  runScript: { interviewId: null },
  rollBackScript: { number: 1, version: 1 },
}

/** Stores an enabled script that the product calls by itself; returns its id. It is in force at once. */
export async function createHookRow(
  db: Db,
  { universeId, surveyId }: { universeId: number; surveyId: number },
  scriptType: HookName,
  text: string,
): Promise<number> {
  const id = await insertScript(db, { universeId, surveyId, scriptType, extName: scriptType.toLowerCase() })
  await insertScriptVersion(db, id, { text, source: 'user', author: '' })
  await raiseHookVersions(db, { surveyId, universeId })
  return id
}
