import type { HookName } from '@gensvar/contract/script-types/index'
import { insertScript, insertScriptVersion } from '#server/domain/build/script.ts'
import { raiseHookVersions } from '#server/domain/survey/hook-scripts-store.ts'
import type { Dashboard } from './dashboard.ts'

type Place = Pick<Dashboard, 'deps' | 'universeId' | 'surveyId'>

/** Gives a survey a script that the product calls, in place of all that it has; returns its id. */
export async function setHook({ deps: { db }, ...owner }: Place, type: HookName, text: string): Promise<number> {
  await removeHooks({ deps: { db }, ...owner } as Place)
  const { surveyId, universeId } = owner
  const id = await insertScript(db, { scriptType: type, extName: type.toLowerCase(), surveyId, universeId })
  await insertScriptVersion(db, id, { text, source: 'user', author: '' })
  await raiseHookVersions(db, owner)
  return id
}

/** Deletes the scripts that the product calls for a survey. */
export async function removeHooks({ deps: { db }, surveyId, universeId }: Place): Promise<void> {
  await db.deleteFrom('script').where('survey_id', '=', surveyId).where('script_type', '<>', 'CONFIGURATION').execute()
  await raiseHookVersions(db, { surveyId, universeId })
}

/** What a script's event log says, in the order in which it happened. */
export async function hookEvents({ deps: { db } }: Pick<Place, 'deps'>, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('script_event')
    .select(['event_type', 'message'])
    .where('script_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ event_type, message }) => `${event_type} ${message}`)
}
