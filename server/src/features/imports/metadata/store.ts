import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { NewQuestion } from '#server/domain/build/questions.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

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

/** Gives choices their titles. */
export async function updateChoiceTitles(
  db: Db,
  questionId: number,
  titles: Readonly<Record<string, Record<string, string>>>,
): Promise<void> {
  await sql`update choice set title = t.value from jsonb_each(${JSON.stringify(titles)}::jsonb) as t
             where choice.question_id = ${questionId} and choice.ext_name = t.key`.execute(db)
}

/** What a later import may change of a question. */
type QuestionChanges = Partial<Pick<NewQuestion, 'title' | 'wording' | 'language' | 'filterable' | 'format'>>

/** Changes texts and settings of a question. */
export async function updateQuestion(db: Db, questionId: number, changes: QuestionChanges): Promise<void> {
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
