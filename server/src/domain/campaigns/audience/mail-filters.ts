import type { Condition } from '@gensvar/contract/conditions'
import { PathError, parsePath } from '@gensvar/contract/drill-path'
import { resolveConditions } from '@gensvar/contract/resolve-conditions'
import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { filterFieldsOf } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

/** A mail filter of a survey with what it asks of a response. */
export interface MailFilter {
  extName: string
  conditions: readonly Condition[]
}

/**
 * The mail filters of a survey's configuration, as conditions of today. Throws `validation` for one that cannot be applied:
 * leaving it out would write to people whom it spares.
 */
export function mailFiltersOf({ clock }: Pick<Ctx, 'clock'>, model: SurveyModel): MailFilter[] {
  const today = todayIn(clock, model.timeZone)
  return model.config.campaigns.mailFilters.map(({ extname, title, filter }) => {
    const broken = (words: Words): AppError =>
      new AppError('validation', say`The filter "${titled(title ?? extname)}" cannot be applied. ${words}`)
    try {
      const { conditions, problems } = resolveConditions(parsePath(filter), filterFieldsOf(model), today)
      const [problem] = problems
      if (problem) throw broken(problem.message)
      return { extName: extname, conditions }
    } catch (error) {
      throw error instanceof PathError ? broken(error.words) : error
    }
  })
}

/** Those of some names. Throws `validation` at `filters` for a name that the survey does not have. */
export function chosenFilters(filters: readonly MailFilter[], names: readonly string[]): MailFilter[] {
  const missing = names.find((name) => !filters.some(({ extName }) => extName === name))
  if (missing !== undefined)
    throw new AppError('validation', say`This survey has no mail filter "${missing}" any more.`, {
      filters: say`has no such filter`,
    })
  return filters.filter(({ extName }) => names.includes(extName))
}
