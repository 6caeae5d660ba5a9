import { widgetTypes, widgets } from '@gensvar/contract/widgets/index'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import { smallSurvey } from '#server/testing/factories.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { widgetServers } from './registry.ts'

let board: Dashboard
let everyone: Caller
let root: Caller
let username: string

beforeAll(async () => {
  board = await openDashboard()
  username = 'root@example.org'
  everyone = await board.as()
  root = await board.as({ username, isRoot: true })
})

afterAll(() => board.close())

const january = 'date=custom_01012026_01022026'

function ask(caller: Caller, component: string, path = 'root', call = 'data', query = '') {
  return caller('GET', `/rest/widgets/${call}/${board.survey}/${component}/${path}${query}`)
}

test('every widget serves every call of its contract', () => {
  const servers: Partial<Record<string, object>> = widgetServers
  for (const type of widgetTypes) {
    const missing = Object.keys(widgets[type].calls).filter((call) => !(call in (servers[type] ?? {})))
    expect({ type, missing }).toEqual({ type, missing: [] })
  }
})

describe('the variable block', () => {
  test('answers variables for a component id and a drill path (VBLOCK-12)', async () => {
    const { body } = await ask(everyone, 'head', 'country=Sweden')
    expect(body.variables).toHaveLength(3)
    expect(body.variables[0]).toMatchObject({
      name: 'satisfaction',
      nodeName: 'Sweden',
      value: 3.5,
      formattedValue: '3.5',
      nInterviews: 4,
      goalValue: 3,
      goalStatus: true,
      minValue: 1,
      maxValue: 5,
    })
    expect(body.variables[1]).toMatchObject({ name: 'slow', value: 1, inverse: true, goalStatus: true })
    expect(body.variables[1].extraVariables[0]).toMatchObject({ name: 'satisfaction', value: 3.5 })
    expect(body.variables[2]).toMatchObject({ name: 'place', value: 1, formattedValue: '1 / 2' })
  })

  test('compares with the period before of equal length: 1 up, 2 down, else neutral (VBLOCK-09)', async () => {
    const february = await ask(everyone, 'head', 'date=custom_01022026_28022026')
    // January 5, 2 and 4; February 3 and 1 (the sample does not count).
    expect(february.body.variables[0]).toMatchObject({
      value: 2,
      diffArrow: 2,
      formattedDiff: '−1.7',
      formattedBase: '3.7',
    })
    expect(february.body.variables[1]).toMatchObject({ value: 1, diffArrow: 0 })
    // January 5 and 6 with 5 and 2, the two days before with nothing; the 7th to 9th with 4, the three before with 3.5.
    const days = await ask(everyone, 'head', 'date=custom_07012026_10012026')
    expect(days.body.variables[0]).toMatchObject({
      value: 4,
      diffArrow: 1,
      formattedDiff: '+0.5',
      formattedBase: '3.5',
    })
    expect((await ask(everyone, 'head')).body.variables[0]).toMatchObject({
      diffArrow: 0,
      formattedDiff: null,
      formattedBase: null,
    })
  })

  test('takes the goal of the most specific place', async () => {
    expect((await ask(everyone, 'head', 'country=Norway')).body.variables[0]).toMatchObject({
      value: 1,
      goalValue: 2,
      goalStatus: false,
    })
  })

  test('feeds the chart under a tile (VBLOCK-13)', async () => {
    const { body } = await ask(everyone, 'head', 'country=Sweden', 'chart', '?index=0')
    expect(body.categories).toEqual(['2026-01-01', '2026-02-01'])
    expect(body.descriptors.map((one: { variable: string }) => one.variable)).toEqual(['satisfaction', 'rating'])
    expect(body.range).toEqual({ from: 1, to: 5 })
    expect(body.series[0].data[1]).toBe(3)
    expect((await ask(everyone, 'head', 'root', 'chart', '?index=9')).status).toBe(404)
    expect((await ask(everyone, 'head', 'root', 'chart', '?index=x')).body.fields).toHaveProperty('index')
  })

  test('for root users only is refused to others', async () => {
    expect((await ask(everyone, 'secret')).status).toBe(403)
    expect((await ask(root, 'secret')).status).toBe(200)
  })
})

