import { mcpPath } from '@gensvar/contract/api-mcp'
import type { getApiRanking, listApiFigures } from '@gensvar/contract/api-reading'
import type { alertList } from '@gensvar/contract/entities/alerts'
import type { ChartData } from '@gensvar/contract/entities/chart'
import type { globalValuesTable } from '@gensvar/contract/entities/data-tables'
import type { Distribution } from '@gensvar/contract/entities/distribution'
import type { groupedColumns } from '@gensvar/contract/entities/grouped-columns'
import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { SegmentedDrillPath } from '@gensvar/contract/entities/navigation'
import type { RankingCell, RankingResponse } from '@gensvar/contract/entities/ranking'
import type { SummaryResults } from '@gensvar/contract/entities/summary-results'
import type { Page, Survey } from '@gensvar/contract/entities/survey'
import type { WhatChangedData } from '@gensvar/contract/entities/what-changed'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { widgets } from '@gensvar/contract/widgets/index'
import { expect } from 'vitest'
import type { z } from 'zod'
import { bearer } from './factories.ts'
import { columnFigures } from './ranking-figures.ts'
import { aboveOf, numberOf, placeOf, rounded, shareOf, wordsOf, wordsOfPeriod } from './figure-words.ts'
import type { Here, Seen } from './figure-words.ts'
import type { TestApp } from './test-app.ts'

/** The survey's main figure as text, which is the first column of the rankings here. */
const mainFigure = 'main figure'

/** Components whose numbers are none of a place over the period of their page: they are of single responses, or say their own. */
const withoutFigures: ReadonlySet<string> = new Set([
  'action-manager',
  'action-overview',
  'action-portfolio',
  'data-table',
  'data-uploader',
  'discriminator',
  // How much a question moves a score is shown nowhere else; widgets/drivers.test.ts computes it from the answers.
  'effect',
  // Comments are counted of the reader's own rows alone; domain/comments/comments.test.ts recounts them.
  'feedback-overview',
  'feedback-search',
  'feedback-sentiment',
  'gamification-overview',
  'global-campaigns-list',
  'import-set-list',
  'latest-comments',
  'mail-campaign-details',
  'mail-campaigns-list',
  'mail-templates-list',
  'menu-block',
  'question-search',
  'record-table',
  'sample-editor',
  'sample-table',
  'selection-block',
  'text-analytics',
  // Asked apart, because it has periods of its own.
  'global-overview',
])

/** The figures of the pages of a survey, at a place and under filters, as one user sees them. */
export class FigureWalk {
  readonly seen: Seen[] = []
  /** Periods in words that figures say themselves, beside the ones their pages say. */
  readonly said: { by: string; figure: string; page: string }[] = []
  readonly survey: Survey
  private readonly server: TestApp
  private readonly token: string
  private readonly username: string
  private readonly today: string
  /** A key of the API for the user, in the whole survey; null for root, for whom there are none. */
  private readonly key: string | null

  constructor(of: {
    server: TestApp
    token: string
    username: string
    survey: Survey
    today: string
    key: string | null
  }) {
    this.server = of.server
    this.token = of.token
    this.username = of.username
    this.survey = of.survey
    this.today = of.today
    this.key = of.key
  }

  /** Whether the API is read as well. */
  get hasKey(): boolean {
    return this.key !== null
  }

  async get<Answer>(url: string, token = this.token): Promise<Answer> {
    const response = await this.server.app.inject({ method: 'GET', url, headers: bearer(token) })
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
    if (this.key !== null && page === this.survey.pages[0]) await this.byKey(this.key, here)
  }

  /** What programs read of the same place: figures, and those of the units below it. */
  private async byKey(key: string, here: Here): Promise<void> {
    const api = `/api/v1/surveys/${this.survey.extName}`
    const of = { ...here, period: here.chosen ?? this.survey.selectionInterval ?? 'all_time' }
    const { figures } = await this.get<z.output<typeof listApiFigures.response>>(`${api}/figures?path=${here.at}`, key)
    for (const { name, value, n } of figures) this.note(name, here.place, of, value, n, 'API figures')
    for (const { name, value, n } of await this.byTool(key, here.at))
      this.note(name, here.place, of, value, n, 'tool of assistants')
    const { rows } = await this.get<z.output<typeof getApiRanking.response>>(`${api}/ranking?path=${here.at}`, key)
    for (const { path, figures: ranked } of rows)
      for (const { name, value, n } of ranked) this.note(name, placeOf(path, here), of, value, n, 'API ranking')
  }

