import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { resolveDateValue } from '@gensvar/contract/date-filters'
import type { ChartData } from '@gensvar/contract/entities/chart'
import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { SegmentedDrillPath } from '@gensvar/contract/entities/navigation'
import type { RankingResponse } from '@gensvar/contract/entities/ranking'
import type { SummaryResults } from '@gensvar/contract/entities/summary-results'
import type { Page, Survey } from '@gensvar/contract/entities/survey'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import { importFile } from '#server/features/imports/service.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { planBank } from './bank/bank-survey.ts'
import { planOrders } from './orders/orders-survey.ts'
import { planRetail } from './retail/retail-survey.ts'
import { seedDemo } from './service.ts'

const today = '2026-03-31'
const clock = { now: () => new Date(`${today}T10:00:00Z`) }

// Real input that may be next to a checkout; it is not part of the project.
const reviews = join(import.meta.dirname, '../../../../shared/data/lounge-reviews.csv')

/** The survey's main figure as text, which is the first column of the rankings here. */
const mainFigure = 'main figure'

/** A figure that a screen shows: what it is, where and of which days, and where it was seen. */
interface Seen {
  what: string
  value: number | string | null
  n: number | null
  by: string
}

/** The figures of the pages of a survey, at a place and under filters, as one user sees them. */
class Walk {
  readonly seen: Seen[] = []
  /** Periods in words that figures say themselves, beside the ones their pages say. */
  readonly said: { by: string; figure: string; page: string }[] = []
  readonly survey: Survey
  private readonly server: TestApp
  private readonly token: string
  private readonly username: string

  constructor(of: { server: TestApp; token: string; username: string; survey: Survey }) {
    this.server = of.server
    this.token = of.token
    this.username = of.username
    this.survey = of.survey
  }

  async get<Answer>(url: string): Promise<Answer> {
    const response = await this.server.app.inject({ method: 'GET', url, headers: bearer(this.token) })
    expect(response.statusCode, `${url}: ${response.body}`).toBe(200)
    return response.json<Answer>()
  }

  /** Every figure of a page. `filters` is what follows the place in the path; `chosen` is the period among them. */
  async page(page: Page, place: string, filters: string, chosen: string | null): Promise<void> {
    const at = [place, filters].filter((part) => part !== '').join(';') || 'root'
    const here: Here = { page, place, filters, at, chosen, period: chosen ?? page.selectionInterval ?? 'all_time' }
    for (const { component } of walkComponents([page])) await this.component(component, here)
    if (
      page.kind === 'rankings' &&
      ![...walkComponents([page])].some(({ component }) => component.type === 'ranking-table')
    )
      this.ranking(await this.get(`/rest/rankings/data/${this.survey.extName}/${at}`), 'plain ranking', here)
    await this.pathBar(here)
  }

  private async component(component: AnyComponent, here: Here): Promise<void> {
    if (component.config['rootOnly'] === true) return
    const ask = <Answer>(call: string, query = ''): Promise<Answer> =>
      this.get(`/rest/widgets/${call}/${this.survey.extName}/${component.config.id}/${here.at}${query}`)
    const by = `${here.page.extname}/${component.config.id}`
    if (isComponentOf(component, 'variable-block')) {
      const { variables, blocks } = await ask<{
        variables: IndicatorVariable[]
        blocks: { variables: IndicatorVariable[] }[]
      }>('data')
      for (const tile of [...variables, ...blocks.flatMap((block) => block.variables)])
        for (const one of [tile, ...tile.extraVariables]) this.tile(one, by, here)
    } else if (isComponentOf(component, 'ranking-table')) this.ranking(await ask('data'), by, here)
    else if (isComponentOf(component, 'results-block')) {
      const { selectionTime } = await ask<SummaryResults>('data')
      this.say(selectionTime, by, here.period)
    } else if (isComponentOf(component, 'development-chart') && here.chosen !== null) {
      // A chart over one period of its own kind shows the same as a tile of that period.
      const period = here.chosen.endsWith('q') ? 'quarters' : 'years'
      if (!component.config.periods.includes(period)) return
      const { categories, series, descriptors } = await ask<ChartData>('data', `?period=${period}`)
      if (categories.length !== 1) return
      for (const [index, { data, n }] of series.entries())
        this.note(descriptors[index]!.variable, here.place, here, data[0] ?? null, n?.[0] ?? null, by)
    }
  }

  private tile(tile: IndicatorVariable, by: string, here: Here): void {
    this.note(tile.name, here.place, here, tile.value, tile.nInterviews, by)
    if (tile.expression === 'alerts(open)') this.note('open alerts', here.place, here, tile.value, null, by)
    this.say(tile.period, by, here.period)
  }

