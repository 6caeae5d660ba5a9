import type { Deps } from '#server/domain/context.ts'
import { createUser } from './factories.ts'

/** An import of a survey that brought in nothing. */
export async function createImportSet(db: Deps['db'], surveyId: number): Promise<number> {
  const { id } = await db
    .insertInto('import_set')
    .values({
      ...{ survey_id: surveyId, created: new Date(), username: 'somebody', filename: 'rows.csv' },
      ...{ made_survey: false, responses_only: true, before: '{}' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An uploaded file, of a user of its own if none is given. */
export async function createUpload(
  db: Deps['db'],
  of: { universeId: number; surveyId: number | null; component: string; ownerId?: number },
): Promise<string> {
  const created = new Date()
  const file = await db
    .insertInto('stored_file')
    .values({ universe_id: of.universeId, survey_id: of.surveyId, created, size: 0, has_cases: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const head = { format: 'xlsx', sheet: 'Rows', sheets: ['Rows'], columns: [{ name: 'Rating', firstRow: '3' }] }
  const { uuid } = await db
    .insertInto('import_upload')
    .values({
      owner_id: of.ownerId ?? (await createUser(db)).id,
      ...{ universe_id: of.universeId, survey_id: of.surveyId, component: of.component, filename: 'rows.xlsx' },
      ...{ created, head: JSON.stringify(head), file_id: file.id },
    })
    .returning('uuid')
    .executeTakeFirstOrThrow()
  return uuid
}
