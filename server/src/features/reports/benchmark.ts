import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { countName, indicatorOf, isEverPublished, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { ReportSection } from '#server/domain/reports/report.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { defaultColumns } from '#server/widgets/ranking-table/columns.ts'
import { developmentCharts } from './benchmark-development.ts'
import { figuresTable } from './benchmark-figures.ts'
import { rankingTable, unitsBelow, unitsChart } from './benchmark-ranking.ts'
import { resultTables } from './benchmark-results.ts'

/** Indicators that have charts. */
const mostCharts = 4

/**
 * What a benchmark says of a place: its indicators beside the places above, the ranking of the units below, charts of them
 * by the main indicators, the development of these, and the result groups.
 */
export async function benchmarkSections(request: FigureRequest): Promise<ReportSection[]> {
  const indicators = shownIndicators(request.access)
  const main = indicators.filter(({ counts }) => !counts).slice(0, mostCharts)
  const below = await unitsBelow(request, main)
  const [figures, development, results] = await Promise.all([
    figuresTable(request, indicators),
    developmentCharts(request, main),
    resultTables(request),
  ])
  const charts = below ? main.flatMap((indicator) => unitsChart(request, below, indicator) ?? []) : []
  return [figures, ...(below ? [rankingTable(request, below)] : []), ...charts, ...development, ...results]
}

/** The survey's indicators; in an anonymous one, those that are ever published. Answers are a column of their own. */
function shownIndicators({ model, canViewInterviews }: SurveyAccess): Indicator[] {
  const names = defaultColumns(model).map(({ value }) => value)
  return names
    .filter((name) => isIndicator(model, name) && (name !== countName || names.length === 1))
    .map((name) => indicatorOf(model, name))
    .filter((indicator) => canViewInterviews || isEverPublished(model, indicator))
}
