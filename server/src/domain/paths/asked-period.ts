import type { PageConfig } from '@gensvar/contract/configuration/pages'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { askPeriod } from '#server/domain/scripts/ask-period.ts'
import { pageOf, pagePeriod } from './page-period.ts'
import type { AskedPage } from './page-period.ts'

type Access = Pick<SurveyAccess, 'model'>

/**
 * The period of a page's figures while no date is chosen: what the survey's script says for the caller's role and
 * language, else `pagePeriod`. Null for all time. Without a page, that of screens that are none.
 */
export async function askedPeriod(ctx: Ctx, { model }: Access, page: PageConfig | undefined): Promise<string | null> {
  const beside = { page: givenPageOf(page) }
  const said = await askPeriod(ctx, model, 'GET_DEFAULT_TIMESPAN', beside, (period) => [period])
  return said ?? pagePeriod(model.config, page)
}

/** The same for a page given by its name or its kind. */
export async function askedPeriodOf(ctx: Ctx, access: Access, asked: AskedPage): Promise<string | null> {
  return askedPeriod(ctx, access, pageOf(access.model.config, asked))
}

/** The period of alerts that the survey's script says; null where it says none. */
export async function scriptAlertPeriod(ctx: Ctx, { model }: Access): Promise<string | null> {
  return askPeriod(ctx, model, 'GET_ALERT_TIMESPAN', {}, (period) => [period])
}

/** The period in which a page lists alerts while no date is chosen: that of the script, else the page's. */
export async function askedAlertPeriod(ctx: Ctx, access: Access, page: PageConfig | undefined): Promise<string | null> {
  return (await scriptAlertPeriod(ctx, access)) ?? askedPeriod(ctx, access, page)
}

/** A page as scripts are given it. */
export function givenPageOf(page: PageConfig | undefined) {
  return page ? { extName: page.extname, kind: page.kind ?? null } : null
}
