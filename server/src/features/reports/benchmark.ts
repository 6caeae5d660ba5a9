import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { spansOf } from '#server/domain/indicators/figures.ts'
import { countName, indicatorOf, isEverPublished, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { runningSpanText } from '#server/domain/indicators/running.ts'
import { pagePeriod } from '#server/domain/paths/page-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { ReportContent, ReportSection } from '#server/domain/reports/report.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import { translate } from '#server/platform/translate.ts'
import { defaultColumns } from '#server/widgets/ranking-table/columns.ts'
import { askedFacts, filterFacts, placeText } from './benchmark-asked.ts'
import { developmentCharts } from './benchmark-development.ts'
import { figuresTable, placeName } from './benchmark-figures.ts'
import { rankingTable, unitsBelow, unitsChart } from './benchmark-ranking.ts'
import { resultTables } from './benchmark-results.ts'

/** Indicators that have charts. */
const mostCharts = 4

/**
 * The benchmark of a place, over the period of the rankings page where the path names none. Throws as the rankings page
 * does: `not_found` for an unknown place, `forbidden` for one outside the caller's rights.
 */
export async function benchmarkContent(ctx: Ctx, survey: string, drillPath: string): Promise<ReportContent> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const { locale } = ctx
  const page = model.config.pages.find((one) => one.kind === 'rankings')
  const requested = await requestedPath(ctx, access, drillPath, { interval: pagePeriod(model.config, page) })
  const request: FigureRequest = { ctx, access, requested }
  const said = (words: Words): string => translate(words, locale)
  const place = placeText(requested, locale)
  const period = isDated(model) ? pickText(runningSpanText(spansOf(request).span, requested.today), locale) : ''
  const filters = filterFacts(model, requested, locale)
  return {
    title: said(say`Benchmark: ${placeName(request, locale)}`),
    subtitle: [place, period, ...filters.map(({ name, text }) => `${name}: ${text}`)].filter(Boolean).join(' · '),
    asked: askedFacts(ctx, model, [
      { name: said(say`Place`), text: place },
      ...(period === '' ? [] : [{ name: said(say`Time`), text: period }]),
      ...filters,
    ]),
    sections: await benchmarkSections(request),
    locale,
    totalRows: null,
  }
}

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
