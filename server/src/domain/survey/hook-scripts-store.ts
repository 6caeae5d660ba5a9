import { isHookName } from '@gensvar/contract/script-types/index'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { HookScript } from './survey-model.ts'

/**
 * The enabled scripts that the product calls for a survey, each in its current version: those of the survey first, then
 * that of its universe, then global ones that name the survey or none.
 */
export async function readHookScripts(
  db: Kysely<Database>,
  survey: { id: number; universeId: number; extName: string },
): Promise<HookScript[]> {
  const rows = await db
    .selectFrom('script')
    .innerJoin('script_version', (join) =>
      join
        .onRef('script_version.script_id', '=', 'script.id')
        .onRef('script_version.version', '=', 'script.current_version'),
    )
    .select([
      'script.id',
      'script.script_type as type',
      'script.ext_name as extName',
      'script_version.version',
      'script_version.text',
    ])
    .where('script.disabled', '=', false)
    .where('script.script_type', '<>', 'CONFIGURATION')
    .where((eb) =>
      eb.or([
        eb('script.survey_id', '=', survey.id),
        eb.and([
          eb('script.survey_id', 'is', null),
          eb.or([eb('script.universe_id', 'is', null), eb('script.universe_id', '=', survey.universeId)]),
          sql<boolean>`(script.matching = '{}' or ${survey.extName} = any(script.matching))`,
        ]),
      ]),
    )
    .orderBy(sql`script.survey_id is null`)
    .orderBy(sql`script.universe_id is null`)
    .orderBy('script.ext_name')
    .orderBy('script.id')
    .execute()
  return rows.flatMap(({ type, ...row }) => (isHookName(type) ? [{ ...row, type }] : []))
}

/**
 * Makes every process read the scripts of surveys again: of one, of all of a universe, or of all. Must be called in the
 * transaction that changes a script.
 */
export async function raiseHookVersions(
  db: Kysely<Database>,
  owner: { surveyId: number | null; universeId: number | null },
): Promise<void> {
  const { surveyId, universeId } = owner
  await db
    .updateTable('survey')
    .set((eb) => ({ model_version: eb('model_version', '+', 1) }))
    .$if(surveyId !== null, (query) => query.where('id', '=', surveyId))
    .$if(surveyId === null && universeId !== null, (query) => query.where('universe_id', '=', universeId))
    .execute()
}
