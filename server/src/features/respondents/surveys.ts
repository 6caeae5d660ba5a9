import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { demandNamedWhole, isWhole } from '#server/domain/respondents/whole-survey.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { listSurveyNames } from './store.ts'

/** A response of a survey of the caller's universe. */
export interface ResponseRef {
  survey: string
  responseId: number
}

/** The surveys of the caller's universe that they have access to, by whether their respondents may be looked for. */
export async function surveysFor(ctx: Ctx): Promise<{
  open: SurveyAccess[]
  leftOut: { access: SurveyAccess; reason: 'anonymous' | 'limited' }[]
}> {
  const names = await listSurveyNames(ctx)
  const found: SurveyAccess[] = []
  for (const name of names) {
    try {
      found.push(await surveyAccess(ctx, name))
    } catch (error) {
      // Surveys without access are not told of.
      if (!(error instanceof AppError)) throw error
    }
  }
  const reasonOf = (access: SurveyAccess): 'anonymous' | 'limited' | null => {
    if (access.model.anonymity !== null) return 'anonymous'
    return isWhole(access) ? null : 'limited'
  }
  return {
    open: found.filter((access) => reasonOf(access) === null),
    leftOut: found.flatMap((access) => {
      const reason = reasonOf(access)
      return reason === null ? [] : [{ access, reason }]
    }),
  }
}

/** Some responses with the survey of each. */
export interface RefsOfSurvey {
  access: SurveyAccess
  ids: number[]
}

/** Responses by their survey, in the order of the surveys' ids. Throws where their respondents may not be looked for. */
export async function bySurvey(ctx: Ctx, refs: readonly ResponseRef[]): Promise<RefsOfSurvey[]> {
  const groups = [...Map.groupBy(refs, ({ survey }) => survey)]
  const found = await Promise.all(
    groups.map(async ([survey, of]) => {
      const access = await surveyAccess(ctx, survey)
      demandNamedWhole(access)
      return { access, ids: [...new Set(of.map(({ responseId }) => responseId))] }
    }),
  )
  return found.sort((a, b) => a.access.model.id - b.access.model.id)
}

/** The title of a survey in the reader's language; its name where it has none. */
export function titleOfSurvey({ locale }: Pick<Ctx, 'locale'>, { model }: SurveyAccess): string {
  return pickText(model.title, locale) || model.extName
}

/** The error for responses of which one is not there, or not any more. */
export function goneResponse(): AppError {
  return new AppError('not_found', say`One of these responses is not there any more. Search again.`)
}
