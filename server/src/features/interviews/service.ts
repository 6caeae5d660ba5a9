import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { InterviewData, interviewComment } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { createCommentRow, listComments } from '#server/domain/cases/case-comments.ts'
import { mailTrackingOf } from '#server/domain/cases/case-mails.ts'
import { dateText, fillTemplate, ratingTop } from '#server/domain/cases/case-text.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import type { Ctx } from '#server/domain/context.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import { gradeOf } from '#server/domain/indicators/grade.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { Reading } from './answers.ts'
import { gradedFields, labelledFields, numberOf } from './answers.ts'
import { developmentOf, interviewLinksOf, linkedInterviews } from './linked.ts'
import { recordTables } from './record-tables.ts'

/** A single interview as the configuration lays it out. Throws `not_found` for one the caller may not open. */
export async function getInterview(ctx: Ctx, survey: string, interviewId: number): Promise<InterviewData> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const row = await readCase(ctx, access, interviewId)
  const reading: Reading = { model, row, locale: ctx.locale }
  const { interview } = model.config
  const [linked, comments, mails, tableGroups, recordGroups, drillPath] = await Promise.all([
    linkedInterviews(ctx, access, reading),
    listComments(ctx, row.id),
    mailTrackingOf(ctx, access, row, { related: false }),
    recordTables(ctx, reading, interview.tables),
    recordTables(ctx, reading, interview.records),
    drillPathOf(ctx, access, reading),
  ])
  const chartData = developmentOf(reading, linked)
  return {
    interviewId: row.id,
    state: String(row.state) as InterviewData['state'],
    isCompleted: row.state === 0,
    sidebarData: {
      header: headerOf(reading),
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
    openQuestionsData: openAnswers(reading),
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

/** Longest title of an interview, in characters. */
const titleLength = 90

/**
 * Title and subtitle of an interview; without configuration its number and date. Of a long title, such as one made from a
 * comment, the beginning.
 */
export function headerOf({ model, row, locale }: Reading): { title: string; subtitle: string } {
  const { title, subtitle } = model.config.interview
  const filled = title ? fillTemplate(model, row, title, locale) : ''
  const date = isDated(model) ? dateText(row.eventDate, locale) : ''
  return {
    title: beginningOf(filled) || `#${row.id}`,
    subtitle: subtitle ? fillTemplate(model, row, subtitle, locale) : date,
  }
}

function beginningOf(text: string): string {
  const letters = [...text]
  if (letters.length <= titleLength) return text
  const cut = letters.slice(0, titleLength).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), titleLength / 2)).replace(/[\s.,;:]+$/, '')}…`
}

function openAnswers({ model, row }: Reading): InterviewData['openQuestionsData'] {
  return model.config.interview.open.flatMap((variable) => {
    const question = model.questions.get(variable)
    const value = row.answers[variable]
    return question && typeof value === 'string' && value.trim() !== ''
      ? [{ variable, label: titleOf(question), value }]
      : []
  })
}

/** The interview's place in the first view the caller may open. */
async function drillPathOf(ctx: Ctx, access: SurveyAccess, { model, row }: Reading): Promise<string> {
  const tree = await loadUnitTree(ctx, model)
  const views = pathViews(access)
  const view = views[0]
  const unit = view && row.unitIds.map((id) => tree.unit(id)).find((one) => one?.viewId === view.id)
  const place = unit ? tree.pathOf(unit).map((one, depth) => plainToken(view.levels[depth] ?? '', one.extName)) : []
  return printDrillPath({ view: view?.extName ?? '', place, filters: [] }, views)
}