  private ranking({ rankingData, segmentedDrillPath }: RankingResponse, by: string, here: Here): void {
    const { headers, rows, footer, leafRows } = rankingData
    this.alerts(segmentedDrillPath, by, here)
    if (leafRows) return
    const figures = headers.filter(({ renderType }) => renderType === 'number')
    for (const header of figures) {
      const total = footer?.cells[header.cellIndex]
      if (total) this.note(header.value, here.place, here, numberOf(total.value), total.n ?? null, `${by} total`)
      for (const row of rows) {
        const cell = row.cells[header.cellIndex]
        if (!cell || row.drillPath === null) continue
        const place = placeOf(row.drillPath, here)
        this.note(header.value, place, here, numberOf(cell.value), cell.n ?? null, by)
        if (header === figures[0])
          this.note(mainFigure, place, here, numberOf(cell.value) === null ? null : cell.text, null, by)
      }
    }
  }

  private async pathBar(here: Here): Promise<void> {
    const { extName } = this.survey
    const query = `page=${here.page.extname}`
    const by = `${here.page.extname}/path bar`
    this.alerts(await this.get(`/rest/paths/segments/${extName}/${here.at}?${query}`), by, here)
    const { children } = await this.get<{ children: { path: string; formattedValue: string | null }[] }>(
      `/rest/paths/children/${extName}/${here.at}?${query}`,
    )
    for (const { path, formattedValue } of children)
      this.note(mainFigure, placeOf(path, here), here, formattedValue, null, by)
  }

  /** The open alerts in a drill path bar are the figure that counts them. */
  private alerts({ nOpenAlerts }: SegmentedDrillPath, by: string, here: Here): void {
    this.note('open alerts', here.place, here, nOpenAlerts, null, by)
  }

  /** The survey's tiles in the global overview, each over the period it says itself: one of `spans`. */
  async overview(timeSpan: string, spans: readonly string[]): Promise<void> {
    const { indicatorBlocks } = await this.get<GlobalOverview>(`/rest/overview/data/${this.username}/${timeSpan}`)
    for (const tile of indicatorBlocks.flatMap((block) => block.groups.flatMap((group) => group.variables)))
      if (tile.metaInterviewName === this.survey.extName) {
        const span = spans.find((one) => wordsOf(tile.period) === wordsOfPeriod(one))
        this.seen.push({
          what: `${tile.name} at root under - over ${span}`,
          value: rounded(tile.value),
          n: tile.nInterviews,
          by: 'global overview',
        })
      }
  }

  private note(name: string, place: string, here: Here, value: Seen['value'], n: number | null, by: string): void {
    const under = here.filters.split(';').filter((one) => one !== '' && !one.startsWith('date='))
    const what = `${name} at ${place || 'root'} under ${under.join(';') || '-'} over ${here.period}`
    this.seen.push({ what, value: rounded(value), n, by })
  }

  private say(words: IndicatorVariable['period'] | string, by: string, period: string): void {
    this.said.push({ by, figure: wordsOf(words), page: wordsOfPeriod(period) })
  }

  /** Figures that were seen with different values, and how many were seen in more than one place. */
  outcome(): { differing: Record<string, string[]>; compared: number } {
    const differing: Record<string, string[]> = {}
    let compared = 0
    for (const [what, all] of Map.groupBy(this.seen, (one) => one.what)) {
      if (new Set(all.map(({ by }) => by)).size > 1) compared += 1
      const shown = new Set(all.map(({ value, n }) => `${value} n ${n}`))
      if (shown.size > 1) differing[what] = all.map(({ value, n, by }) => `${value} n ${n} by ${by}`)
    }
    return { differing, compared }
  }
}

interface Here {
  page: Page
  place: string
  filters: string
  at: string
  chosen: string | null
  period: string
}

function placeOf(path: string, { filters }: Here): string {
  const place = filters === '' ? path : path.replace(`;${filters}`, '')
  return place === 'root' ? '' : place
}

function wordsOf(words: IndicatorVariable['period'] | string): string {
  return words === null ? '' : typeof words === 'string' ? words : (words.en ?? '')
}

