import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parseDrillPath, plainToken, plainValue, printDrillPath } from '@gensvar/contract/drill-path'
import type { PathToken, PathView } from '@gensvar/contract/drill-path'
import type { ChartData } from '@gensvar/contract/entities/chart'
import type { Distribution } from '@gensvar/contract/entities/distribution'
import type { groupedColumns } from '@gensvar/contract/entities/grouped-columns'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { RankingResponse } from '@gensvar/contract/entities/ranking'
import type { SummaryResults } from '@gensvar/contract/entities/summary-results'
import type { Page } from '@gensvar/contract/entities/survey'
import { countedPath } from '@gensvar/contract/path-steps'
import type { z } from 'zod'
import { columnFigures } from './ranking-figures.ts'

/** A figure on a screen with the list of its cases that is offered beside it. */
export interface OfferedCases {
  /** The component and what the figure is of. */
  of: string
  /** Name of the figure whose cases are listed, and the path of the list. */
  name: string
  path: string
  /** How many cases the figure says that there are. */
  count: number
  /** Whether messages are counted, and the responses that they went to are listed. */
  areMessages: boolean
}

/** Where figures are asked for: a page at a path. */
export interface ShownAt {
  page: Page
  views: readonly PathView[]
  path: string
}

type Offer = Pick<OfferedCases, 'of' | 'name' | 'count'> & {
  cases: IndicatorVariable['cases'] | undefined
  drillPath?: string | undefined
  dates?: string | undefined
  filter?: PathToken
  expression?: string | null
}

/** Lists of cases as screens offer them: of the place, filters and days of the page, or of those that the figure has. */
class Offers {
  readonly made: OfferedCases[] = []
  private readonly at: ShownAt

  constructor(at: ShownAt) {
    this.at = at
  }

  add({ of, name, count, cases, drillPath, dates, filter, expression }: Offer): void {
    if (cases == null || cases === 'closed') return
    const { page, views, path } = this.at
    const shown = parseDrillPath(path, views)
    const own = shown.filters.some((token) => token.name === EVENT_DATE) ? null : (page.selectionInterval ?? 'all_time')
    const days = dates ?? own
    const at = drillPath === undefined ? shown : parseDrillPath(drillPath, views)
    const counted = countedPath(at, days === null ? null : plainToken(EVENT_DATE, days), filter ?? null)
    const areMessages = /\bmessage(s|share)\(/.test(expression ?? '')
    this.made.push({ of, name, count, areMessages, path: printDrillPath(counted, views) })
  }
}

/** The cases that a component's answer offers. */
export function offeredCases(type: string, config: Readonly<Record<string, unknown>>, answer: unknown, at: ShownAt) {
  const offers = new Offers(at)
  switch (type) {
    case 'ranking-table':
      ofRanking(offers, answer as RankingResponse)
      break
    case 'results-block':
      ofResults(offers, answer as SummaryResults)
      break
    case 'development-chart':
      ofChart(offers, type, answer as ChartData)
      break
    case 'choice-line':
      ofChart(offers, type, answer as ChartData, String(config['question']))
      break
    case 'grouped':
      ofGroups(offers, answer as z.output<typeof groupedColumns>)
      break
    default:
      ofTiles(offers, type, answer)
  }
  return offers.made
}

/** The cases that the parts of a distribution offer. */
export function offeredByParts(answer: Distribution, at: ShownAt): OfferedCases[] {
  const offers = new Offers(at)
  for (const bar of answer.bars)
    for (const [index, { filter, name }] of answer.parts.entries()) {
      const count = bar.counts?.[index]
      if (!bar.isOpen || bar.path === null || filter === null || answer.cases === null || !count) continue
      offers.add({
        of: `distribution of ${answer.name}: ${name} at ${bar.name}`,
        ...{ name: answer.cases, count, cases: 'interviews', drillPath: bar.path },
        dates: bar.dates ?? undefined,
        filter: { name: answer.question, values: filter.map((text) => plainValue(text)) },
      })
    }
  return offers.made
}

function ofRanking(offers: Offers, { rankingData: { headers, rows, footer } }: RankingResponse): void {
  const all = footer ? [...rows, { ...footer, drillPath: null }] : rows
  for (const { about, cellOf } of headers.flatMap(columnFigures))
    for (const { cells, isClosed, drillPath } of all) {
      const cell = cellOf(cells)
      if (!about || cell?.n == null || cell.text === '' || isClosed === true) continue
      const count = about.cases === 'alerts' ? Number(cell.value) : cell.n
      offers.add({ of: `ranking: ${drillPath}`, ...about, count, drillPath: drillPath ?? undefined })
    }
}

function ofResults(offers: Offers, { resultGroups }: SummaryResults): void {
  for (const group of resultGroups)
    for (const { details, n, value } of [group, ...group.questionAnswers, ...group.numericQuestionAnswers])
      if (details && n !== null && value !== null) offers.add({ of: 'results', ...details, count: n })
}

function ofChart(offers: Offers, type: string, { series, descriptors, dates }: ChartData, question?: string): void {
  for (const [at, { data, n = [] }] of series.entries()) {
    const { about, variable = '' } = descriptors[at] ?? {}
    for (const [index, value] of data.entries()) {
      const answers = n[index]
      if (!about || value === null || answers == null) continue
      const share = question === undefined ? null : Math.round((value * answers) / 100)
      offers.add({
        of: `${type}: ${variable} of ${dates?.[index]}`,
        ...about,
        count: share ?? (about.cases === 'alerts' ? value : answers),
        dates: dates?.[index],
        ...(question !== undefined && { filter: plainToken(question, variable) }),
      })
    }
  }
}

function ofGroups(offers: Offers, { groups, charts }: z.output<typeof groupedColumns>): void {
  for (const { series, descriptors } of charts)
    for (const [at, { data, n = [] }] of series.entries())
      for (const [index, { path, isClosed, name }] of groups.entries()) {
        const about = descriptors[at]?.about
        const count = n[index]
        if (!about || data[index] == null || count == null || path === null || isClosed === true) continue
        offers.add({ of: `grouped: ${name}`, ...about, count, drillPath: path })
      }
}

/** Tiles anywhere in an answer, those of other places with a path of their own. */
function ofTiles(offers: Offers, type: string, part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  if ('nInterviews' in part && 'cases' in part) {
    const tile = part as IndicatorVariable & { path?: string | null }
    const count = tile.cases === 'alerts' ? tile.value : tile.nInterviews
    if (count !== null && tile.path !== null) offers.add({ of: type, ...tile, count, drillPath: tile.path })
  }
  for (const one of Object.values(part)) ofTiles(offers, type, one)
}
