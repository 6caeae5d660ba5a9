import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { insertChoices, insertQuestions } from '#server/domain/build/questions.ts'
import type { QuestionType, Texts } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { retype, stepsOf } from './retype.ts'
import { reasonToKeep } from './save-choice.ts'
import { renameAt } from './save-question.ts'
import type { RenameAt } from './rename/place.ts'
import { readMetadata, removeChoiceRow, updateQuestionRow } from './store.ts'
import type { ChoiceRow, QuestionRow } from './store.ts'

/** A question as a questionnaire asks it. */
export interface WrittenQuestion {
  variable: string
  type: QuestionType
  title: Texts
  wording: Texts
  /** Ends of a scale; null for other types. */
  scale: readonly [min: number, max: number] | null
  /** Choices of the types single and multiple, in their order; empty for others. */
  choices: readonly { extName: string; title: Texts }[]
  /** Settings that are added to those it has. */
  features: Readonly<Record<string, unknown>>
  /** What a form calls it, such as `questions.3`: errors are told at fields of it. */
  field: string
}

/** The survey that questions are written to. */
interface WrittenSurvey {
  surveyId: number
  /** Null for one without. */
  configuration: string | null
}

/**
 * Adds and changes questions with their choices, in a write with the survey locked. The others stay, and a choice that is
 * left out goes only where nothing uses it. Questions keep what else is stored of them. Returns the choices that stay
 * though they were left out, by variable. Throws `validation` at `FIELD.type`, `FIELD.scale.min` or `FIELD.scale.max`
 * where the answers or the configuration forbid a type or scale: `configuration` is what will be in force besides the
 * questionnaire.
 */
export async function writeQuestions(
  tx: WriteTx,
  { surveyId, configuration }: WrittenSurvey,
  questions: readonly WrittenQuestion[],
): Promise<Map<string, string[]>> {
  const { questions: stored, choices } = await readMetadata(tx.db, surveyId)
  const byName = new Map(stored.map((row) => [row.variable, row]))
  const choicesOf = Map.groupBy(choices, ({ questionId }) => questionId)
  const fresh = questions.filter(({ variable }) => !byName.has(variable))
  await insertQuestions(
    tx.db,
    surveyId,
    fresh.map((one) => ({ ...one, scale: one.scale ?? undefined, choices: startChoices(one) })),
  )
  const kept = new Map<string, string[]>()
  for (const question of questions) {
    const row = byName.get(question.variable)
    if (!row) continue
    const before = choicesOf.get(row.id) ?? []
    const stays = await changeQuestion(tx, { surveyId, configuration }, { row, choices: before }, question)
    if (stays.length > 0) kept.set(question.variable, stays)
  }
  await orderQuestions(tx.db, surveyId, questions)
  return kept
}

/** The choices of a new question: its own, or the steps of its scale. */
function startChoices({ type, scale, choices }: WrittenQuestion): { extName: string; title: Texts; code?: number }[] {
  if (type !== 'scale') return [...choices]
  const [scaleMin = null, scaleMax = null] = scale ?? []
  return stepsOf({ type, scaleMin, scaleMax }).map((step) => ({
    extName: String(step),
    title: { en: String(step) },
    code: step,
  }))
}

async function changeQuestion(
  tx: WriteTx,
  survey: WrittenSurvey,
  { row, choices }: { row: QuestionRow; choices: readonly ChoiceRow[] },
  wanted: WrittenQuestion,
): Promise<string[]> {
  const { type, title, wording, scale, field } = wanted
  const [scaleMin = null, scaleMax = null] = scale ?? []
  const ends = { type, scaleMin, scaleMax }
  const isRetyped = type !== row.type || scaleMin !== row.scaleMin || scaleMax !== row.scaleMax
  if (isRetyped)
    await atField(field, async () => retype({ ...(await placeOf(tx, survey)), question: row, choices }, ends))
  const after: QuestionRow = {
    ...row,
    ...ends,
    title: { ...title },
    question: { ...wording },
    features: { ...row.features, ...wanted.features },
  }
  if (!isDeepStrictEqual(row, after)) await updateQuestionRow(tx.db, survey.surveyId, after)
  if (type !== 'single' && type !== 'multiple') return []
  const present = isRetyped ? await readChoices(tx.db, survey.surveyId, row.id) : choices
  return changeChoices(tx, survey, { question: after, choices: present }, wanted)
}

async function changeChoices(
  tx: WriteTx,
  survey: WrittenSurvey,
  { question, choices }: { question: QuestionRow; choices: readonly ChoiceRow[] },
  wanted: WrittenQuestion,
): Promise<string[]> {
  const known = new Set(choices.map(({ extName }) => extName))
  const last = Math.max(0, ...choices.map(({ code }) => code))
  const added = wanted.choices.filter(({ extName }) => !known.has(extName))
  await insertChoices(tx.db, [
    { questionId: question.id, choices: added.map((choice, at) => ({ ...choice, code: last + at + 1 })) },
  ])
  const asked = new Set(wanted.choices.map(({ extName }) => extName))
  const stays: string[] = []
  for (const choice of choices) {
    if (asked.has(choice.extName)) continue
    const reason = await reasonToKeep(await placeOf(tx, survey), question, choice)
    if (reason === null) await removeChoiceRow(tx.db, choice.id)
    else stays.push(choice.extName)
  }
  const order = [
    ...wanted.choices.map(({ extName, title }) => ({ extName, title })),
    ...stays.map((extName) => ({ extName, title: null })),
  ]
  await sql`
    update choice c set sorder = w.place, title = coalesce(w.title, c.title)
      from jsonb_array_elements(${JSON.stringify(order)}::jsonb) with ordinality as one(value, place),
           lateral (select one.place::int, nullif(one.value->'title', 'null'::jsonb), one.value->>'extName')
             as w(place, title, ext_name)
     where c.question_id = ${question.id} and c.ext_name = w.ext_name
       and (c.sorder <> w.place or c.title <> coalesce(w.title, c.title))`.execute(tx.db)
  return stays
}

async function placeOf(tx: WriteTx, { surveyId, configuration }: WrittenSurvey): Promise<RenameAt> {
  return { ...(await renameAt(tx, surveyId)), configuration }
}

async function readChoices(db: Kysely<Database>, surveyId: number, questionId: number): Promise<ChoiceRow[]> {
  const { choices } = await readMetadata(db, surveyId)
  return choices.filter((choice) => choice.questionId === questionId)
}

/** Puts questions in the order that they are asked in, among the places that they have. */
async function orderQuestions(
  db: Kysely<Database>,
  surveyId: number,
  questions: readonly WrittenQuestion[],
): Promise<void> {
  const names = questions.map(({ variable }) => variable)
  await sql`
    with wanted as (
      select variable, ordinality as place from unnest(${names}::text[]) with ordinality as w(variable, ordinality)
    ), places as (
      select q.sorder, row_number() over (order by q.sorder, q.id) as place
        from question q join wanted using (variable) where q.survey_id = ${surveyId}
    )
    update question q set sorder = places.sorder
      from wanted join places using (place)
     where q.survey_id = ${surveyId} and q.variable = wanted.variable and q.sorder <> places.sorder`.execute(db)
}

/** Tells what is wrong with a type or scale at the fields of a questionnaire. */
async function atField(field: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation') throw error
    const names: Readonly<Record<string, string>> = { scaleMin: 'scale.min', scaleMax: 'scale.max' }
    const fields = Object.entries(error.fields ?? {}).map(([name, words]) => [`${field}.${names[name] ?? name}`, words])
    throw new AppError('validation', error.words, Object.fromEntries(fields))
  }
}
