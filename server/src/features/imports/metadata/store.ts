import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { insertChoices, insertGroups } from '#server/domain/build/questions.ts'
import type { NewChoice, NewGroup, NewQuestion } from '#server/domain/build/questions.ts'
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

/** What a question is after a decision: its type and settings, and all of its choices. */
export interface RetypedQuestion extends Pick<NewQuestion, 'type' | 'scale' | 'filterable' | 'format'> {
  questionId: number
  choices: readonly NewChoice[]
}

/** Gives questions another type and settings, where they are told, and replaces their choices. */
export async function retypeQuestions(db: Db, questions: readonly RetypedQuestion[]): Promise<void> {
  if (questions.length === 0) return
  const rows = questions.map(({ questionId: id, type, scale, filterable, format }) => ({
    id,
    type,
    least: scale?.[0] ?? null,
    most: scale?.[1] ?? null,
    filterable: filterable ?? null,
    format: format ?? null,
  }))
  await sql`
    update question q
       set type = w.type, scale_min = w.least, scale_max = w.most,
           filterable = coalesce(w.filterable, q.filterable), format = coalesce(w.format, q.format)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as w(id int, type text, least float8, most float8, filterable boolean, format jsonb)
     where q.id = w.id`.execute(db)
  const ids = questions.map(({ questionId }) => questionId)
  await sql`delete from choice where question_id = any(${ids}::int[])`.execute(db)
  await insertChoices(db, questions)
}

/** The different answers to a closed question. */
export async function readAnswerNames(db: Db, surveyId: number, variable: string): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select distinct part.name
      from response, lateral jsonb_path_query(answers->${variable}::text, 'lax $[*]') as answer(value),
           lateral (select answer.value #>> '{}') as part(name)
     where survey_id = ${surveyId}`.execute(db)
  return result.rows.map(({ name }) => name)
}

/** Puts questions into groups, which are added where missing, and removes those of `own` that are empty then. */
export async function regroupQuestions(
  db: Db,
  surveyId: number,
  groups: readonly (NewGroup & { questions: readonly string[] })[],
  own: readonly string[],
): Promise<void> {
  await insertGroups(db, surveyId, groups)
  const places = groups.flatMap(({ extName, questions }) => questions.map((variable) => ({ variable, group: extName })))
  await sql`
    update question set group_id = wanted.id
      from question q
      left join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(variable text, "group" text) on p.variable = q.variable
      left join question_group wanted on wanted.survey_id = q.survey_id and wanted.ext_name = p."group"
     where question.id = q.id and q.survey_id = ${surveyId}
       and (wanted.id is not null or q.group_id in
            (select id from question_group where survey_id = ${surveyId} and ext_name = any(${[...own]}::text[])))`.execute(
    db,
  )
  await sql`
    delete from question_group g
     where survey_id = ${surveyId} and ext_name = any(${[...own]}::text[])
       and not exists (select from question where group_id = g.id)`.execute(db)
  const order = groups.map(({ extName }, sorder) => ({ extName, sorder }))
  await sql`
    update question_group g set sorder = o.sorder
      from jsonb_to_recordset(${JSON.stringify(order)}::jsonb) as o("extName" text, sorder int)
     where g.survey_id = ${surveyId} and g.ext_name = o."extName"`.execute(db)
}
