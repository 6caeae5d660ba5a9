import { parseRule, usesOfRule } from '@gensvar/contract/row-rule'
import { ExpressionError } from '@gensvar/contract/expression'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { configuredRules } from '#server/domain/alerts/rules.ts'
import type { Ctx } from '#server/domain/context.ts'
import { findSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { lexiconVersion, starterVersion } from '#server/domain/text/languages.ts'
import { engineVersion } from '#server/domain/text/lexicon-analyzer.ts'
import { AppError } from '#server/platform/errors.ts'
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
  removeNoteRows,
  saveJudgementRows,
  updateJudgedWith,
} from './judgement-store.ts'
import type { JudgedComment, NotedResponse } from './judgement-store.ts'
import { hashOf } from './survey-analyzer.ts'
import { surveyJudge } from './survey-judge.ts'
import type { GivenComment, SurveyJudge } from './survey-judge.ts'

/** Responses whose comments are stored in one write. */
const batch = 200

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

/**
 * Judges the comments of a survey that wait, those first that have just come. Each batch is one write with its notes, so that
 * whatever is interrupted is done again. Returns how many comments were judged; throws the signal's reason when it is aborted.
 */
export async function judgeComments(
  ctx: Ctx,
  surveyId: number,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<number> {
  const pause = backgroundPauses()
  const model = await readableModel(ctx, surveyId)
  if (!model) return 0
  await lookThrough(ctx, model)
  const total = await countNoteRows(ctx.db, surveyId)
  let [from, done, judged] = [0, 0, 0]
  for (;;) {
    signal.throwIfAborted()
    const found = await judgeBatch(ctx, model, from, { signal, pause })
    if (found === null) return judged
    from = found.last + 1
    done += found.notes
    judged += found.judged
    progress(done, Math.max(done, total))
  }
}

/** The survey as it is now; null where it is gone or cannot be read. */
export async function readableModel(ctx: Pick<Ctx, 'db'>, surveyId: number): Promise<SurveyModel | null> {
  try {
    return await findSurveyModelById(ctx, surveyId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
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

/** Judges some responses, from a note on; null where none are left. */
async function judgeBatch(
  ctx: Ctx,
  model: SurveyModel,
  from: number,
  { signal, pause }: { signal: AbortSignal; pause: () => Promise<void> },
): Promise<{ notes: number; judged: number; last: number } | null> {
  const judge = await surveyJudge(ctx, model)
  const notes = await readNoteRows(ctx.db, model.id, { from, most: batch })
  const last = notes.at(-1)
  if (!last) return null
  const ids = [...new Set(notes.map(({ responseId }) => responseId))]
  const variables = judge.questions.map(({ variable }) => variable)
  const responses = await readNotedResponses(ctx.db, model.id, ids, variables)
  const waiting = responses.flatMap((response) => waitingIn(judge, response))
  const found = await judge.judgeAll(ctx, waiting, { signal, pause })
  const judged = waiting.flatMap(({ responseId, question, hash }, at): JudgedComment[] => {
    const one = found[at]
    return one ? [{ responseId, questionId: question.id, variable: question.variable, hash, ...one }] : []
  })
  const isNew = new Set(notes.filter((note) => note.isNew).map(({ responseId }) => responseId))
  await write(ctx, async (tx) => {
    const stored = await saveJudgementRows(tx, model.id, judged)
    const gone = await removeGoneJudgements(tx, ids, judge.questions)
    await removeNoteRows(
      tx,
      notes.map(({ id }) => id),
    )
    const changed = [...new Set([...stored, ...gone])]
    if (changed.length === 0) return
    await tx.changed(model.id, changed)
    if (asksComments(model))
      await raiseAlerts(
        tx,
        model,
        stored.filter((id) => isNew.has(id)),
        { sources: [configuredRules] },
      )
  })
  return { notes: notes.length, judged: judged.length, last: last.id }
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

/** Whether a rule of the survey's alerts asks what comments say. Others were asked when the answers came. */
function asksComments({ config, facets }: SurveyModel): boolean {
  return config.alerts.some(({ when }) => {
    try {
      return usesOfRule(parseRule(when)).some(({ name }) => facets?.has(name))
    } catch (error) {
      // The configuration check names it.
      if (error instanceof ExpressionError) return false
      throw error
    }
  })
}
