import type { HookName } from '@gensvar/contract/script-types/index'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { hookEvents, removeHooks, setHook } from '#server/testing/hook-scripts.ts'

let board: Dashboard
let call: Caller
let norway: Caller
let root: Caller

beforeAll(async () => {
  board = await openDashboard()
  call = await board.as()
  root = await board.as({ isRoot: true })
  norway = await board.as({ filters: { country: ['Norway'] } })
  await board.deps.db
    .insertInto('alert')
    .values(
      [board.responseIds[0], board.responseIds[3]].map((id) => ({
        survey_id: board.surveyId,
        response_id: id ?? 0,
        rule: 'low',
        event_date: id === board.responseIds[0] ? '2026-01-05' : '2026-02-03',
      })),
    )
    .execute()
  await caughtUp(board.deps.analytics, board.deps.pool)
})
afterAll(() => board.close())
afterEach(() => removeHooks(board))

const set = (type: HookName, text: string) => setHook(board, type, `function main(input) { ${text} }`)

const start = async (as = call) => (await as('GET', `/rest/surveys/start/${board.survey}`)).body.survey
const count = async () =>
  (await call('GET', `/rest/widgets/data/${board.survey}/head/root`)).body.variables[0].nInterviews

/** What goes wrong with a script of each type: the product goes on as without it, and the event log says why. */
async function expectHarmless(type: HookName, answer: () => Promise<unknown>, wrong = 'return "yesterday-ish"') {
  const without = await answer()
  for (const [text, event] of [
    ['return nothing.at', /nothing/],
    [wrong, /does not fit/],
    ['for (;;);', /takes too long|took too long/],
  ] as const) {
    const id = await set(type, text)
    expect(await answer()).toEqual(without)
    expect(await hookEvents(board, id)).toEqual([expect.stringMatching(event)])
  }
}

describe('a script for the period that applies', () => {
  test('decides the period of pages and of their figures while none is chosen', async () => {
    expect((await start()).selectionInterval).toBeNull()
    expect(await count()).toBe(5)
    await set(
      'GET_DEFAULT_TIMESPAN',
      'return input.page && input.page.kind === "rankings" ? "last_1m" : input.today === "2026-02-10" ? "this_m" : null',
    )
    const { pages, selectionInterval } = await start()
    expect(selectionInterval).toBe('this_m')
    expect(pages.map((one: { selectionInterval: string }) => one.selectionInterval)).toEqual(['this_m', 'last_1m'])
    expect(await count()).toBe(2)
  })

  test('answers by role', async () => {
    await set('GET_DEFAULT_TIMESPAN', 'return input.user.role === "staff" ? "all_time" : "this_m"')
    expect((await start()).selectionInterval).toBe('all_time')
    expect((await start(root)).selectionInterval).toBe('this_m')
  })

  test('that goes wrong leaves the period of the configuration', () =>
    expectHarmless('GET_DEFAULT_TIMESPAN', async () => [(await start()).pages, await count()]))
})

describe('a script for the periods to choose from', () => {
  test('offers its own with their titles', async () => {
    await set(
      'GET_AVAILABLE_TIMESPANS',
      'return [{ extName: "s", title: { en: "Season", sv: "Säsong" }, value: "rel_-90d_0d" }, { extName: "y", title: "Year", value: "this_y" }]',
    )
    expect(await start()).toMatchObject({
      periods: ['rel_-90d_0d', 'this_y'],
      periodTitles: { 'rel_-90d_0d': { en: 'Season', sv: 'Säsong' }, this_y: 'Year' },
    })
  })

  test('that goes wrong leaves the usual ones', () =>
    expectHarmless(
      'GET_AVAILABLE_TIMESPANS',
      async () => (await start()).periods,
      'return [{ extName: "x", title: "<b>", value: "country=SE" }]',
    ))
})