  /** What assistants are told of the same place. */
  private async byTool(key: string, path: string): Promise<z.output<typeof listApiFigures.response>['figures']> {
    const params = { name: 'get_figures', arguments: { survey: this.survey.extName, path } }
    const answer = await this.server.app.inject({
      method: 'POST',
      url: mcpPath,
      headers: { ...bearer(key), accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { result } = answer.json<{ result: { content: { text: string }[] } }>()
    return (JSON.parse(result.content[0]?.text ?? '') as z.output<typeof listApiFigures.response>).figures
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
      const tiles = [...variables, ...blocks.flatMap((block) => block.variables)]
      for (const tile of tiles) for (const one of [tile, ...tile.extraVariables]) this.tile(one, by, here)
      for (const index of tiles.keys())
        await this.chart((period) => ask('chart', `?index=${index}&period=${period}`), `${by} chart`, here)
    } else if (isComponentOf(component, 'action-plan') || isComponentOf(component, 'variable-action-block')) {
      for (const tile of (await ask<{ variables: IndicatorVariable[] }>('data')).variables) this.tile(tile, by, here)
    } else if (isComponentOf(component, 'priority')) {
      const { points, step } = await ask<z.output<(typeof widgets)['priority']['calls']['data']['response']>>('data')
      for (const { variables, score, n } of step === 'point' ? points : [])
        if (variables.length === 1) this.note(variables[0] ?? '', here.place, here, score, n, by)
    } else if (isComponentOf(component, 'ranking-table')) this.ranking(await ask('data'), by, here)
    else if (isComponentOf(component, 'results-block')) this.results(await ask('data'), by, here)
    else if (isComponentOf(component, 'development-chart'))
      await this.chart((period) => ask('data', `?period=${period}`), by, here, component.config.periods)
    else if (isComponentOf(component, 'what-changed')) {
      const { indicator, better, worse, offGoal } = await ask<WhatChangedData>('data')
      for (const { drillPath, value, n } of [...better, ...worse, ...(offGoal?.rows ?? [])])
        this.note(indicator.name, placeOf(drillPath, here), here, value, n, by)
    } else if (isComponentOf(component, 'indicator-block')) {
      const { groups } = await ask<z.output<(typeof widgets)['indicator-block']['calls']['data']['response']>>('data')
      // A tile without a path is of a place that the reader may not open, or that is gone.
      for (const tile of groups.flatMap(({ variables }) => variables))
        if (tile.path !== null) this.tile(tile, by, { ...here, place: placeOf(tile.path, here) })
    } else if (isComponentOf(component, 'delta')) {
      const { rows } = await ask<z.output<(typeof widgets)['delta']['calls']['data']['response']>>('data')
      for (const row of rows) this.tile(row, by, here)
    } else if (isComponentOf(component, 'benchmark')) {
      const { rows } = await ask<z.output<(typeof widgets)['benchmark']['calls']['data']['response']>>('data')
      for (const row of rows) {
        this.tile(row, by, here)
        // The mean of the places beside it, and that of other organisations, are shown nowhere else.
        const base = { universe: '', parent: aboveOf(here.place), siblings: null, pool: null }[component.config.against]
        if (base !== null && row.base !== null) this.note(row.name, base, here, row.base, undefined, `${by} base`)
      }
    } else if (isComponentOf(component, 'choice-line')) {
      const { periods, question } = component.config
      await this.chart(
        (period) => ask('data', `?period=${period}`),
        by,
        here,
        periods,
        (choice) => shareOf(question, choice),
      )
      await this.distribution(question, here)
    } else if (isComponentOf(component, 'grouped')) this.grouped(await ask('data'), component.config.by, by, here)
    else if (isComponentOf(component, 'alert-table')) {
      const { counts } = await ask<z.output<typeof alertList>>('data')
      this.note('open alerts that the reader may open', here.place, here, counts.open, undefined, by)
    } else if (isComponentOf(component, 'global-values-table')) {
      this.globalValues(await ask('data'), component.config.indicators, by, here)
    } else
      expect(withoutFigures.has(component.type), `${component.type} is read, or said to have no figures`).toBe(true)
  }

  private tile(tile: IndicatorVariable, by: string, here: Here): void {
    this.note(tile.name, here.place, here, tile.value, tile.nInterviews, by)
    if (tile.value !== null)
      this.goal(tile.name, here.place, here, tile.weight === 'full' ? tile.goalStatus : tile.weight, by)
    if (tile.expression === 'alerts(open)') this.note('open alerts', here.place, here, tile.value, undefined, by)
    this.say(tile.period, by, here.period)
  }

  private ranking({ rankingData, segmentedDrillPath }: RankingResponse, by: string, here: Here): void {
    const { headers, rows, footer, leafRows } = rankingData
    this.alerts(segmentedDrillPath, by, here)
    const figures = headers.flatMap(columnFigures)
    for (const figure of figures) {
      const { name, cellOf } = figure
      const total = footer && cellOf(footer.cells)
      if (total && (!leafRows || typeof total.value === 'number'))
        this.cell(name, here.place, here, total, `${by} total`)
      // Rows of single responses hold answers.
      for (const row of leafRows ? [] : rows) {
        const cell = cellOf(row.cells)
        if (!cell || row.drillPath === null) continue
        const place = placeOf(row.drillPath, here)
        this.cell(name, place, here, cell, by)
        if (figure === figures[0])
          this.note(mainFigure, place, here, numberOf(cell.value) === null ? null : cell.text, undefined, by)
      }
    }
  }

  private cell(name: string, place: string, here: Here, cell: RankingCell, by: string): void {
    this.note(name, place, here, numberOf(cell.value), cell.n, by)
    if (numberOf(cell.value) !== null)
      this.goal(name, place, here, cell.few ? 'few' : cell.near ? 'near' : (cell.goalStatus ?? null), by)
  }

  private results({ resultGroups, selectionTime }: SummaryResults, by: string, here: Here): void {
    this.say(selectionTime, by, here.period)
    for (const row of resultGroups.flatMap((group) => [...group.questionAnswers, ...group.numericQuestionAnswers])) {
      this.note(row.extName, here.place, here, row.value, row.n, by)
      if (row.value !== null)
        this.goal(row.extName, here.place, here, row.weight === 'full' ? row.goalStatus : row.weight, by)
    }
  }

  /** A chart over one period of its own kind shows the same as a tile of that period. */
  private async chart(
    ask: (period: string) => Promise<ChartData>,
    by: string,
    here: Here,
    periods: readonly string[] = ['quarters', 'years'],
    nameOf: (variable: string) => string = (variable) => variable,
  ): Promise<void> {
    const period = here.chosen?.endsWith('q') ? 'quarters' : 'years'
    if (here.chosen === null || here.chosen === 'all_time' || !periods.includes(period)) return
    const { categories, series, descriptors } = await ask(period)
    if (categories.length !== 1) return
    for (const [index, { data, n }] of series.entries())
      this.note(nameOf(descriptors[index]?.variable ?? ''), here.place, here, data[0] ?? null, n?.[0] ?? undefined, by)
  }

  /** The columns of units, which are the figures of their places; those of choices are of other filters than the page's. */
  private grouped({ groups, charts }: z.output<typeof groupedColumns>, level: string, by: string, here: Here): void {
    const isOfUnits = this.survey.views.some(({ levels }) => levels.some(({ variable }) => variable === level))
    for (const { series, descriptors } of charts)
      for (const [index, { data, n }] of series.entries())
        for (const [at, { path }] of groups.entries()) {
          if (!isOfUnits || path === null) continue
          this.note(descriptors[index]?.variable ?? '', placeOf(path, here), here, data[at] ?? null, n?.[at], by)
        }
  }

  /**
   * The shares of a question's answers by themselves, which a chart of one period shows too. Weighted ones are told with one decimal,
   * and are no shares of the numbers of answers.
   */
  private async distribution(question: string, here: Here): Promise<void> {
    const { chosen, at, place } = here
    if (chosen === null || question.includes(':') || this.survey.weighting === 'weighted') return
    const answer = await this.get<Distribution>(`/rest/distributions/data/${this.survey.extName}/${question}/${at}`)
    const [bar] = answer.bars
    for (const [index, { name }] of answer.parts.entries()) {
      const count = bar?.counts?.[index]
      if (count != null && bar?.n)
        this.note(shareOf(question, name), place, here, (100 * count) / bar.n, bar.n, 'distribution')
    }
  }

  /** The figures of the survey's row, which are those of its top without filters. */
  private globalValues(
    { rows }: z.output<typeof globalValuesTable>,
    names: readonly string[],
    by: string,
    here: Here,
  ): void {
    const row = rows.find(({ surveyname }) => surveyname === this.survey.extName)
    for (const [at, name] of names.entries())
      this.note(name, '', { ...here, filters: '' }, row?.values[at] ?? null, undefined, by)
  }

  private async pathBar(here: Here): Promise<void> {
    const { extName } = this.survey
    const query = `page=${here.page.extname}`
    const by = `${here.page.extname}/path bar`
    this.alerts(await this.get(`/rest/paths/segments/${extName}/${here.at}?${query}`), by, here)
    const { nOpenAlerts } = await this.get<{ nOpenAlerts: number | null }>(
      `/rest/surveys/status/${extName}/${here.at}?${query}`,
    )
    if (nOpenAlerts !== null)
      this.note('open alerts that the reader may open', here.place, here, nOpenAlerts, undefined, `${by} later`)
    const { children } = await this.get<{ children: { path: string; formattedValue: string | null }[] }>(
      `/rest/paths/children/${extName}/${here.at}?${query}`,
    )
    for (const { path, formattedValue } of children)
      this.note(mainFigure, placeOf(path, here), here, formattedValue, undefined, by)
  }

  /** The open alerts in a drill path bar are the figure that counts them, unless it says that they are only the reader's. */
  private alerts({ nOpenAlerts, ownAlertsOnly }: SegmentedDrillPath, by: string, here: Here): void {
    this.note('open alerts that the reader may open', here.place, here, nOpenAlerts, undefined, by)
    if (ownAlertsOnly !== true) this.note('open alerts', here.place, here, nOpenAlerts, undefined, by)
  }

  /** The survey's tiles in the global overview, each over the period it says itself: one of `spans`. */
  async overview(timeSpan: string, spans: readonly string[]): Promise<void> {
    const { indicatorBlocks } = await this.get<GlobalOverview>(`/rest/overview/data/${this.username}/${timeSpan}`)
    for (const tile of indicatorBlocks.flatMap((block) => block.groups.flatMap((group) => group.variables)))
      if (tile.metaInterviewName === this.survey.extName) {
        const span = spans.find((one) => wordsOf(tile.period) === wordsOfPeriod(one, this.today))
        this.seen.push({
          what: `${tile.name} at root under - over ${span}`,
          value: rounded(tile.value),
          n: tile.nInterviews,
          by: 'global overview',
        })
      }
  }

  /** What is said of a goal: met, missed, or why it cannot be told. */
  private goal(name: string, place: string, here: Here, told: boolean | string | null, by: string): void {
    this.note(`goal of ${name}`, place, here, told, undefined, by)
  }

  private note(name: string, place: string, here: Here, value: Seen['value'], n: Seen['n'], by: string): void {
    const under = here.filters.split(';').filter((one) => one !== '' && !one.startsWith('date='))
    const what = `${name} at ${place || 'root'} under ${under.join(';') || '-'} over ${here.period}`
    this.seen.push({ what, value: rounded(value), n, by })
  }

  private say(words: IndicatorVariable['period'] | string, by: string, period: string): void {
    this.said.push({ by, figure: wordsOf(words), page: wordsOfPeriod(period, this.today) })
  }

  /** Figures that were seen with different values, and how many were seen in more than one place. */
  outcome(): { differing: Record<string, string[]>; compared: number } {
    const differing: Record<string, string[]> = {}
    let compared = 0
    for (const [what, all] of Map.groupBy(this.seen, (one) => one.what)) {
      if (new Set(all.map(({ by }) => by)).size > 1) compared += 1
      const values = new Set(all.map(({ value }) => value))
      const counts = new Set(all.flatMap(({ n }) => (n === undefined ? [] : [n])))
      if (values.size > 1 || counts.size > 1)
        differing[what] = all.map(({ value, n, by }) => `${value} n ${n} by ${by}`)
    }
    return { differing, compared }
  }
}
