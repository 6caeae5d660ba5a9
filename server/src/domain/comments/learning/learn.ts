import type { Ctx } from '#server/domain/context.ts'
import { readableModel } from '#server/domain/survey/load-survey-model.ts'
import { listSurveyIds } from '#server/domain/survey/survey-model-store.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { fewestOfSide } from '#server/domain/text/training/train.ts'
import type { RatedComment, Training } from '#server/domain/text/training/train.ts'
import { modelName, packWeights } from '#server/domain/text/training/model-bytes.ts'
import { trainInThread } from '#server/domain/text/training/train-thread.ts'
import { write } from '#server/domain/write.ts'
import { haveCommentsJudged } from '../note-comments.ts'
import { analyzerOf, inputOf } from '../survey-analyzer.ts'
import { isUsed } from '../survey-judge.ts'
import {
  countRatedRows,
  forgetJudgedWith,
  readLearntRow,
  readRatedRows,
  removeLearntRow,
  saveLearntRow,
} from './learnt-store.ts'
import type { LearntRow, RatedRow } from './learnt-store.ts'
import { lessonOf } from './lesson.ts'
import type { Lesson } from './lesson.ts'
import { ratingOf, ratingScale } from './ratings.ts'

/** Most comments that are learnt from, the newest: more make it no better. */
const mostComments = 20_000
/** From which share of new rated comments on it is worth learning again. */
const newShare = 0.1

/** How many comments there are to learn from. */
interface Counted {
  rated: number
  corrected: number
}

/** The surveys with enough new rated or corrected comments, or with something learnt that must be forgotten or is out of date. */
export async function surveysToLearn(ctx: Ctx, signal: AbortSignal): Promise<number[]> {
  const due: number[] = []
  for (const id of await listSurveyIds(ctx.db)) {
    signal.throwIfAborted()
    const model = await readableModel(ctx, id)
    if (model && (await isDue(ctx, model))) due.push(id)
  }
  return due
}

async function isDue({ db }: Ctx, model: SurveyModel): Promise<boolean> {
  const before = await readLearntRow(db, model.id)
  const lesson = lessonOf(model)
  if (!lesson) return before !== undefined
  const { rated, corrected } = await countRatedRows(db, model.id, namesOf(lesson))
  if (!before) return rated + corrected >= 2 * fewestOfSide
  const { ratings } = namesOf(lesson)
  return (
    before.lexicon_version !== analyzerOf(model).lexicon.version ||
    before.ratings.join(' ') !== ratings.join(' ') ||
    before.n_corrected !== corrected ||
    Math.abs(rated - before.n_rated) > newShare * before.n_rated
  )
}

/**
 * Learns from the rated comments of a survey, and has its comments judged again where that changes what judges them. Forgets what
 * was learnt where nothing may be learnt any more. Returns what it came to; null where there is nothing to learn from.
 */
export async function learnSurvey(
  ctx: Ctx,
  surveyId: number,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Pick<Training, 'good' | 'bad' | 'holdOut' | 'isBetter'> | null> {
  const model = await readableModel(ctx, surveyId)
  if (!model) return null
  const lesson = lessonOf(model)
  if (!lesson) {
    await write(ctx, async (tx) => {
      if (await removeLearntRow(tx, surveyId)) await tx.audit({ action: 'comments.unlearn', surveyId })
    })
    return null
  }
  const counted = await countRatedRows(ctx.db, surveyId, namesOf(lesson))
  const { ratings } = namesOf(lesson)
  const rows = await readRatedRows(ctx.db, surveyId, { questions: lesson.questions, ratings }, mostComments)
  const training = await trainInThread({ comments: ratedComments(lesson, rows), scale: ratingScale }, signal, progress)
  await store(ctx, model, { ratings, counted, training })
  const { good, bad, holdOut, isBetter } = training
  return { good, bad, holdOut, isBetter }
}

function namesOf({ questions, ratings }: Lesson): { variables: string[]; ratings: string[] } {
  return {
    variables: questions.map(({ variable }) => variable),
    ratings: ratings.questions.map(({ variable }) => variable),
  }
}

function ratedComments({ questions, ratings }: Lesson, rows: readonly RatedRow[]): RatedComment[] {
  return rows.flatMap((row): RatedComment[] => {
    const question = questions.find(({ id }) => id === row.question)
    const rating = ratingOf(ratings, row.ratings)
    if (!question || (rating === null && !row.isCorrected)) return []
    const comment = { ...inputOf(question, row.text, row.language), rating: rating ?? 0 }
    if (!row.isCorrected) return [comment]
    return [{ ...comment, corrected: row.label === 'pos' ? 'good' : row.label === 'neg' ? 'bad' : null }]
  })
}

async function store(
  ctx: Ctx,
  model: SurveyModel,
  { ratings, counted, training }: { ratings: string[]; counted: Counted; training: Training },
): Promise<void> {
  const { model: found, good, bad, holdOut } = training
  const row = {
    learnt: found && modelName(found),
    lexicon_version: analyzerOf(model).lexicon.version,
    ...{ ratings, n_rated: counted.rated, n_corrected: counted.corrected, n_good: good, n_bad: bad },
    ...{ n_apart: holdOut.n, lexicon_share: holdOut.lexicon, learnt_share: holdOut.trained },
    learnt_at: ctx.clock.now(),
  }
  const weights = found && (await packWeights(found))
  await write(ctx, async (tx) => {
    const before = await readLearntRow(tx.db, model.id)
    await saveLearntRow(tx, model.id, { ...row, weights, bias: found?.bias ?? 0 })
    await tx.audit({ action: 'comments.learn', surveyId: model.id, details: { good, bad, ...holdOut } })
    const used = (one: LearntRow | undefined): string | null => (one && isUsed(model, one) ? one.learnt : null)
    if (used(before) === used({ survey_id: model.id, ...row })) return
    await forgetJudgedWith(tx, model.id)
    await haveCommentsJudged(tx, model)
  })
}
