import { whereCases } from '#server/domain/cases/case-query.ts'
import type { CaseDeps } from '#server/domain/cases/case-query.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { and, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'

/** Which messages of a survey's campaigns somebody may see. */
export interface SeenMessages {
  /** What is true of them (`recipient` as `m`). */
  where: Fragment
  /** The same of the responses they go to (`response` as `r`). */
  whereResponse: Fragment
  /** Whether these are the messages to all respondents of the survey, of hidden filters as well, so that kept numbers are theirs. */
  isWhole: boolean
  /** Nothing is told of a single message but that it was sent. */
  isAnonymous: boolean
}

/** Whether somebody may see the messages to everybody but the respondents of hidden filters, whom nobody sees. */
export function seesEverybody({ caseScope, compareScope }: Pick<SurveyAccess, 'caseScope' | 'compareScope'>): boolean {
  return caseScope.conditions.length === compareScope.fixed.length
}

/**
 * The messages to respondents in a caller's scope. In an anonymous survey no reminders are among them: they go to those who
 * have not answered, so each would tell who that is.
 */
export async function seenMessages(
  deps: CaseDeps,
  { model, caseScope }: Pick<SurveyAccess, 'model' | 'caseScope' | 'compareScope'>,
): Promise<SeenMessages> {
  const isWhole = caseScope.conditions.length === 0
  const isAnonymous = model.anonymity !== null
  const whereResponse = await whereCases(deps, model, caseScope, { conditions: [] })
  return {
    where: and([
      ...(isWhole
        ? []
        : [portableSql`exists (select from response r where r.id = m.response_id and ${whereResponse})`]),
      ...(isAnonymous ? [portableSql`m.kind <> 'reminder'`] : []),
    ]),
    whereResponse,
    isWhole,
    isAnonymous,
  }
}
