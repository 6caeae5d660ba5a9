import type { PageConfig } from '@gensvar/contract/configuration/pages'
import { say } from '@gensvar/contract/say'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { childComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import { pickBranch } from '@gensvar/contract/widgets/pick-branch'
import type { Ctx } from '#server/domain/context.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { componentPath } from './component-path.ts'
import { widgetReports } from './registry.ts'
import { componentOf } from './run-widget.ts'
import type { ReportedSections, ShownTable, WidgetReport } from './widget-report.ts'
import type { WidgetRequest } from './widget-server.ts'

/** Components to report, in their order, at a path. */
export interface ComponentsToReport {
  components: readonly string[]
  drillPath: string
  /** For a single table. */
  shown: ShownTable
  /** The only type that is accepted. */
  only?: WidgetType
}

/** A report of components that its caller may have. */
export interface PreparedComponents {
  /** The path with the period of the first component. */
  requested: RequestedPath
  hasCases: boolean
  sections(): Promise<ReportedSections>
}

/**
 * What components of a survey's pages say in a report, each with the period of its page. Throws `not_found` for a
 * component that is not there, `forbidden` for one that the caller may not see, `validation` (naming the field) for one
 * without figures, and for columns and sorting that its table does not have.
 */
export async function runWidgetReport(
  ctx: Ctx,
  access: SurveyAccess,
  { components, drillPath, shown, only }: ComponentsToReport,
): Promise<PreparedComponents> {
  const parts: { request: WidgetRequest<unknown>; report: WidgetReport<unknown> }[] = []
  for (const { component, page, report } of demandedParts(ctx, access, components, only)) {
    const requested = await componentPath(ctx, access, component, page, drillPath)
    parts.push({ request: { ctx, access, config: component.config, page, requested }, report })
  }
  const [first] = parts
  if (!first)
    throw new AppError('validation', say`Nothing of this can be reported.`, { component: say`has no figures` })
  checkShown(parts, shown)
  return {
    requested: first.request.requested,
    hasCases: parts.some(({ request, report }) => report.hasCases?.(request) ?? false),
    async sections() {
      const made = []
      for (const { request, report } of parts) made.push(await report.sections(request, shown))
      const rows = made.map((one) => one.rows)
      return {
        sections: made.flatMap(({ sections }) => sections),
        rows: rows.reduce<number | null>((sum, one) => (one === null ? sum : (sum ?? 0) + one), null),
      }
    },
  }
}

/** Whether a caller may have a report of components; one that nobody can have is not told apart here. */
export function mayReport(ctx: Ctx, access: SurveyAccess, components: readonly string[]): boolean {
  try {
    demandedParts(ctx, access, components)
    return true
  } catch (error) {
    if (error instanceof AppError) return error.code !== 'forbidden'
    throw error
  }
}

/**
 * Ids of a page's components that a caller may have a report of, in a view of the survey (an empty name where it has none).
 * Those without figures, and those for others, are left out.
 */
export function reportableOf(
  ctx: Ctx,
  access: SurveyAccess,
  { components, view }: Pick<PageConfig, 'components'> & { view: string },
): string[] {
  const viewer = { role: ctx.identity.role?.name ?? null, view }
  const shown = (component: AnyComponent): AnyComponent[] =>
    isComponentOf(component, 'discriminator')
      ? (pickBranch(component.config.branches, viewer)?.components.flatMap(shown) ?? [])
      : withInner(component)
  return components.flatMap(shown).flatMap(({ config: { id } }) => {
    try {
      demandedParts(ctx, access, [id])
      return [id]
    } catch (error) {
      if (error instanceof AppError) return []
      throw error
    }
  })
}

/** The components to report, with those inside of others, and their reports. Throws as `runWidgetReport` does. */
function demandedParts(ctx: Ctx, access: SurveyAccess, components: readonly string[], only?: WidgetType) {
  return components.flatMap((id) => {
    const { component, page } = componentOf(ctx, access, id)
    return withInner(component).map((inner) => {
      const { component: part } = componentOf(ctx, access, inner.config.id)
      const report = reportOf(part, only)
      report.demand?.(access)
      return { component: part, page, report }
    })
  })
}

/** A component, or what is inside one that only holds others. */
function withInner(component: AnyComponent): AnyComponent[] {
  const inner = childComponents(component)
  return inner.length === 0 ? [component] : inner.flatMap(withInner)
}

function reportOf({ type, config: { id } }: AnyComponent, only: WidgetType | undefined): WidgetReport<unknown> {
  // The registry's type checks each report against its contract; here they are matched by name only.
  const reports: Partial<Record<string, WidgetReport<never> | null>> = widgetReports
  const report = Object.hasOwn(reports, type) && (only === undefined || type === only) ? reports[type] : undefined
  if (report) return report as WidgetReport<unknown>
  throw new AppError('validation', say`"${id}" cannot be reported here.`, { component: say`has no figures` })
}

function checkShown(
  parts: readonly { request: WidgetRequest<unknown>; report: WidgetReport<unknown> }[],
  shown: ShownTable,
): void {
  const [table, ...others] = parts.filter(({ report }) => report.check)
  if (table && others.length === 0 && parts.length === 1) return table.report.check?.(table.request, shown)
  const field = shown.columns ? 'columns' : shown.sortVar !== null ? 'sortVar' : shown.filter !== '' ? 'filter' : null
  if (field !== null)
    throw new AppError('validation', say`Say which table is meant.`, { [field]: say`belongs to one table` })
}
