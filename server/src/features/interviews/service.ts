import type { InterviewData, interviewComment } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { createCommentRow, listComments } from '#server/domain/cases/case-comments.ts'
import { mailTrackingOf } from '#server/domain/cases/case-mails.ts'
import { drillPathOf } from '#server/domain/cases/case-place.ts'
import { headerOf } from '#server/domain/cases/case-title.ts'
import { ratingTop } from '#server/domain/cases/case-text.ts'
import { readCase, readStoredCase } from '#server/domain/cases/read-case.ts'
import { shownCase } from '#server/domain/cases/shown-case.ts'
import { recordTables } from '#server/domain/cases/record-tables.ts'
import { judgementEntity } from '#server/domain/comments/judgement-entity.ts'
import { readJudgementRows } from '#server/domain/comments/judgement-store.ts'
import type { StoredCommentJudgement } from '#server/domain/comments/judgement-store.ts'
import type { Ctx } from '#server/domain/context.ts'
import { gradeOf } from '#server/domain/indicators/grade.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { screenComment } from '#server/features/public-screens/service.ts'
import type { Reading } from './answers.ts'
import { gradedFields, labelledFields, numberOf } from './answers.ts'
import { developmentOf, interviewLinksOf, linkedInterviews } from './linked.ts'

/** A single interview as the configuration lays it out. Throws `not_found` for one the caller may not open. */
export async function getInterview(ctx: Ctx, survey: string, interviewId: number): Promise<InterviewData> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const stored = await readStoredCase(ctx, access, interviewId)
  const row = shownCase(model, access.caseScope, stored)
  const reading: Reading = { model, row, locale: ctx.locale }
  const { interview } = model.config
  const [judgements, linked, comments, mails, tableGroups, recordGroups, drillPath, shownComment] = await Promise.all([
    readJudgementRows(ctx.db, [row.id]),
    linkedInterviews(ctx, access, stored),
    listComments(ctx, row.id),
    mailTrackingOf(ctx, access, row, { related: false }),
    recordTables(ctx, reading, interview.tables),
    recordTables(ctx, reading, interview.records),
    drillPathOf(ctx, access, row),
    screenComment(ctx, model, row),
  ])
  const chartData = developmentOf(reading, linked)
  return {
    interviewId: row.id,
    state: String(row.state) as InterviewData['state'],
    isCompleted: row.state === 0,
    sidebarData: {
      header: headerOf(model, row, ctx.locale),
      faceIcon: interview.face ? gradeOf(model, row, interview.face) : null,
      rating: numberOf(row, interview.rating),
      ratingMax: interview.rating ? ratingTop(model, row, interview.rating) : null,
      bgAnswers: labelledFields(reading, interview.background),
      interviewLinks: interviewLinksOf(reading, linked),
      showDevelopmentChart: chartData !== null,
      chartData,
    },
    headerVariableTitle: interview.headerVariable?.title ?? null,
    highlights: labelledFields(reading, interview.headerVariable?.highlights ?? []),
    backgroundGroups: interview.backgroundGroups
      .map((group) => ({ title: group.title ?? '', fields: labelledFields(reading, group.fields) }))
      .filter((group) => group.fields.length > 0),
    openQuestionsData: openAnswers(reading, judgements),
    starredQuestionsData: gradedFields(reading, interview.starred),
    resultGroupsData: model.config.groups
      .map((group) => ({ label: group.title ?? group.extname, answers: gradedFields(reading, group.questions) }))
      .filter((group) => group.answers.length > 0),
    tableGroups,
    recordGroups,
    comments,
    mailTrackingsData: mails.rows.length > 0 ? mails : null,
    showInternalValues: interview.showInternalValues,
    enableSharing: model.config.sharing && model.anonymity === null,
    screenComment: shownComment,
    drillPath,
  }
}

/** Adds a comment to an interview the caller may open. */
export async function createInterviewComment(
  ctx: Ctx,
  survey: string,
  interviewId: number,
  message: string,
): Promise<z.infer<typeof interviewComment>> {
  const access = await surveyAccess(ctx, survey)
  await readCase(ctx, access, interviewId)
  return write(ctx, async (tx) => {
    const comment = await createCommentRow(tx, interviewId, message)
    await tx.audit({ action: 'interview.comment', surveyId: access.model.id, object: String(interviewId) })
    return comment
  })
}

function openAnswers(
  { model, row }: Reading,
  judgements: readonly StoredCommentJudgement[],
): InterviewData['openQuestionsData'] {
  return model.config.interview.open.flatMap((variable) => {
    const question = model.questions.get(variable)
    const value = row.answers[variable]
    if (!question || typeof value !== 'string' || value.trim() === '') return []
    const judgement = judgements.find((one) => one.question_id === question.id)
    const judged = judgement ? judgementEntity(model, judgement, row.hidden?.get(variable)) : null
    return [{ variable, label: titleOf(question), value, judgement: judged }]
  })
}
