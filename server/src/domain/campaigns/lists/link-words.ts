import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { filterFacts } from '#server/domain/paths/filter-facts.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { spanOf, spanText } from '#server/domain/indicators/period.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'

/** A drill path in words. */
export interface LinkWords {
  /** The place, as "Sweden / Malmö"; the survey's word for all of them at the top. */
  place: string
  /** The filters, each as "Channel: Web". */
  filters: string[]
}

/** The place and the filters of a path in words, in the reader's language. */
export function pathWords(ctx: Pick<Ctx, 'locale'>, access: SurveyAccess, requested: RequestedPath): LinkWords {
  const { unit, tree } = requested
  const facts = filterFacts(access, requested, ctx.locale)
  const span = spanOf(requested.filterConditions)
  const period = { name: translate(say`Period`, ctx.locale), text: pickText(spanText(span), ctx.locale) }
  return {
    place: unit
      ? tree
          .pathOf(unit)
          .map((one) => unitText(one, ctx.locale))
          .join(' / ')
      : everything(ctx.locale),
    filters: [...(span ? [period] : []), ...facts].map(({ name, text }) => `${name}: ${text}`),
  }
}

/** The drill path that is stored with a campaign; empty for who may not open it, since it may name people elsewhere. */
export async function toldLink(ctx: Ctx, access: SurveyAccess, link: string): Promise<string> {
  try {
    await requestedPath(ctx, access, link)
    return link
  } catch (error) {
    // Root mends one that can no longer be read.
    if (error instanceof AppError) return ctx.identity.isRoot ? link : ''
    throw error
  }
}

/**
 * The drill path that is stored with a campaign in words, joined by semicolons; empty for all respondents, and for a path that
 * the reader may not open, or that can no longer be read.
 */
export async function linkWords(ctx: Ctx, access: SurveyAccess, link: string): Promise<string> {
  if (link === '' || link === 'root') return ''
  try {
    const requested = await requestedPath(ctx, access, link)
    const { place, filters } = pathWords(ctx, access, requested)
    return [...(requested.unit ? [place] : []), ...filters].join('; ')
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}
