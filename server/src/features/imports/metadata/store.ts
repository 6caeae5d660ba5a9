import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types'
import type { ExistingQuestion } from '../plan/existing-survey.ts'

type Db = Kysely<Database>

/** Makes question groups; returns their ids by ext name. */
export async function insertGroups(
  db: Db,
  surveyId: number,
  groups: readonly { extName: string; title: Record<string, string> }[],
): Promise<Map<string, number>> {
  if (groups.length > 0) {
    await db
      .insertInto('question_group')
      .values(
        groups.map(({ extName, title }, index) => ({
          survey_id: surveyId,
          ext_name: extName,
          name: JSON.stringify(title),
          sorder: index,
        })),
      )
      .onConflict((conflict) => conflict.columns(['survey_id', 'ext_name']).doNothing())
      .execute()
  }
  const rows = await db
    .selectFrom('question_group')
    .select(['id', 'ext_name'])
    .where('survey_id', '=', surveyId)
    .execute()
  return new Map(rows.map((row) => [row.ext_name, row.id]))
}

/** A question to be made or changed. */
export interface QuestionDraft {
  variable: string
  header: string
  type: ExistingQuestion['type']
  title: Record<string, string>
  wording: Record<string, string>
  groupId: number | null
  min: number | null
  max: number | null
  language: string | null
  filterable: boolean
  features: Record<string, unknown>
  format: Record<string, unknown>
  order: number
}

/** Makes a question; returns its id. */
export async function insertQuestion(db: Db, surveyId: number, draft: QuestionDraft): Promise<number> {
  const { id } = await db
    .insertInto('question')
    .values({
      survey_id: surveyId,
      group_id: draft.groupId,
      variable: draft.variable,
      foreign_name: draft.header,
      type: draft.type,
      title: JSON.stringify(draft.title),
      question: JSON.stringify(draft.wording),
      features: JSON.stringify(draft.features),
      format: JSON.stringify(draft.format),
      filterable: draft.filterable,
      scale_min: draft.min,
      scale_max: draft.max,
      language: draft.language,
      sorder: draft.order,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Codes of the choices of a survey's questions, by variable and ext name. */
export async function readChoiceCodes(db: Db, surveyId: number): Promise<Map<string, Map<string, number>>> {
  const rows = await db
    .selectFrom('choice')
    .innerJoin('question', 'question.id', 'choice.question_id')
    .where('question.survey_id', '=', surveyId)
    .select(['question.variable', 'choice.ext_name', 'choice.code'])
    .execute()
  const groups = Map.groupBy(rows, (row) => row.variable)
  return new Map([...groups].map(([variable, all]) => [variable, new Map(all.map((row) => [row.ext_name, row.code]))]))
}

/** Adds choices to a question. */
export async function insertChoices(
  db: Db,
  questionId: number,
  choices: readonly { extName: string; code: number; title: Record<string, string> }[],
): Promise<void> {
  const rows = choices.map(({ extName, code, title }) => ({ n: extName, c: code, t: title }))
  await sql`insert into choice (question_id, ext_name, code, title, sorder)
            select ${questionId}::int, r.n, r.c, r.t, r.c
              from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(n text, c int, t jsonb)`.execute(db)
}

/** Gives choices their titles. */
export async function updateChoiceTitles(
  db: Db,
  questionId: number,
  titles: Readonly<Record<string, Record<string, string>>>,
): Promise<void> {
  await sql`update choice set title = t.value from jsonb_each(${JSON.stringify(titles)}::jsonb) as t
             where choice.question_id = ${questionId} and choice.ext_name = t.key`.execute(db)
}

/** Changes texts and settings of a question. */
export async function updateQuestion(
  db: Db,
  questionId: number,
  changes: Partial<Pick<QuestionDraft, 'title' | 'wording' | 'language' | 'filterable' | 'format'>>,
): Promise<void> {
  const { title, wording, language, filterable, format } = changes
  const set = {
    ...(title === undefined ? {} : { title: JSON.stringify(title) }),
    ...(wording === undefined ? {} : { question: JSON.stringify(wording) }),
    ...(language === undefined ? {} : { language }),
    ...(filterable === undefined ? {} : { filterable }),
    ...(format === undefined ? {} : { format: JSON.stringify(format) }),
  }
  if (Object.keys(set).length > 0) await db.updateTable('question').set(set).where('id', '=', questionId).execute()
}