/** The days of a period in words, as figures say them. */
function wordsOfPeriod(period: string): string {
  const dates = resolveDateValue(period, today)
  if (dates?.kind !== 'span') throw new Error(`${period} is no span of days`)
  const isOpen = dates.from === null && dates.to === null
  return wordsOf(spanText(isOpen ? null : dates))
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Sums are added in another order on another way to the same figure. */
function rounded(value: Seen['value']): Seen['value'] {
  return typeof value === 'number' ? Number(value.toFixed(9)) : value
}

/** The first place of each depth, from the top. */
async function placesOf(walk: Walk, depth: number): Promise<string[]> {
  const places = ['']
  while (places.length <= depth) {
    const last = places.at(-1)!
    const { segments } = await walk.get<SegmentedDrillPath>(
      `/rest/paths/segments/${walk.survey.extName}/${last === '' ? 'root' : last}`,
    )
    const child = segments.at(-1)?.children.find(({ accessAllowed }) => accessAllowed)
    if (!child) break
    places.push(child.path)
  }
  return places
}

async function walkOf(server: TestApp, username: string, extName: string): Promise<Walk> {
  const user = await server.deps.db
    .selectFrom('app_user')
    .innerJoin('user_universe', 'user_universe.user_id', 'app_user.id')
    .select(['app_user.id', 'username', 'universe_id as universeId'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const token = await signIn(server.deps, user)
  const response = await server.app.inject({
    method: 'GET',
    url: `/rest/surveys/start/${extName}`,
    headers: bearer(token),
  })
  expect(response.statusCode, response.body).toBe(200)
  return new Walk({ server, token, username, survey: response.json<{ survey: Survey }>().survey })
}

/** Walks every page at some places: without a choice, with chosen periods and, at the first of them, with a filter. */
async function expectAgreement(walk: Walk, { filter, atLeast }: { filter?: string; atLeast: number }): Promise<void> {
  // Of a survey without answers in the time span the global overview shows the latest year with answers.
  const { latestYear } = walk.survey
  const spans = ['last_1q', ...(latestYear === null ? [] : [latestYear])]
  for (const place of await placesOf(walk, 2))
    for (const chosen of [null, ...spans, 'all_time'])
      for (const under of ['', ...(filter !== undefined && chosen !== 'all_time' ? [filter] : [])]) {
        const all = [under, chosen === null ? '' : `date=${chosen}`].filter((part) => part !== '').join(';')
        await Promise.all(walk.survey.pages.map((page) => walk.page(page, place, all, chosen)))
      }
  await walk.overview('last_1q', spans)
  expect(walk.seen.some(({ by }) => by === 'global overview')).toBe(true)
  const { differing, compared } = walk.outcome()
  expect(differing).toEqual({})
  expect(compared).toBeGreaterThanOrEqual(atLeast)
  expect(walk.said.length).toBeGreaterThan(10)
  expect(walk.said.filter(({ figure, page }) => figure !== page)).toEqual([])
}

describe('equal definitions show equal figures at equal place, filters and period', () => {
  let server: TestApp

  beforeAll(async () => {
    server = await testApp({ clock })
    await seedDemo(server.deps, {
      surveys: (day) => [
        { universe: 'retail', plan: planRetail(day, { completed: 3_000, spam: 20, samples: 400 }) },
        { universe: 'retail', plan: planOrders(day, { completed: 400, samples: 50 }) },
        { universe: 'bank', plan: planBank(day, 0.05) },
      ],
    })
  })

  afterAll(() => server.close())

  test.each([
    { username: 'admin', survey: 'visits', filter: 'channel=store', atLeast: 100 },
    // Without a hierarchy its ranking lists interviews, so only its tiles, charts and the global overview can differ.
    { username: 'admin', survey: 'e-commerce', atLeast: 3 },
    { username: 'bank', survey: 'customers', atLeast: 20 },
  ])('on every page of the demo survey $survey', async ({ username, survey, ...demand }) => {
    await expectAgreement(await walkOf(server, username, survey), demand)
  })

  test('the pages without a period of their own have that of the page the survey opens on', async () => {
    const { survey } = await walkOf(server, 'admin', 'visits')
    const periods = Object.fromEntries(survey.pages.map((page) => [page.extname, page.selectionInterval]))
    expect(periods).toMatchObject({ overview: 'last_3m', ranking: 'last_3m', drivers: 'last_12m' })
    expect(survey.selectionInterval).toBe('last_3m')
  })

  test.runIf(existsSync(reviews))('on every page of an imported file of reviews', async () => {
    const ctx = programContext(server.deps, 'import')
    const result = await importFile(ctx, { file: reviews, universe: 'sky', survey: 'lounges', key: 'response_id' })
    expect(result.rows).toBeGreaterThan(2_000)
    const administrator = await server.deps.db
      .selectFrom('role')
      .innerJoin('universe', 'universe.id', 'role.universe_id')
      .where('universe.name', '=', 'sky')
      .select(['role.id as roleId', 'universe.id as universeId'])
      .executeTakeFirstOrThrow()
    const { username } = await createUser(server.deps.db, { universes: [administrator] })
    await server.deps.analytics.feed.catchUp()
    const walk = await walkOf(server, username, 'lounges')
    await expectAgreement(walk, { atLeast: 100 })
    // Its answers end long before the clock of this test: their last year is offered, the calendar's periods are not.
    expect(walk.survey.periods).toContain(walk.survey.latestYear)
    expect(walk.survey.periods).not.toContain('this_m')
  })
})
