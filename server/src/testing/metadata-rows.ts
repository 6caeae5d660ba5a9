import type { Deps } from '#server/domain/context.ts'
import { insertChoices } from '#server/domain/build/questions.ts'
import { findQuestion } from '#server/features/metadata/store.ts'

type Db = Deps['db']

/** Id of the question with a variable. */
export async function questionIdOf(db: Db, surveyId: number, variable: string): Promise<number> {
  const { id } = await db
    .selectFrom('question')
    .select('id')
    .where('survey_id', '=', surveyId)
    .where('variable', '=', variable)
    .executeTakeFirstOrThrow()
  return id
}

/** Stores a choice that no answer has. Returns its id. */
export async function createChoice(db: Db, surveyId: number): Promise<number> {
  const questionId = await questionIdOf(db, surveyId, 'comment')
  const { code } = await db
    .selectFrom('choice')
    .select((eb) => eb.fn.coalesce(eb.fn.max('code'), eb.lit(0)).as('code'))
    .where('question_id', '=', questionId)
    .executeTakeFirstOrThrow()
  const extName = crypto.randomUUID()
  await insertChoices(db, [{ questionId, choices: [{ extName, title: {}, code: code + 1 }] }])
  const { id } = await db.selectFrom('choice').select('id').where('ext_name', '=', extName).executeTakeFirstOrThrow()
  return id
}

/** Bodies of the calls that save metadata: they carry the stored version, and names that are free. */
export const metadataBodies: Readonly<Record<string, (db: Db, surveyId: number) => Promise<object>>> = {
  async saveQuestionGroup() {
    const texts = { type: '', name: {}, features: '{}', format: '{}' }
    return { id: null, version: 0, extName: crypto.randomUUID(), sorder: 1, ...texts }
  },
  async saveQuestion(db, surveyId) {
    const found = await findQuestion(db, surveyId, await questionIdOf(db, surveyId, 'comment'))
    if (!found) throw new Error('the survey has no question comment')
    const settings = { features: '{}', format: '{}', language: '', renameSeen: null }
    return { ...found.question, ...settings, diffmode: crypto.randomUUID() }
  },
  async saveChoice(db, surveyId) {
    const questionId = await questionIdOf(db, surveyId, 'channel')
    const choice = { extname: crypto.randomUUID(), title: {}, features: '{}', renameSeen: null }
    return { id: null, questionId, version: 0, ...choice }
  },
}
