import type { InterviewData } from '@gensvar/contract/entities/interview'
import type { Condition } from '@gensvar/contract/conditions'
import { fieldText } from '#server/domain/cases/case-text.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { Reading } from './answers.ts'
import { numberOf } from './answers.ts'

/** Maximum number of interviews in the side card. */
const maxLinks = 50

/**
 * The respondent's interviews the caller may open, including the shown one, newest first; none without a link question.
 */
export async function linkedInterviews(ctx: Ctx, access: SurveyAccess, { answers }: CaseRow): Promise<CaseRow[]> {
  const { links } = access.model.config.interview
  const answer = links && answers[links.by]
  if (!links || answer === undefined || Array.isArray(answer)) return []
  const same: Condition =
    typeof answer === 'number'
      ? { kind: 'range', variable: links.by, from: answer, to: answer }
      : {
          kind: 'choice',
          variable: links.by,
          include: [String(answer)],
          exclude: [],
          contains: [],
          excludeContains: [],
        }
  const { rows } = await listCases(ctx, access.model, access.caseScope, { conditions: [same], from: 0, to: maxLinks })
  return rows
}

/** The side card's entries. */
export function interviewLinksOf(
  { model, row, locale }: Reading,
  linked: readonly CaseRow[],
): InterviewData['sidebarData']['interviewLinks'] {
  const { links, rating } = model.config.interview
  return linked.map((other) => ({
    interviewId: other.id,
    label: fieldText(model, other, links?.label ?? 'eventdate', locale),
    value: rating ? fieldText(model, other, rating, locale) : '',
    rating: numberOf(other, rating),
    isCompleted: other.state === 0,
    isSelected: other.id === row.id,
  }))
}

/** The respondent's answers to one question over time, oldest first; null without a question or with less than two. */
export function developmentOf(
  { model }: Reading,
  linked: readonly CaseRow[],
): InterviewData['sidebarData']['chartData'] {
  const variable = model.config.interview.developmentChart
  const question = variable === undefined ? undefined : model.questions.get(variable)
  const rows = linked.filter((row) => row.state === 0).toReversed()
  if (!question || rows.length < 2) return null
  return {
    categories: rows.map((row) => row.eventDate),
    title: titleOf(question),
    data: rows.map((row) => numberOf(row, question.variable)),
  }
}