describe('a script for the period of alerts', () => {
  const open = async (path = 'root', as = call) =>
    (await as('GET', `/rest/surveys/status/${board.survey}/${path}`)).body.nOpenAlerts
  const listed = async (path = 'root', as = call) =>
    (await as('GET', `/rest/alerts/list/${board.survey}/${path}`)).body.rankingData.totalNumberRows

  test('decides which are listed and counted while none is chosen', async () => {
    expect([await open(), await listed()]).toEqual([2, 2])
    await set('GET_ALERT_TIMESPAN', 'return "this_m"')
    expect([await open(), await listed()]).toEqual([1, 1])
    expect([await open('date=all_time'), await listed('date=all_time')]).toEqual([2, 2])
    expect(await count()).toBe(5)
  })

  test('shows nobody what lies outside of their place', async () => {
    await set('GET_ALERT_TIMESPAN', 'return "all_time"')
    expect([await open('root', norway), await listed('root', norway)]).toEqual([0, 0])
  })

  test('that goes wrong leaves that of the page', () =>
    expectHarmless('GET_ALERT_TIMESPAN', async () => [await open(), await listed()]))
})

describe('a script for the days whose samples are open', () => {
  const sample = async () => {
    const { body } = await call('GET', `/rest/samples/data/${board.survey}/${board.responseIds[5]}`)
    return body.period
  }

  test('opens and closes them', async () => {
    expect(await sample()).toEqual({ isOpen: true, from: null, to: null })
    await set('GET_SAMPLES_OPEN_TIMESPAN', 'return "last_1m"')
    expect(await sample()).toEqual({ isOpen: false, from: '2026-01-01', to: '2026-01-31' })
    await set('GET_SAMPLES_OPEN_TIMESPAN', 'return "none"')
    expect(await sample()).toEqual({ isOpen: false, from: null, to: null })
    const { body } = await call('GET', `/rest/samples/list/${board.survey}/root`)
    expect(body.period).toEqual({ isOpen: false, from: null, to: null })
  })

  test('that goes wrong leaves those of the configuration', () => expectHarmless('GET_SAMPLES_OPEN_TIMESPAN', sample))
})

describe('a script for what trends compare with', () => {
  const results = async () => {
    const { body } = await call('GET', `/rest/widgets/data/${board.survey}/results/date=2026-02`)
    return [body.trendTime.en, body.resultGroups[0].questionAnswers[0].valueTrend]
  }

  test('names a period or days', async () => {
    expect(await results()).toEqual(['1 – 31 Jan 2026', expect.closeTo(11 / 3)])
    await set(
      'GET_RANKING_TREND_TIMESPAN',
      'return input.period.from === "2026-02-01" && input.period.to === "2026-02-28" ? { from: "2026-01-06", to: "2026-01-06" } : null',
    )
    expect(await results()).toEqual(['6 Jan 2026', 2])
    await set('GET_RANKING_TREND_TIMESPAN', 'return "custom_05012026_06012026"')
    expect(await results()).toEqual(['5 Jan 2026', 5])
  })

  test('that goes wrong leaves the days right before', () => expectHarmless('GET_RANKING_TREND_TIMESPAN', results))

  test('is another one for drivers', async () => {
    const before = async () => {
      const { body } = await call('GET', `/rest/widgets/data/${board.survey}/results/date=2026-02`)
      const [driver] = body.driverGroups[0].questionAnswers
      return [
        body.driversTrendTime?.en,
        driver.valueTrend,
        body.trendTime.en,
        body.resultGroups[0].questionAnswers[0].valueTrend,
      ]
    }
    const january = ['1 – 31 Jan 2026', expect.closeTo(11 / 3)]
    // The days are told apart only where they differ.
    expect(await before()).toEqual([undefined, january[1], ...january])
    await set('GET_DRIVERS_TREND_TIMESPAN', 'return "custom_05012026_06012026"')
    expect(await before()).toEqual(['5 Jan 2026', 5, ...january])
    await removeHooks(board)
    await expectHarmless('GET_DRIVERS_TREND_TIMESPAN', before)
  })
})
