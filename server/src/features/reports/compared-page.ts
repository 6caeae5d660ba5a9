import { say } from '@gensvar/contract/say'
import type { Locale } from '@gensvar/contract/local-text'
import { pickText } from '@gensvar/contract/local-text'
import type { Ctx } from '#server/domain/context.ts'
import type { ReportCell, ReportSection, ReportTable } from '#server/domain/reports/report.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { translate } from '#server/platform/translate.ts'
import { comparedFigures, comparedSides } from '#server/features/comparisons/service.ts'
import type { ComparedFigure } from '#server/features/comparisons/service.ts'
import { chanceText, chanceTitle, formatOf, valueCell } from '#server/widgets/shared/report-cells.ts'
import { runWidgetReport } from '#server/widgets/run-report.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'
import type { PreparedReport } from './report-kind.ts'

/** What is compared: a page's components at two paths. */
interface ComparedPage {
  page: string
  components: readonly string[]
  drillPath: string
  vs: string
}

/**
 * A page for two sides: how the figures of B differ from those of A, as the screen tells it, then what its components show of A and
 * of B. Throws as `runWidgetReport` does, and at `vs` for a side B that cannot be read or may not be seen.
 */
export async function prepareComparedPage(
  ctx: Ctx,
  access: SurveyAccess,
  { page, components, drillPath, vs }: ComparedPage,
): Promise<Omit<PreparedReport, 'title'>> {
  const { locale } = ctx
  const sides = await comparedSides(ctx, access, { page }, { drillPath, vs })
  const prepared = await Promise.all(
    [drillPath, vs].map((path) => runWidgetReport(ctx, access, { components, drillPath: path, shown: shownAtFirst })),
  )
  return {
    requested: sides.a,
    beside: sides.b,
    hasCases: prepared.some(({ hasCases }) => hasCases),
    async sections() {
      const { figures } = await comparedFigures(ctx, access, sides)
      const sections: ReportSection[] = figures.length > 0 ? [differencesTable(figures, locale)] : []
      let rows: number | null = null
      for (const [at, side] of prepared.entries()) {
        const made = await side.sections()
        sections.push(...made.sections.map((one) => ({ ...one, title: `${at === 0 ? 'A' : 'B'} \u00b7 ${one.title}` })))
        if (made.rows !== null) rows = (rows ?? 0) + made.rows
      }
      return { sections, rows }
    },
  }
}

function differencesTable(figures: readonly ComparedFigure[], locale: Locale): ReportTable {
  return {
    kind: 'table',
    title: translate(say`A and B`, locale),
    columns: [
      { title: translate(say`Figure`, locale), kind: 'text', width: 36 },
      { title: 'A', kind: 'number' },
      { title: 'B', kind: 'number' },
      { title: translate(say`From A`, locale), kind: 'number' },
      { title: translate(chanceTitle, locale), kind: 'text' },
      { title: '', kind: 'text', width: 40 },
    ],
    rows: figures.map(({ indicator, a, b, told }): ReportCell[] => [
      { text: pickText(indicator.title, locale) },
      valueCell(indicator, a, locale),
      valueCell(indicator, b, locale),
      told.formattedDiff === null
        ? { text: '' }
        : { text: told.formattedDiff, value: told.difference, ...formatOf(indicator) },
      { text: chanceText(told.chance, locale) },
      { text: told.why === null ? '' : pickText(told.why, locale) },
    ]),
  }
}
