import type { InterviewData } from '@gensvar/contract/entities/interview'
import { readCase } from '#server/domain/cases/read-case.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import { demandSingleAnswers, mayAdministrate } from '#server/domain/rights/authorise.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { readHidden, setHidden } from './store.ts'

/**
 * Keeps the comment of an interview from public screens, or shows it there again. Screens follow when they ask the next
 * time. Throws `not_found` for an interview that the caller may not open.
 */
export async function hideComment(
  ctx: Ctx,
  { survey, interviewId }: { survey: string; interviewId: number },
  hidden: boolean,
): Promise<{ screenComment: 'shown' | 'hidden' }> {
  const access = await surveyAccess(ctx, survey)
  demandSingleAnswers(access)
  const { id: responseId } = await readCase(ctx, access, interviewId)
  return write(ctx, async (tx) => {
    await setHidden(tx, { responseId, hidden })
    const action = hidden ? 'interview.comment.hide' : 'interview.comment.show'
    await tx.audit({ action, surveyId: access.model.id, object: String(responseId) })
    return { screenComment: hidden ? 'hidden' : 'shown' }
  })
}

/** Whether a comment is kept from public screens; null where it would be on none, or the caller may not decide. */
export async function screenComment(
  { db, identity }: Pick<Ctx, 'db' | 'identity'>,
  { config, anonymity }: SurveyModel,
  { id, answers, state }: Pick<CaseRow, 'id' | 'answers' | 'state'>,
): Promise<InterviewData['screenComment']> {
  const variable = config.bigScreen?.comment
  const text = variable === undefined ? undefined : answers[variable]
  const { atLeast, rating } = config.bigScreen ?? {}
  const given = rating === undefined ? undefined : answers[rating]
  const isGood = atLeast === undefined || (typeof given === 'number' && given >= atLeast)
  const isShown = typeof text === 'string' && text.trim() !== '' && isGood && state === 0 && anonymity === null
  if (!isShown || !mayAdministrate(identity)) return null
  return (await readHidden(db, [id])).has(id) ? 'hidden' : 'shown'
}
