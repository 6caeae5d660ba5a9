import { maxSimilarComments } from '@gensvar/contract/comments'
import type { correctComment as correctRoute, downloadComments as downloadRoute } from '@gensvar/contract/comments'
import type { CommentJudgement, TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { say } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { z } from 'zod'
import { readCase, readStoredCase } from '#server/domain/cases/read-case.ts'
import { shownCase } from '#server/domain/cases/shown-case.ts'
import { judgedQuestions } from '#server/domain/comments/comment-figures.ts'
import { mayCorrect } from '#server/domain/comments/correction-rights.ts'
import { judgementEntity } from '#server/domain/comments/judgement-entity.ts'
import { saveJudgementRows } from '#server/domain/comments/judgement-store.ts'
import type { StoredCommentJudgement } from '#server/domain/comments/judgement-store.ts'
import { storedLabels } from '#server/domain/comments/labels.ts'
import { hashOf, withThoseAbove } from '#server/domain/comments/survey-analyzer.ts'
import type { Judgement } from '#server/domain/comments/survey-analyzer.ts'
import { surveyJudge } from '#server/domain/comments/survey-judge.ts'
import { categoriesOf } from '#server/domain/comments/survey-taxonomy.ts'
import { similarComments } from '#server/domain/comments/topics/similar-comments.ts'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { commentFile } from '#server/features/reports/service.ts'
import { AppError } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import { componentOf } from '#server/widgets/run-widget.ts'
import { searchRow } from '#server/widgets/shared/text-search.ts'
import { lockJudgementRow, updateJudgementRow } from './store.ts'
import type { Correction } from './store.ts'

type Asked = z.output<(typeof correctRoute)['params']>
type Body = z.output<(typeof correctRoute)['body']>

/** A comment, and the place of its judgement. */
interface Commented {
  responseId: number
  question: Question
  text: string
  /** What is found in it now, and by what. */
  engine: string
  found: Judgement
}

/**
 * Corrects what was found in a comment, or takes the correction back. It stays so when comments are judged again, until the
 * comment itself is changed. Throws `not_found` for a comment that the caller may not see, `forbidden` for who may not change
 * responses, `conflict` where somebody else has corrected it meanwhile, `validation` for an unknown category.
 */
export async function correctComment(
  ctx: Ctx,
  { survey, interviewId, variable }: Asked,
  { judgement, version }: Body,
): Promise<CommentJudgement> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  if (!mayCorrect(ctx, access)) throw new AppError('forbidden', say`You may not change the responses of this survey.`)
  const row = await readStoredCase(ctx, access, interviewId)
  const [question] = judgedQuestions(model, [variable])
  const text = row.answers[variable]
  if (!question || typeof text !== 'string' || text === '')
    throw new AppError('not_found', say`There is no comment here.`)
  const language = row.contact['language'] ?? null
  const judge = await surveyJudge(ctx, model)
  const { engine, judgement: found } = judge.judge({ question, text, language })
  const comment: Commented = { responseId: row.id, question, text, engine, found }
  const stored = await write(ctx, async (tx) => {
    const before = await judgedNow(tx, model, comment)
    const correction = judgement === null ? takenBack(comment) : corrected(tx, model, found, judgement)
    if (isSame(before, correction)) return before
    if (before.version !== version)
      throw new AppError('conflict', say`Somebody else has corrected this comment meanwhile.`, {
        version: say`is out of date`,
      })
    await tx.audit({
      action: 'interview.comment.correct',
      surveyId: model.id,
      object: String(row.id),
      details: { question: variable, before: toldOf(before), after: toldOf(correction) },
    })
    await tx.changed(model.id, [row.id])
    return updateJudgementRow(tx, { responseId: row.id, questionId: question.id }, correction)
  })
  return judgementEntity(model, stored, shownCase(model, access.caseScope, row).hidden?.get(variable))
}

