import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendChange } from '#server/domain/figures/feed/change-log.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const extra = `
indicators: { satisfaction: { title: Satisfaction, expression: "mean(rating)" } }
pages:
  - extname: overview
    selectionInterval: last_1m
    components:
      - type: gamification-overview
        config:
          id: game
          awards:
            - { type: TopMarksAward, questions: [rating, staff] }
            - { type: StreakAward, title: Fours, streakType: fours, question: rating, atLeast: 4, length: 3, obtainedImageURL: /new/on.svg, notObtainedImageURL: /new/off.svg }
      - { type: gamification-overview, config: { id: weekly, period: weeks, awards: [{ type: TopMarksAward, questions: [staff] }] } }
      - { type: gamification-overview, config: { id: none } }
`
const questions = { staff: { type: 'scale' as const, min: 0, max: 10 } }
const places = [
  { country: 'Sweden', store: 'Stockholm' },
  { country: 'Sweden', store: 'Gothenburg' },
  { country: 'Norway', store: 'Oslo' },
]

/** Interviews of three stores over five months up to the day of the dashboard, with ties, gaps and samples. */
const rows: TestRow[] = Array.from({ length: 260 }, (_, index) => {
  const day = (index * 7919) % 150
  const date = new Date(Date.UTC(2025, 8, 12 + day)).toISOString().slice(0, 10)
  const answers: TestRow['answers'] = { ...places[index % 3], channel: index % 4 === 0 ? 'web' : 'till' }
  if (index % 11 !== 0) answers['rating'] = [5, 4, 5, 1, 5, 4, 3, 5][(index * 5 + Math.floor(index / 9)) % 8] ?? 5
  if (index % 5 !== 0) answers['staff'] = index % 2 === 0 ? 10 : index % 11
  return { date, answers, state: index % 17 === 0 ? 2 : 0 }
})

let board: Dashboard

beforeAll(async () => {
  board = await openDashboard({ extra, rows, questions })
})

afterAll(() => board.close())

type Asked = NonNullable<Parameters<Dashboard['as']>[0]>

async function awardsAt(path: string, user: Asked = {}, component = 'game', at: Dashboard = board) {
  const call = await at.as(user)
  const { status, body } = await call('GET', `/rest/widgets/data/${at.survey}/${component}/${path}`)
  expect(status).toBe(200)
  return body
}

interface Row {
  id: number
  date: string
  store: string
  channel: string
  rating: number | undefined
  staff: number | undefined
}

/** The completed interviews as PostgreSQL has them now, in the order that runs have. */
async function interviews(): Promise<Row[]> {
  const { rows: found } = await board.deps.pool.query<{ id: number; date: string; answers: Record<string, never> }>(
    `select id, event_date as date, answers from response where survey_id = $1 and state = 0 order by event_date, id`,
    [board.surveyId],
  )
  return found.map(({ id, date, answers }) => ({ id, date, ...answers }) as unknown as Row)
}

const isTop = ({ rating, staff }: Row) => rating === 5 && staff === 10
const isGood = ({ rating }: Row) => (rating ?? 0) >= 4

/** The most top marks of any so many months in a row, in all of which some interview was. */
function bestOf(months: ReadonlyMap<string, { top: number }>, length: number): number {
  const tops = [...months.values()].map(({ top }) => top)
  return Math.max(...tops.map((_, at) => tops.slice(at, at + length).reduce((sum, top) => sum + top, 0)))
}

/** The awards by counting the interviews one by one; `length` is that of the period in months. */
function expected(all: readonly Row[], [from, to, length]: readonly [string, string, number]) {
  const now = all.filter(({ date }) => date >= from && date < to)
  const months = new Map<string, { top: number; points: number }>()
  for (const row of all) {
    const month = `${row.date.slice(0, 7)}-01`
    const sum = months.get(month) ?? { top: 0, points: 0 }
    months.set(month, {
      top: sum.top + Number(isTop(row)),
      points: sum.points + Number(isTop(row)) + Number(isGood(row)),
    })
  }
  let badges = 0
  let total = 0
  for (const store of new Set(now.map((row) => row.store))) {
    let run = 0
    const end = () => {
      if (run >= 3) [badges, total] = [badges + Math.floor(run / 3), total + run]
      run = 0
    }
    for (const row of now.filter((one) => one.store === store && one.rating !== undefined))
      if (isGood(row)) run++
      else end()
    end()
  }
  return {
    top: now.filter(isTop).length,
    best: bestOf(months, length),
    badges,
    total,
    record: Math.max(...[...months.values()].map(({ points }) => points)),
    points: Object.fromEntries([...months].flatMap(([month, { points }]) => (month < to ? [[month, points]] : []))),
  }
}

function summed({ awards, chartData }: Awaited<ReturnType<typeof awardsAt>>) {
  const [top, streak] = awards
  const points = chartData.categories.map((month: string, at: number) => [month, chartData.points[at]])
  return {
    ...{ top: top.obtained, best: top.score, badges: streak.obtained, total: streak.score, record: chartData.record },
    points: Object.fromEntries(points.filter(([, value]: [string, number | null]) => value !== null)),
  }
}

const january = ['2026-01-01', '2026-02-01', 1] as const
const autumn = ['2025-10-01', '2025-12-01', 2] as const
const ever = ['2000-01-01', '2100-01-01', 9] as const

describe('awards', () => {
  test('have the fields of the specification, for a component and a drill path (GAME-06) (GAME-07)', async () => {
    const { awards, chartData, withheld } = await awardsAt('root')
    expect(awards[0]).toEqual({
      ...{ type: 'TopMarksAward', title: null, obtained: expect.any(Number), score: expect.any(Number) },
      ...{ streakType: null, length: null, obtainedImageURL: null, notObtainedImageURL: null },
    })
    expect(awards[1]).toEqual({
      ...{ type: 'StreakAward', title: 'Fours', obtained: expect.any(Number), score: expect.any(Number) },
      ...{ streakType: 'fours', length: 3, obtainedImageURL: '/new/on.svg', notObtainedImageURL: '/new/off.svg' },
    })
    expect(chartData).toEqual({
      categories: ['2025-09-01', '2025-10-01', '2025-11-01', '2025-12-01', '2026-01-01'],
      points: expect.arrayContaining([expect.any(Number)]),
      record: expect.any(Number),
    })
    expect(withheld).toBeNull()
    const store = await awardsAt('country=Sweden;store=Stockholm')
    expect(store.awards[0].obtained).toBeLessThan(awards[0].obtained)
    expect(await awardsAt('root', {}, 'none')).toEqual({
      awards: [],
      chartData: { categories: [], points: [], record: null },
      withheld: null,
      ownPlaces: [],
    })
  })

  test.each([
    ['root', () => true, january],
    ['date=all_time', () => true, ever],
    ['country=Sweden', ({ store }: Row) => store !== 'Oslo', january],
    ['country=Sweden;store=Gothenburg', ({ store }: Row) => store === 'Gothenburg', january],
    ['channel=web', ({ channel }: Row) => channel === 'web', january],
    ['country=Norway;date=custom_01102025_01122025', ({ store }: Row) => store === 'Oslo', autumn],
  ] as const)('at %s are those of a count of the interviews one by one', async (path, isHere, period) => {
    const here = (await interviews()).filter(isHere)
    const { points, ...numbers } = expected(here, period)
    const shown = summed(await awardsAt(path))
    expect(shown).toMatchObject(numbers)
    expect(numbers.top).toBeGreaterThan(0)
    for (const [month, value] of Object.entries(shown.points)) expect([month, value]).toEqual([month, points[month]])
    if (path === 'root') expect(shown.points).toEqual(points)
  })

  test('follow edits, deletions and new interviews, also those of former periods', async () => {
    const [first] = await interviews()
    const steps = [
      `update response set answers = answers || '{"rating": 5, "staff": 10}' where id = any($1)`,
      `update response set event_date = '2026-01-15' where id = any($1)`,
      `update response set state = 2 where id = any($1)`,
      `insert into response (survey_id, state, event_date, answers, unit_ids, completed_at)
       select survey_id, 0, date '2025-10-05' + n, answers, unit_ids, now() from response, generate_series(1, 9) n where id = any($1)`,
      `delete from response where id = any($1)`,
    ]
    const seen = new Set<string>()
    for (const step of steps) {
      await board.deps.pool.query(step, [[first?.id]])
      const { rows: all } = await board.deps.pool.query<{ id: number }>(
        'select id from response where survey_id = $1',
        [board.surveyId],
      )
      const ids = [...all.map(({ id }) => id), first?.id ?? 0]
      await board.deps.db.transaction().execute((trx) => appendChange(trx, board.surveyId, ids))
      await caughtUp(board.deps.analytics, board.deps.pool)
      const shown = summed(await awardsAt('root'))
      expect(shown, step).toEqual(expected(await interviews(), january))
      // Computed again they are the same.
      expect(summed(await awardsAt('root')), step).toEqual(shown)
      seen.add(JSON.stringify(shown))
    }
    expect(seen.size).toBeGreaterThan(3)
  })

  test('can have other periods than months', async () => {
    const { chartData } = await awardsAt('root', {}, 'weekly')
    const weeks = new Map<string, number>()
    for (const { date, staff } of await interviews()) {
      const day = new Date(`${date}T00:00:00Z`)
      const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
      weeks.set(monday, (weeks.get(monday) ?? 0) + Number(staff === 10))
    }
    // The page's period ends with January.
    expect(chartData.categories.at(-1)).toBe('2026-01-26')
    expect(chartData.points).toEqual(chartData.categories.map((week: string) => weeks.get(week) ?? null))
    expect(chartData.record).toBe(Math.max(...weeks.values()))
  })

  test('are shown of the reader’s own places alone', async () => {
    const user = { filters: { store: ['Stockholm'] } }
    const own = await awardsAt('country=Sweden;store=Stockholm', user)
    expect(own.withheld).toBeNull()
    expect(own).toEqual(await awardsAt('country=Sweden;store=Stockholm'))
    const call = await board.as(user)
    for (const path of ['root', 'country=Sweden', 'country=Norway', 'country=Norway;store=Oslo', 'store=_Oslo']) {
      const { status, body } = await call('GET', `/rest/widgets/data/${board.survey}/game/${path}`)
      if (status === 200)
        expect(body, path).toEqual({
          awards: [],
          chartData: { categories: [], points: [], record: null },
          withheld: expect.objectContaining({ en: 'Awards are shown for your own places only.' }),
          // The way to them; a filter is kept.
          ownPlaces: [
            {
              title: 'Stockholm',
              drillPath: `country=Sweden;store=Stockholm${path === 'store=_Oslo' ? ';store=_Oslo' : ''}`,
            },
          ],
        })
      else expect(status, path).toBe(403)
    }
  })

  test('are not shown in an anonymous survey, not even to root', async () => {
    const anonymous = await openDashboard({
      extra: `anonymity: { filters: [channel] }\ninterview: {}\nfilters: {}${extra}`,
      rows,
      questions,
    })
    try {
      for (const user of [{}, { isRoot: true }])
        expect(await awardsAt('root', user, 'game', anonymous)).toMatchObject({
          awards: [],
          chartData: { record: null },
          withheld: { en: 'This survey is anonymous: awards are not shown.' },
          ownPlaces: [],
        })
    } finally {
      await anonymous.close()
    }
  })
})
