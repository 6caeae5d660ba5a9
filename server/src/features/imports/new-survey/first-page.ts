import type { Locale, LocalText } from '@gensvar/contract/local-text'
import { pickText } from '@gensvar/contract/local-text'
import type { NewSurveyCheck } from '@gensvar/contract/new-survey-plan'
import { readConfigFile } from '../configuration/config-file.ts'
import { dashboardParts } from '../configuration/dashboard-parts.ts'
import type { WrittenIndicator } from '../configuration/dashboard-parts.ts'
import { shownPlan } from '../doubts/decided-plan.ts'
import type { PlannedTable } from '../import-request.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { figureOf, plannedFigure, tallyAnswers } from './tally-figures.ts'
import type { PlannedFigure } from './tally-figures.ts'

type FirstPage = NewSurveyCheck['page']
type Tile = FirstPage['tiles'][number]

/** How the survey would open: read from the configuration that would be written, with figures of the file's rows. */
export async function firstPageOf(
  { table, plan, configuration }: PlannedTable,
  { title, today, locale, signal }: { title: string; today: string; locale: Locale; signal?: AbortSignal },
): Promise<FirstPage> {
  const shown = shownPlan(plan)
  const parts = dashboardParts(shown)
  const { config } = readConfigFile('the written configuration', configuration ?? '')
  const said = (text: unknown): string => pickText(text as LocalText | undefined, locale)
  const titleOf = (variable: string): string =>
    said(shown.columns.find((column) => column.variable === variable)?.title ?? variable)
  const [page] = config.pages
  const components = page?.components ?? []
  const block = components.find((component) => component.type === 'variable-block')
  const names = ((block?.config as { variables?: readonly { indicator: string }[] } | undefined)?.variables ?? []).map(
    ({ indicator }) => indicator,
  )
  const indicators = [parts.main, parts.recommend, parts.answers].filter((one) => one !== null)
  const figures = names.flatMap((name) => figureNamed(name, indicators, shown.columns))
  const variables = figures.flatMap(({ figure }) => figure.variable ?? [])
  const tally = await tallyAnswers(table, plan, [...new Set(variables)], { today, signal })
  const nameOf = (name: string): string => {
    const indicator = indicators.find((one) => one.name === name)
    return indicator ? said(indicator.title) : titleOf(name)
  }
  return {
    title,
    period: shown.span && { from: shown.span.first, to: shown.span.last },
    responses: tally.responses,
    tiles: figures.map(({ figure, indicator, column }): Tile => {
      const scale = column?.plan.type === 'scale' ? column.plan : null
      return {
        name: figure.name,
        title: nameOf(figure.name),
        ...figureOf(figure, tally, shown.columns),
        unit: indicator?.unit ?? '',
        decimals: indicator?.decimals ?? 2,
        min: indicator?.minValue ?? (indicator ? null : (scale?.min ?? null)),
        max: indicator?.maxValue ?? (indicator ? null : (scale?.max ?? null)),
      }
    }),
    charts: components
      .filter((component) => component !== block)
      .map(({ type, config: settings }) => ({
        type,
        variables: ((settings as { variables?: readonly unknown[] }).variables ?? [])
          .filter((name) => typeof name === 'string')
          .map(nameOf),
      })),
    filters: config.filters.standard
      .flatMap(({ filters }) => filters)
      .map(({ extName }) => ({ variable: extName, title: titleOf(extName) })),
    levels: (shown.views[0]?.levels ?? []).map((variable, depth) => ({
      variable,
      title: titleOf(variable),
      units: tally.units[depth] ?? 0,
    })),
    pages: config.pages.map(({ extname, title: pageTitle }) => ({ name: extname, title: said(pageTitle) })),
  }
}

function figureNamed(
  name: string,
  indicators: readonly WrittenIndicator[],
  columns: readonly PlannedColumn[],
): { figure: PlannedFigure; indicator: WrittenIndicator | null; column: PlannedColumn | null }[] {
  const indicator = indicators.find((one) => one.name === name)
  if (indicator) {
    const figure = plannedFigure(indicator)
    return figure ? [{ figure, indicator, column: null }] : []
  }
  const column = columns.find(({ variable }) => variable === name)
  return column ? [{ figure: { name, variable: name, kind: 'mean' }, indicator: null, column }] : []
}