describe('the development chart', () => {
  test('takes survey, component id, period and drill path (DEVCH-11)', async () => {
    const months = await ask(everyone, 'trend', 'country=Sweden', 'data', '?period=months')
    expect(months.body).toMatchObject({ categories: ['2026-01-01', '2026-02-01'], interviews: [3, 1], goal: 3 })
    expect(months.body.series[0].data.map((value: number) => Math.round(value * 10) / 10)).toEqual([3.7, 3])
    const halves = await ask(everyone, 'trend', 'root', 'data', '?period=half')
    expect(halves.body.categories).toEqual(['2025-02-01', '2026-01-06', '2026-02-01'])
    expect(halves.body.interviews).toEqual([1, 2, 2])
    expect((await ask(everyone, 'trend', 'root', 'data', '?period=decades')).body.fields).toHaveProperty('period')
  })

  test('leaves a gap where a period has no answers', async () => {
    const { body } = await ask(everyone, 'trend', 'country=Sweden', 'data', '?period=days')
    expect(body.categories[0]).toBe('2026-01-05')
    expect(body.categories.at(-1)).toBe('2026-02-03')
    expect(body.categories).toHaveLength(30)
    expect(body.series[0].data.slice(0, 4)).toEqual([5, 2, 4, null])
  })
})

describe('the results block', () => {
  test('takes config id and drill path and answers driver, loyalty and result groups (RESB-08)', async () => {
    const { body } = await ask(everyone, 'results', january)
    expect(body.driverGroups.map((group: { extName: string }) => group.extName)).toEqual(['drivers'])
    expect(body.loyaltySatisfactionGroups.map((group: { extName: string }) => group.extName)).toEqual(['loyalty'])
    expect(body.resultGroups).toHaveLength(2)
    expect(body.resultGroups[0].questionAnswers[0]).toMatchObject({ extName: 'rating', valueTrend: null, n: 3 })
    expect(body.selectionTime.en).toBe('1 – 31 Jan 2026')
    expect(body.trendTime.en).toBe('1 – 31 Dec 2025')
  })
})

