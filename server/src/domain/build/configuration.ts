import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { insertScript, insertScriptVersion } from './script.ts'
import { announceConfiguration } from '#server/domain/notices/configuration-channel.ts'

type Db = Kysely<Database>

/** A saved configuration; `author` tells whether the import wrote it or the file contained it. */
export interface StoredConfiguration {
  text: string
  source: 'import' | 'user'
  author: string
  /** What its author wrote about it. */
  note?: string
}

/** The current configuration, or null. */
export async function readConfiguration(db: Db, surveyId: number): Promise<StoredConfiguration | null> {
  const row = await db
    .selectFrom('script')
    .innerJoin('script_version', (join) =>
      join
        .onRef('script_version.script_id', '=', 'script.id')
        .onRef('script_version.version', '=', 'script.current_version'),
    )
    .where('script.survey_id', '=', surveyId)
    .where('script.script_type', '=', 'CONFIGURATION')
    .select(['script_version.text', 'script_version.source', 'script_version.author'])
    .executeTakeFirst()
  return row ?? null
}

/** Saves a configuration as the survey's next version. */
export async function saveConfiguration(
  db: Db,
  survey: { id: number; universeId: number; extName: string },
  script: StoredConfiguration,
): Promise<void> {
  const found = await db
    .selectFrom('script')
    .select('id')
    .where('survey_id', '=', survey.id)
    .where('script_type', '=', 'CONFIGURATION')
    .executeTakeFirst()
  const { id: surveyId, universeId, extName } = survey
  const id = found?.id ?? (await insertScript(db, { universeId, surveyId, scriptType: 'CONFIGURATION', extName }))
  await insertScriptVersion(db, id, script)
  await announceConfiguration(db, survey.id)
}
