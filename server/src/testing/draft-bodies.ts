import { sql } from 'kysely'
import type { Deps } from '#server/domain/context.ts'
import { readCurrentVersion } from '#server/features/dashboard-editor/store.ts'

type Db = Deps['db']

/** Version of the draft that each call of the route walk finds. */
export const walkedDraft = 5

/** Stores a draft at the version that is walked: the text in force, or another one. Returns the number in force. */
export async function storeDraft(db: Db, surveyId: number, given?: string): Promise<number> {
  const current = await readCurrentVersion(db, surveyId)
  const [text, number] = [given ?? current?.text ?? '', current?.number ?? 0]
  await sql`
    insert into configuration_draft (survey_id, text, version, based_on, author)
    values (${surveyId}, ${text}, ${walkedDraft}, ${number}, 'anna')
    on conflict (survey_id) do update
      set text = excluded.text, version = excluded.version, based_on = excluded.based_on`.execute(db)
  return number
}

/** Bodies of the calls of the dashboard editor; each finds the draft at the version that it names. */
export const draftBodies: Readonly<Record<string, (db: Db, surveyId: number) => Promise<object | undefined>>> = {
  saveDraft: async (db, surveyId) => ({
    text: 'title: Visits\n',
    version: walkedDraft,
    basedOn: await storeDraft(db, surveyId),
  }),
  async discardDraft(db, surveyId) {
    await storeDraft(db, surveyId)
    return undefined
  },
  checkDraft: async () => ({ text: 'title: Visits\n' }),
  async publishDraft(db, surveyId) {
    await storeDraft(db, surveyId)
    return { version: walkedDraft, note: 'As it was' }
  },
  rollbackConfiguration: async (db, surveyId) => ({ number: 1, current: await storeDraft(db, surveyId), note: '' }),
}
