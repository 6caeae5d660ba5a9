import type { Ctx } from '#server/domain/context.ts'
import { readableModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { lexiconVersion, prepareLanguages, starterVersion } from '#server/domain/text/languages.ts'
import { engineVersion } from '#server/domain/text/lexicon-analyzer.ts'
import { backgroundPauses } from '#server/platform/pauses.ts'
import {
  countNoteRows,
  listNotedSurveys,
  listUncheckedSurveys,
  noteStaleRows,
  readJudgedWith,
  readNoteRows,
  readNotedResponses,
  removeGoneJudgements,
  saveJudgementRows,
  updateJudgedWith,
} from './judgement-store.ts'
import type { CommentNote, JudgedComment, NotedResponse } from './judgement-store.ts'
import { commentedQuestions } from './facets.ts'
import { hashOf } from './survey-analyzer.ts'
import { surveyJudge } from './survey-judge.ts'
import type { GivenComment, SurveyJudge } from './survey-judge.ts'
import { Untold } from './untold.ts'

/** Responses whose comments are stored in one write. */
const batch = 100

/** The surveys with comments that wait, and those that are to be looked through. */
export async function surveysToJudge(ctx: Pick<Ctx, 'db'>): Promise<number[]> {
  const [noted, unchecked] = await Promise.all([listNotedSurveys(ctx.db), listUncheckedSurveys(ctx.db, codeVersion())])
  return [...new Set([...noted, ...unchecked])]
}

/** Changes whenever this version of the program may judge comments differently. */
function codeVersion(): string {
  code ??= `${engineVersion} ${lexiconVersion()} ${starterVersion()}`
  return code
}

let code: string | null = null

/** The surveys whose comments are judged now, by database; true where they are to be looked for once more afterwards. */
const underWay = new WeakMap<Ctx['db'], Map<number, boolean>>()

/**
 * Judges the comments of a survey that wait, those first that have just come. Their notes are removed once the feed is told of
 * them, so that whatever is interrupted is done again. Where this process does so already, it leaves them to that. Returns how many
 * comments were judged; throws the signal's reason when it is aborted.
 */
export async function judgeComments(
  ctx: Ctx,
  surveyId: number,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<number> {
  const surveys = underWay.get(ctx.db) ?? new Map<number, boolean>()
  underWay.set(ctx.db, surveys)
  if (surveys.has(surveyId)) {
    surveys.set(surveyId, true)
    return 0
  }
  let judged = 0
  try {
    do {
      surveys.set(surveyId, false)
      judged += await judgeWaiting(ctx, surveyId, signal, progress)
    } while (surveys.get(surveyId))
  } finally {
    surveys.delete(surveyId)
  }
  return judged
}

async function judgeWaiting(
  ctx: Ctx,
  surveyId: number,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<number> {
  const pause = backgroundPauses()
  const model = await readableModel(ctx, surveyId)
  if (!model) return 0
  if (commentedQuestions(model.questions, model.config).length > 0) await prepareLanguages(pause)
  await lookThrough(ctx, model)
  const total = await countNoteRows(ctx.db, surveyId)
  const untold = new Untold(ctx, model)
  const waiting = new WaitingNotes(ctx, surveyId)
  let [done, judged] = [0, 0]
  for (;;) {
    signal.throwIfAborted()
    const notes = await waiting.next()
    if (notes.length === 0) break
    judged += await judgeNoted(ctx, model, notes, { signal, pause })
    untold.add(notes)
    await untold.tellInTime()
    done += notes.length
    progress(done, Math.max(done, total))
  }
  await untold.tell()
  return judged
}

/** The notes of a survey, those of answers that have just come first, also of those that come meanwhile. */
class WaitingNotes {
  readonly #ctx: Pick<Ctx, 'db'>
  readonly #surveyId: number
  #newFrom = 0
  #againFrom = 0

  constructor(ctx: Pick<Ctx, 'db'>, surveyId: number) {
    this.#ctx = ctx
    this.#surveyId = surveyId
  }

  /** The next ones; empty where none are left. */
  async next(): Promise<CommentNote[]> {
    const { db } = this.#ctx
    const added = await readNoteRows(db, this.#surveyId, { isNew: true, from: this.#newFrom, most: batch })
    const last = added.at(-1)
    if (last) {
      this.#newFrom = last.id + 1
      return added
    }
    const again = await readNoteRows(db, this.#surveyId, { isNew: false, from: this.#againFrom, most: batch })
    this.#againFrom = (again.at(-1)?.id ?? this.#againFrom) + 1
    return again
  }
}

/**
 * Notes the comments that were judged by something else, or not at all, once after each change of the program or the survey:
 * that finds also what was written by somebody who noted nothing, such as undoing an import.
 */
async function lookThrough(ctx: Ctx, model: SurveyModel): Promise<void> {
  const judge = await surveyJudge(ctx, model)
  const judgedWith = `${codeVersion()}|${model.version}|${judge.key}`
  if ((await readJudgedWith(ctx.db, model.id)) === judgedWith) return
  await write(ctx, async (tx) => {
    await noteStaleRows(tx, model.id, judge.enginesByQuestion)
    await updateJudgedWith(tx, model.id, judgedWith)
  })
}

/** Judges the comments of some responses and stores what was found. Returns how many were judged. */
async function judgeNoted(
  ctx: Ctx,
  model: SurveyModel,
  notes: readonly CommentNote[],
  { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
): Promise<number> {
  const judge = await surveyJudge(ctx, model)
  const ids = [...new Set(notes.map(({ responseId }) => responseId))]
  const variables = judge.questions.map(({ variable }) => variable)
  const responses = await readNotedResponses(ctx.db, model.id, ids, variables)
  const waiting = responses.flatMap((response) => waitingIn(judge, response))
  const found = await judge.judgeAll(ctx, waiting, { signal, pause })
  const judged = waiting.flatMap(({ responseId, question, hash }, at): JudgedComment[] => {
    const one = found[at]
    return one ? [{ responseId, questionId: question.id, variable: question.variable, hash, ...one }] : []
  })
  await write(ctx, async (tx) => {
    await saveJudgementRows(tx, model.id, judged)
    await removeGoneJudgements(tx, ids, judge.questions)
  })
  return judged.length
}

interface WaitingComment extends GivenComment {
  responseId: number
  hash: string
}

/** The comments of a response that were not judged so already. */
function waitingIn(judge: SurveyJudge, { id, answers, language, known }: NotedResponse): WaitingComment[] {
  return judge.questions.flatMap((question) => {
    const text = answers[question.variable]
    if (typeof text !== 'string' || text === '') return []
    const hash = hashOf(text)
    const before = known[question.id]
    if (before?.hash === hash && before.engine === judge.engineOf(question)) return []
    return [{ responseId: id, question, text, language, hash }]
  })
}