/** What was found in a comment, which is judged now if it was not yet. */
async function judgedNow(tx: WriteTx, model: SurveyModel, comment: Commented): Promise<StoredCommentJudgement> {
  const { responseId, question, text, engine, found } = comment
  const place = { responseId, questionId: question.id }
  const known = await lockJudgementRow(tx, place)
  if (known) return known
  const { variable } = question
  await saveJudgementRows(tx, model.id, [{ ...place, variable, hash: hashOf(text), engine, judgement: found }])
  const judged = await lockJudgementRow(tx, place)
  if (!judged)
    throw new AppError('conflict', say`The comment has been changed meanwhile.`, { version: say`is out of date` })
  return judged
}

function takenBack({ engine, found }: Commented): Correction {
  const { label, mixed, categories } = found
  return { label, mixed, categories, correctedBy: null, found: { ...found, engine } }
}

/** Places of categories that were found stay, because they show the words. */
function corrected(
  { identity }: WriteTx,
  model: SurveyModel,
  found: Judgement,
  { sentiment, categories }: NonNullable<Body['judgement']>,
): Correction {
  const known = new Set(categoriesOf(model.config.taxonomy).map(({ id }) => id))
  const unknown = categories.find(({ extName }) => !known.has(extName))
  if (unknown)
    throw new AppError('validation', say`There is no category "${unknown.extName}".`, {
      'judgement.categories': say`unknown`,
    })
  const given = categories.map((one) => ({
    id: one.extName,
    label: storedLabels[one.sentiment],
    spans: found.categories.find(({ id }) => id === one.extName)?.spans ?? [],
  }))
  return {
    label: sentiment === 'mixed' ? 'neu' : storedLabels[sentiment],
    mixed: sentiment === 'mixed',
    categories: withThoseAbove(given),
    correctedBy: nameOf(identity),
  }
}

/** Whether it says so already, by hand in both cases or in neither. */
function isSame(before: StoredCommentJudgement, correction: Correction): boolean {
  const isByHand = (by: string | null): boolean => by !== null
  return (
    isByHand(before.corrected_by) === isByHand(correction.correctedBy) &&
    JSON.stringify(toldOf(before)) === JSON.stringify(toldOf(correction))
  )
}

function toldOf({ label, mixed, categories }: Pick<Correction, 'label' | 'mixed' | 'categories'>) {
  return { label: mixed ? 'mixed' : label, categories: categories.map(({ id, label: said }) => `${id} ${said}`) }
}

/**
 * Comments that are like one. Throws `not_found` for a comment that the caller may not see, `forbidden` where comments
 * are not shown.
 */
export async function listSimilarComments(
  ctx: Ctx,
  { survey, interviewId, variable }: Asked,
): Promise<{ comments: TextSearchRow[] }> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  if (!access.canViewInterviews) throw new AppError('forbidden', say`This survey is anonymous: comments are not shown.`)
  const row = await readCase(ctx, access, interviewId)
  const [question] = judgedQuestions(model, [variable])
  const text = row.answers[variable]
  if (!question || typeof text !== 'string' || text === '')
    throw new AppError('not_found', say`There is no comment here.`)
  const found = await similarComments(ctx, access, { responseId: row.id, question }, maxSimilarComments)
  return { comments: found.map((one) => searchRow(model, one, [])) }
}

/** The comments of a question search as an Excel file. Throws `forbidden` where comments are not shown. */
export async function downloadComments(
  ctx: Ctx,
  { survey, component: id, drillPath }: z.output<(typeof downloadRoute)['params']>,
  filters: z.output<(typeof downloadRoute)['query']>,
): Promise<FileAnswer> {
  const access = await surveyAccess(ctx, survey)
  const { component, page } = componentOf(ctx, access, id)
  if (!access.canViewInterviews) throw new AppError('forbidden', say`This survey is anonymous: comments are not shown.`)
  const isQuestion = isComponentOf(component, 'question-search')
  if (!isQuestion && !isComponentOf(component, 'feedback-search'))
    throw new AppError('not_found', say`"${id}" does not search comments.`)
  const questions = isQuestion ? [component.config.question] : component.config.questions
  const { customerInfo } = component.config
  return commentFile(ctx, access, { component, page, drillPath, questions, customerInfo, filters })
}