describe('the ranking table', () => {
  test('takes survey, drill path and filter term and ranks the units below (RANK-19)', async () => {
    const { body } = await ask(everyone, 'units')
    const { rankingData } = body
    expect(rankingData).toMatchObject({ nameCount: 1, rankingVar: 'satisfaction', leafRows: false, totalNumberRows: 2 })
    expect(rankingData.headers.map((header: { value: string }) => header.value)).toEqual([
      'name',
      'satisfaction',
      'slow',
      'n',
      'balls',
    ])
    expect(rankingData.rows.map((row: { cells: { text: string }[] }) => row.cells.map((cell) => cell.text))).toEqual([
      ['Sweden', '3.5', '1', '4', '3'],
      ['Norway', '1.0', '1', '1', '0'],
    ])
    expect(rankingData.rows[0]).toMatchObject({
      rankTarget: 1,
      accessAllowed: true,
      interviewId: null,
      drillPath: 'country=Sweden',
    })
    expect(rankingData.footer.cells[3]).toMatchObject({ value: 5 })
    const found = await ask(everyone, 'units', 'root', 'data', '?filter=nor')
    expect(found.body.rankingData.rows).toHaveLength(1)
    expect(found.body.rankingData.rows[0].rankTarget).toBe(2)
  })

  test('carries viewCompletedSamples and segmentedDrillPath (RANK-17)', async () => {
    const { body } = await ask(everyone, 'units', 'country=Sweden')
    expect(body.viewCompletedSamples).toBe(false)
    expect((await ask(root, 'units')).body.viewCompletedSamples).toBe(true)
    expect(body.segmentedDrillPath.segments).toHaveLength(2)
    expect(body.segmentedDrillPath.nOpenAlerts).toBe(0)
  })

  test('shows siblings outside a user’s rights as figures that cannot be opened (RANK-08)', async () => {
    const answers = { country: 'Norway', store: 'Oslo', channel: 'web' }
    const more = Array.from({ length: 4 }, () => ({ date: '2026-02-06', answers: { ...answers, rating: 1 } }))
    const large = await openDashboard({ rows: [...(smallSurvey.rows ?? []), ...more] })
    const ranking = async (path = 'root') => {
      const swede = await large.as({ filters: { country: ['Sweden'] } })
      return swede('GET', `/rest/widgets/data/${large.survey}/units/${path}`)
    }
    expect((await ranking()).body.rankingData.rows[1]).toMatchObject({
      cells: [{ text: 'Norway' }, { value: 1 }, {}, {}, {}],
      accessAllowed: false,
    })
    expect((await ranking('country=Norway')).status).toBe(403)
    // Filters that could reveal single people, and few answers, give no figure but the reason.
    const norway = (rows: { cells: { text: string }[] }[]) =>
      rows.find(({ cells }) => cells[0]?.text === 'Norway')?.cells[1]
    expect(norway((await ranking('comment=a~')).body.rankingData.rows)).toMatchObject({
      value: null,
      suppressed: true,
      helpText: { en: expect.stringContaining('cannot be filtered by "comment"') },
    })
    const swede = await board.as({ filters: { country: ['Sweden'] } })
    const { rows } = (await ask(swede, 'units')).body.rankingData
    expect(norway(rows)).toMatchObject({ value: null, suppressed: true })
    // Balls of withheld figures give the same reason as the figures.
    expect(rows.map((row: { cells: unknown[] }) => row.cells[4])).toContainEqual({
      text: '',
      lits: [],
      suppressed: true,
      helpText: expect.objectContaining({ en: 'Fewer than 5 answers.' }),
    })
    await large.close()
  })

  test('says once why figures of places outside a user’s rights are left out', async () => {
    const swede = await board.as({ filters: { country: ['Sweden'] } })
    const leftOut = async (caller: Caller, path: string) => (await ask(caller, 'units', path)).body.rankingData.leftOut
    expect(await leftOut(swede, 'date=rel_-30d_0d')).toMatchObject({
      en: 'No comparison with other places here. The period has to be whole weeks, months, quarters or years.',
      fi: expect.any(String),
    })
    expect(await leftOut(swede, 'date=2026-01')).toBeNull()
    expect(await leftOut(everyone, 'date=rel_-30d_0d')).toBeNull()
  })

  test('pages interviews at the last level by rowFrom, rowTo, sortVar, sortDesc and filter (RANK-20)', async () => {
    const leaf = 'country=Sweden;store=Stockholm'
    const all = await ask(everyone, 'units', leaf)
    expect(all.body.rankingData).toMatchObject({ leafRows: true, totalNumberRows: 2 })
    expect(all.body.rankingData.rows[0]).toMatchObject({
      interviewId: board.responseIds[1],
      isComplete: true,
      drillPath: null,
    })
    expect(all.body.rankingData.headers.map(({ value }: { value: string }) => value)).toEqual([
      'comment',
      'rating',
      'eventdate',
      'state',
      'alert',
      'channel',
    ])
    const dates = all.body.rankingData.headers.map(({ isDate }: { isDate: boolean }) => isDate)
    expect(dates).toEqual([false, false, true, false, false, false])
    const prose = all.body.rankingData.headers.map(({ isProse }: { isProse: boolean }) => isProse)
    expect(prose).toEqual([true, false, false, false, false, false])
    const second = await ask(everyone, 'units', leaf, 'data', '?rowFrom=1&rowTo=2&sortVar=rating&sortDesc=false')
    expect(second.body.rankingData).toMatchObject({ totalNumberRows: 2, rows: [{ interviewId: board.responseIds[0] }] })
    const good = await ask(everyone, 'units', leaf, 'data', '?filter=good')
    expect(good.body.rankingData.rows.map((row: { interviewId: number }) => row.interviewId)).toEqual([
      board.responseIds[0],
    ])
    expect(good.body.rankingData.rows[0].cells[5]).toEqual({ text: 'WEB', link: 'https://example.org/web' })
    expect((await ask(everyone, 'units', leaf, 'data', '?sortVar=nothing')).body.fields).toHaveProperty('sortVar')
  })

  test('lists samples of a state when it is asked for', async () => {
    const samples = await ask(everyone, 'units', 'country=Norway;store=Oslo;samplestate=1')
    expect(samples.body.rankingData.rows).toEqual([
      expect.objectContaining({ interviewId: board.responseIds[5], isComplete: false }),
    ])
  })

  test('children add up to their parent on every level', async () => {
    const n = async (path: string) => (await ask(everyone, 'units', path)).body.rankingData
    const top = await n('root')
    const sum = top.rows.reduce(
      (total: number, row: { cells: { value: number }[] }) => total + (row.cells[3]?.value ?? 0),
      0,
    )
    expect(sum).toBe(top.footer.cells[3].value)
  })
})

describe('the ranking nobody configured', () => {
  test('shows the survey’s indicators', async () => {
    const { body } = await everyone('GET', `/rest/rankings/data/${board.survey}/root`)
    expect(body.rankingData.headers.map((header: { value: string }) => header.value)).toEqual([
      'name',
      'satisfaction',
      'n',
      'slow',
    ])
  })
})

describe('the global overview', () => {
  test('takes username and time span (GLOB-09)', async () => {
    const { body } = await root('GET', `/rest/overview/data/${username}/last_1m`)
    expect(body.timeFilters.map((one: { extName: string }) => one.extName)).toContain('last_1m')
    expect(body.indicatorBlocks[0].title).toEqual({ en: 'Nordic Retail' })
    expect(body.indicatorBlocks[0].groups[0].variables[0]).toMatchObject({
      name: 'satisfaction',
      value: expect.closeTo(11 / 3, 1),
      nInterviews: 3,
    })
    expect((await root('GET', `/rest/overview/data/${username}/never`)).body.fields).toHaveProperty('timespan')
    expect((await root('GET', '/rest/overview/data/somebody/-')).status).toBe(403)
  })
})

describe('what cannot be answered', () => {
  test('says so: an unknown component or call', async () => {
    expect((await ask(everyone, 'nothing')).status).toBe(404)
    expect((await ask(everyone, 'head', 'root', 'nothing')).status).toBe(404)
  })
})
