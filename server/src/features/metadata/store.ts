import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { QuestionType, Texts } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>
type Settings = Readonly<Record<string, unknown>>

/** A question group as stored; `version` changes with every change of the row, whoever makes it. */
export interface GroupRow {
  id: number
  version: number
  extName: string
  type: string
  name: Texts
  features: Settings
  format: Settings
  sorder: number
}

/** A question as stored. */
export interface QuestionRow {
  id: number
  version: number
  /** Ext name of its group; empty without one. */
  group: string
  variable: string
  foreignName: string
  type: QuestionType
  title: Texts
  question: Texts
  features: Settings
  format: Settings
  filterable: boolean
  weighted: boolean
  anonymizable: boolean
  diffmode: string
  scaleMin: number | null
  scaleMax: number | null
  language: string | null
  sorder: number
}

/** A choice as stored. */
export interface ChoiceRow {
  id: number
  version: number
  questionId: number
  extName: string
  code: number
  title: Texts
  features: Settings
}

/** Everything of a survey's metadata, each in its order. */
export interface MetadataRows {
  groups: GroupRow[]
  questions: QuestionRow[]
  choices: ChoiceRow[]
}

/** A number that differs whenever a row does: an import changes rows as well, and knows nothing of versions. */
const versionOf = (row: string) => sql<number>`hashtext(to_jsonb(${sql.ref(row)})::text)`.as('version')

/** Reads the metadata of a survey. */
export async function readMetadata(db: Db, surveyId: number): Promise<MetadataRows> {
  const [groups, questions, choices] = await Promise.all([
    db
      .selectFrom('question_group as g')
      .where('g.survey_id', '=', surveyId)
      .orderBy('g.sorder')
      .orderBy('g.id')
      .select(['g.id', 'g.ext_name as extName', 'g.type', 'g.name', 'g.features', 'g.format', 'g.sorder'])
      .select(versionOf('g'))
      .execute(),
    questionsQuery(db, surveyId).orderBy('q.sorder').orderBy('q.id').execute(),
    choicesQuery(db, surveyId).orderBy('c.sorder').orderBy('c.id').execute(),
  ])
  return { groups, questions: questions.map((row) => ({ ...row, group: row.group ?? '' })), choices }
}

function questionsQuery(db: Db, surveyId: number) {
  return db
    .selectFrom('question as q')
    .leftJoin('question_group as g', 'g.id', 'q.group_id')
    .where('q.survey_id', '=', surveyId)
    .select(['q.id', 'q.variable', 'q.foreign_name as foreignName', 'q.type', 'q.title', 'q.question'])
    .select(['q.features', 'q.format', 'q.filterable', 'q.weighted', 'q.anonymizable', 'q.diffmode', 'q.sorder'])
    .select(['q.scale_min as scaleMin', 'q.scale_max as scaleMax', 'q.language', 'g.ext_name as group'])
    .select(versionOf('q'))
}

function choicesQuery(db: Db, surveyId: number) {
  return db
    .selectFrom('choice as c')
    .innerJoin('question as q', 'q.id', 'c.question_id')
    .where('q.survey_id', '=', surveyId)
    .select(['c.id', 'c.question_id as questionId', 'c.ext_name as extName', 'c.code', 'c.title', 'c.features'])
    .select(versionOf('c'))
}

/** The question of an id with its choices, if it is of the survey. */
export async function findQuestion(
  db: Db,
  surveyId: number,
  id: number,
): Promise<{ question: QuestionRow; choices: ChoiceRow[] } | null> {
  const row = await questionsQuery(db, surveyId).where('q.id', '=', id).executeTakeFirst()
  if (!row) return null
  const choices = await choicesQuery(db, surveyId)
    .where('c.question_id', '=', id)
    .orderBy('c.sorder')
    .orderBy('c.id')
    .execute()
  return { question: { ...row, group: row.group ?? '' }, choices }
}

/** The id of the question that a choice of a survey belongs to; null where there is no such choice. */
export async function findQuestionOfChoice(db: Db, surveyId: number, choiceId: number): Promise<number | null> {
  const row = await choicesQuery(db, surveyId).where('c.id', '=', choiceId).executeTakeFirst()
  return row?.questionId ?? null
}

/** Locks a survey against imports and against samples that are saved: what they name may change. */
export async function lockSurvey(db: Db, surveyId: number): Promise<void> {
  await db.selectFrom('survey').select('id').where('id', '=', surveyId).forUpdate().execute()
}

/** Changes a question group. */
export async function updateGroupRow(db: Db, group: GroupRow): Promise<void> {
  const { id, version: _, extName, name, features, format, ...values } = group
  await db
    .updateTable('question_group')
    .set({
      ...values,
      ext_name: extName,
      name: JSON.stringify(name),
      features: JSON.stringify(features),
      format: JSON.stringify(format),
    })
    .where('id', '=', id)
    .execute()
}

/** Changes a question, but not its choices nor its answers. */
export async function updateQuestionRow(db: Db, surveyId: number, row: QuestionRow): Promise<void> {
  const { id, version: _, group, foreignName, title, question: wording, ...rest } = row
  const { features, format, scaleMin, scaleMax, ...values } = rest
  const found = db.selectFrom('question_group').where('survey_id', '=', surveyId).where('ext_name', '=', group)
  const groupId = (await found.select('id').executeTakeFirst())?.id ?? null
  await db
    .updateTable('question')
    .set({
      ...values,
      group_id: groupId,
      foreign_name: foreignName,
      title: JSON.stringify(title),
      question: JSON.stringify(wording),
      features: JSON.stringify(features),
      format: JSON.stringify(format),
      scale_min: scaleMin,
      scale_max: scaleMax,
    })
    .where('id', '=', id)
    .execute()
}

/** Changes a choice's name, title and features. */
export async function updateChoiceRow(
  db: Db,
  { id, extName, title, features }: Pick<ChoiceRow, 'id' | 'extName' | 'title' | 'features'>,
): Promise<void> {
  await db
    .updateTable('choice')
    .set({ ext_name: extName, title: JSON.stringify(title), features: JSON.stringify(features) })
    .where('id', '=', id)
    .execute()
}

/** Removes a choice. */
export async function removeChoiceRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('choice').where('id', '=', id).execute()
}

/** Removes every choice of a question. */
export async function removeChoiceRows(db: Db, questionId: number): Promise<void> {
  await db.deleteFrom('choice').where('question_id', '=', questionId).execute()
}

/** How many responses have a choice as their answer, or as one of them. */
export async function countChoiceAnswers(
  db: Db,
  surveyId: number,
  { variable, extName, isNumber }: { variable: string; extName: string; isNumber: boolean },
): Promise<number> {
  const name = JSON.stringify(extName)
  const is = isNumber
    ? sql`answers->>${variable}::text = ${extName}`
    : sql`(answers->${variable}::text = ${name}::jsonb or answers->${variable}::text @> ${`[${name}]`}::jsonb)`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from response where survey_id = ${surveyId} and ${is}`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Lets answers of this transaction keep the keys that choose the noise of their figures: the same answers under another
 * name must not get another one.
 */
export async function keepRecordKeys(db: Db): Promise<void> {
  await sql`select set_config('gensvar.keeps_record_keys', 'on', true)`.execute(db)
}

/** The languages of a universe in which texts are edited. */
export async function readLocales(db: Db, universeId: number): Promise<string[]> {
  const row = await db.selectFrom('universe').select('locales').where('id', '=', universeId).executeTakeFirst()
  return row?.locales ?? []
}
