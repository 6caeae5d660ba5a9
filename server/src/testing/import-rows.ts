import type { Deps } from '#server/domain/context.ts'
import { saveDoubts, savePlanRecord } from '#server/features/imports/doubts/store.ts'
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

/** A doubt as an import leaves it behind, with as much of its plan as a decision needs. */
export async function doubtSomething({ db }: Deps, surveyId: number): Promise<void> {
  await saveDoubts(db, surveyId, [
    { doubt: { kind: 'below', variable: 'rating', min: 1, max: 5 }, chosen: 'counted', decider: null },
  ])
  const roles = {
    eventDate: null,
    key: null,
    main: null,
    tiles: [],
    drivers: [],
    recommend: null,
    comments: [],
    heading: null,
  }
  const contact = { name: null, email: null, phone: null, language: null }
  const plan = {
    columns: [],
    views: [],
    roles: { ...roles, contact },
    rows: 0,
    notes: [],
    suggestedKey: null,
    span: null,
    unfinished: null,
  }
  await savePlanRecord(db, surveyId, { plan, title: 'Walked', today: '2026-01-01', given: null })
}
