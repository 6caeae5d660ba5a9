import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { QuestionType, Texts } from '#server/domain/survey/survey-model.ts'
import { insertRows } from './insert-rows.ts'

/** A group of questions to store. */
export interface NewGroup {
  extName: string
  title: Texts
}

/** An answer that can be chosen. */
export interface NewChoice {
  extName: string
  title: Texts
  /** Small number for the choice in the analytics store, and its position; by default counted from 1. */
  code?: number
}

/** A question to store. */
export interface NewQuestion {
  variable: string
  type: QuestionType
  title?: Texts
  /** The wording the respondent saw. */
  wording?: Texts
  /** Name of the column in the imported file. */
  header?: string
  choices?: readonly NewChoice[]
  scale?: readonly [min: number, max: number]
  /** Ext name of the question's group. */
  group?: string
  filterable?: boolean
  anonymizable?: boolean
  /** Language of open answers where it does not depend on the respondent. */
  language?: string
  features?: Readonly<Record<string, unknown>>
  format?: Readonly<Record<string, unknown>>
}

/** Inserts the groups that a survey does not have yet. */
export async function insertGroups(db: Kysely<Database>, surveyId: number, groups: readonly NewGroup[]): Promise<void> {
  const known = await readGroupIds(db, surveyId)
  const rows = groups
    .map(({ extName, title }, order) => ({ survey_id: surveyId, ext_name: extName, name: title, sorder: order }))
    .filter((row) => !known.has(row.ext_name))
  await insertRows(db, 'question_group', rows)
}

/**
 * Inserts questions with their choices, after those the survey has; their groups must exist. Returns their ids by
 * variable.
 */
export async function insertQuestions(
  db: Kysely<Database>,
  surveyId: number,
  questions: readonly NewQuestion[],
): Promise<Map<string, number>> {
  const groupIds = await readGroupIds(db, surveyId)
  const first = await readNextOrder(db, surveyId)
  const ids = await insertRows(
    db,
    'question',
    questions.map((question, index) => ({
      survey_id: surveyId,
      group_id: groupIds.get(question.group ?? '') ?? null,
      variable: question.variable,
      foreign_name: question.header ?? '',
      type: question.type,
      title: question.title ?? {},
      question: question.wording ?? {},
      features: question.features ?? {},
      format: question.format ?? {},
      filterable: question.filterable ?? true,
      anonymizable: question.anonymizable ?? false,
      scale_min: question.scale?.[0] ?? null,
      scale_max: question.scale?.[1] ?? null,
      language: question.language ?? null,
      sorder: first + index,
    })),
  )
  const idOf = new Map(questions.map(({ variable }, index) => [variable, ids[index] ?? 0]))
  await insertChoices(
    db,
    questions.map(({ variable, choices = [] }) => ({ questionId: idOf.get(variable) ?? 0, choices })),
  )
  return idOf
}

/** Adds choices to questions. Their codes must be free. */
export async function insertChoices(
  db: Kysely<Database>,
  questions: readonly { questionId: number; choices: readonly NewChoice[] }[],
): Promise<void> {
  const rows = questions.flatMap(({ questionId, choices }) =>
    choices.map(({ extName, title, code }, index) => ({
      question_id: questionId,
      ext_name: extName,
      code: code ?? index + 1,
      title,
      sorder: code ?? index + 1,
    })),
  )
  await insertRows(db, 'choice', rows)
}

async function readGroupIds(db: Kysely<Database>, surveyId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('question_group')
    .select(['id', 'ext_name'])
    .where('survey_id', '=', surveyId)
    .execute()
  return new Map(rows.map((row) => [row.ext_name, row.id]))
}

async function readNextOrder(db: Kysely<Database>, surveyId: number): Promise<number> {
  const row = await db
    .selectFrom('question')
    .select((eb) => eb.fn.max('sorder').as('last'))
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return (row?.last ?? -1) + 1
}
