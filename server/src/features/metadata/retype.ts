import { Count, listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { insertChoices } from '#server/domain/build/questions.ts'
import type { NewChoice } from '#server/domain/build/questions.ts'
import type { QuestionType, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { configurationProblems } from './configuration-problems.ts'
import { knownQuestions } from '#server/domain/survey/configuration-text.ts'
import { convertAnswers, countNoDates, countSeveral, misfitsOfNumbers, readDifferent } from './retype-store.ts'
import type { AnswerForm } from './retype-store.ts'
import { keepRecordKeys, removeChoiceRows } from './store.ts'
import type { ChoiceRow, QuestionRow } from './store.ts'

type Db = Kysely<Database>

/** A question of a survey, as it is before. */
interface Retyped {
  db: Db
  model: SurveyModel
  configuration: string | null
  question: QuestionRow
  choices: readonly ChoiceRow[]
}

/** The type and the ends of the scale that a question is to have; the ends are null for other types. */
export interface WantedType {
  type: QuestionType
  scaleMin: number | null
  scaleMax: number | null
}

/** Answers become choices if there are no more different ones. */
const mostChoices = 1000
/** A scale of at most so many steps has choices, so that it can be filtered by. */
const mostSteps = 21

/** The form of the answers to a question of a type. */
const formOf: Record<QuestionType, AnswerForm> = {
  scale: 'number',
  numeric: 'number',
  single: 'text',
  text: 'text',
  date: 'text',
  multiple: 'list',
}

/** What a question of a type can become, where its answers fit. */
const targets: Record<QuestionType, readonly QuestionType[]> = {
  scale: ['numeric', 'single'],
  numeric: ['scale', 'single'],
  single: ['scale', 'numeric', 'multiple', 'text'],
  multiple: ['single'],
  text: ['scale', 'numeric', 'single', 'date'],
  date: ['text'],
}

/**
 * Gives a question another type, or its scale other ends, with its answers and choices. Runs in a write with the survey
 * locked; the question's own row is saved by the caller. Throws `validation` at `type`, `scaleMin` or `scaleMax` with the
 * reason where the answers or the configuration forbid it.
 */
export async function retype(at: Retyped, wanted: WantedType): Promise<void> {
  const { question, db, model } = at
  const isSame = wanted.type === question.type
  if (isSame && wanted.scaleMin === question.scaleMin && wanted.scaleMax === question.scaleMax) return
  const scale = scaleOf(wanted)
  demandChangeable(at, wanted)
  const asked = { surveyId: model.id, variable: question.variable }
  if (formOf[wanted.type] === 'number') await demandNumbers(db, asked, { scale, isSame, type: wanted.type })
  if (wanted.type === 'date') {
    const others = await countNoDates(db, asked)
    if (others > 0) throw wrong('type', say`${new Count(others)} answers are no dates such as 2026-01-31.`)
  }
  if (question.type === 'multiple') {
    const several = await countSeveral(db, asked)
    if (several > 0) throw wrong('type', say`${new Count(several)} answers consist of several choices.`)
  }
  if (isSame && wanted.type !== 'scale') return
  const different = wanted.type === 'single' ? await demandFewDifferent(at, asked) : []
  if (formOf[question.type] !== formOf[wanted.type]) {
    await keepRecordKeys(db)
    await convertAnswers(db, asked, formOf[wanted.type])
  }
  await replaceChoices(at, wanted, different)
}

function scaleOf({ type, scaleMin: min, scaleMax: max }: WantedType): { min: number; max: number } | null {
  if (type !== 'scale') return null
  if (min === null) throw wrong('scaleMin', say`A scale needs its lowest number.`)
  if (max === null) throw wrong('scaleMax', say`A scale needs its highest number.`)
  if (min >= max) throw wrong('scaleMax', say`The highest number of a scale is above its lowest.`)
  return { min, max }
}

/** Refuses what the survey forbids, whatever the answers are. */
function demandChangeable({ model, configuration, question }: Retyped, { type }: WantedType): void {
  if (model.anonymity)
    throw wrong(
      'type',
      say`Types and scales in an anonymous survey stay: the figures that are published of it depend on them.`,
    )
  if (type === question.type) return
  if (!targets[question.type].includes(type))
    throw wrong('type', say`A question of the type ${question.type} cannot become ${type}.`)
  if (question.format['steps'] !== undefined || question.format['lowBest'] === true)
    throw wrong('type', say`Its numbers were made of the words of a file, which further files are read by.`)
  const view = model.views.find(({ levels }) => levels.includes(question.variable))
  if (view) throw wrong('type', say`It is a level of the view "${view.extName}", which needs the type single.`)
  if (configuration === null) return
  const before = knownQuestions(model)
  const after = before.map((one) => (one.variable === question.variable ? { variable: one.variable, type } : one))
  const problems = configurationProblems(configuration, after)
  const [first] = problems
  if (first && problems.length > configurationProblems(configuration, before).length)
    throw wrong('type', say`The configuration needs the type it has, line ${first.line}: ${first.text}.`)
}

/** The kinds of answers that are no numbers, in words. */
const kindWords: Readonly<Record<string, Words>> = {
  words: say`words`,
  'words with digits': say`words with digits`,
  dates: say`dates`,
  'several answers at once': say`several answers at once`,
}

async function demandNumbers(
  db: Db,
  asked: { surveyId: number; variable: string },
  { scale, isSame, type }: { scale: { min: number; max: number } | null; isSame: boolean; type: QuestionType },
): Promise<void> {
  const { notNumbers, outside, kinds } = await misfitsOfNumbers(db, asked, scale)
  if (notNumbers > 0 && !isSame) {
    const found = kinds.map((kind) => kindWords[kind] ?? say`words`)
    throw wrong(
      'type',
      say`${new Count(notNumbers)} answers are no numbers (${listed(found, ', ')}), so it cannot become ${type}.`,
    )
  }
  if (outside > 0 && scale)
    throw wrong('scaleMax', say`${new Count(outside)} answers lie outside of ${scale.min}-${scale.max}.`)
}

async function demandFewDifferent({ db }: Retyped, asked: { surveyId: number; variable: string }): Promise<string[]> {
  const different = await readDifferent(db, asked, mostChoices + 1)
  if (different.length > mostChoices)
    throw wrong('type', say`There are more than ${new Count(mostChoices)} different answers, too many for choices.`)
  return different
}

const natural = new Intl.Collator('en', { numeric: true })

/** Gives a question the choices of its new type; titles that choices have stay. */
async function replaceChoices(
  { db, question, choices }: Retyped,
  wanted: WantedType,
  different: readonly string[],
): Promise<void> {
  // Several answers of the same choices, or one.
  if (isChosen(question.type) && isChosen(wanted.type)) return
  const titles = new Map(choices.map(({ extName, title }) => [extName, title]))
  const named = (extName: string, code: number): NewChoice => ({
    extName,
    code,
    title: titles.get(extName) ?? { en: extName },
  })
  const fresh =
    wanted.type === 'single'
      ? [...new Set([...different, ...choices.map(({ extName }) => extName)])]
          .toSorted(natural.compare)
          .map((name, index) => named(name, index + 1))
      : stepsOf(wanted).map((step) => named(String(step), step))
  await removeChoiceRows(db, question.id)
  await insertChoices(db, [{ questionId: question.id, choices: fresh }])
}

function isChosen(type: QuestionType): boolean {
  return type === 'single' || type === 'multiple'
}

/** The steps of a short scale of whole numbers; they are its choices. */
export function stepsOf({ type, scaleMin: min, scaleMax: max }: WantedType): number[] {
  if (type !== 'scale' || min === null || max === null || min < 0 || max - min >= mostSteps) return []
  if (!Number.isInteger(min) || !Number.isInteger(max)) return []
  return Array.from({ length: max - min + 1 }, (_, index) => min + index)
}

function wrong(field: string, words: Words): AppError {
  return new AppError('validation', words, { [field]: words })
}
