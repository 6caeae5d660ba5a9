import type { PageConfig } from '@gensvar/contract/configuration/pages'
import { say } from '@gensvar/contract/say'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { Ctx } from '#server/domain/context.ts'
import { askedPeriod } from '#server/domain/paths/asked-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ShownTable } from '#server/widgets/widget-report.ts'

/** The rankings page of a survey, if one is configured. */
export function rankingsPage({ model }: SurveyAccess): PageConfig | undefined {
  return model.config.pages.find((page) => page.kind === 'rankings')
}

/** A path with the period of the rankings page, as its tables have it. */
export async function pathOfRankings(ctx: Ctx, access: SurveyAccess, drillPath: string): Promise<RequestedPath> {
  const interval = await askedPeriod(ctx, access, rankingsPage(access))
  return requestedPath(ctx, access, drillPath, { interval })
}

/** The ranking tables of the rankings page. */
export function rankingTablesOf(access: SurveyAccess): WidgetConfig<'ranking-table'>[] {
  const page = rankingsPage(access)
  return [...walkComponents(page ? [page] : [])].flatMap(({ component }) =>
    isComponentOf(component, 'ranking-table') ? [component.config] : [],
  )
}

/** A table as it was asked for: the part of a request that says what its reader sees. */
export function shownOf({ columns, sortVar, sortDesc, filter }: ShownTable): ShownTable {
  return { columns, sortVar, sortDesc, filter: filter.trim() }
}

/** Throws `forbidden` for a report that the survey does not offer. */
export function demandOffered(isOffered: boolean): void {
  if (!isOffered) throw new AppError('forbidden', say`This survey does not offer this report.`)
}
