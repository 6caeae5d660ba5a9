import { UNITS_NAME, UNITS_NOW } from '@gensvar/contract/drill-path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionLists } from '#server/domain/actions/action-lists.ts'
import { countedPlaces } from '#server/domain/actions/places-below.ts'
import { alertPageOf } from '#server/domain/alerts/list-alerts.ts'
import { listManyAlerts } from '#server/domain/alerts/list-many-alerts.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import { listManyCases } from '#server/domain/cases/list-many-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import { filterFacts } from '#server/domain/paths/filter-facts.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { unitRanking } from '#server/widgets/ranking-table/unit-ranking.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { makeUnits, openUnits } from './testing/units-bench.ts'
import type { UnitsBench } from './testing/units-bench.ts'

const now = `${UNITS_NAME}=${UNITS_NOW}`

let board: Dashboard
let admin: Caller
let ctx: Ctx
/** The shop `a` was in the south, from 15 January on in the north, and from February on in the east. */
let units: UnitsBench

const row = (date: string, region: string, shop: string, rating: number, channel = 'web') => ({
  date,
  answers: { region, shop, rating, channel },
})

const threeRegions = {
  questions: {
    region: { type: 'single', choices: ['south', 'north', 'east'] },
    shop: { type: 'single', choices: ['a', 'b', 'c', 'd'] },
    channel: { type: 'single', choices: ['web', 'till'] },
    rating: { type: 'scale', min: 1, max: 5 },
  },
  config: 'lowBase: 0\nrankFrom: 0\nindicators: { liked: { title: Liked, expression: "mean(rating)", decimals: 2 } }',
  views: { shops: ['region', 'shop'] },
  rows: [
    row('2026-01-05', 'south', 'a', 1),
    row('2026-01-20', 'south', 'a', 3, 'till'),
    row('2026-02-02', 'south', 'a', 5),
    row('2026-01-06', 'south', 'b', 4),
    row('2026-02-03', 'south', 'b', 4, 'till'),
    row('2026-01-07', 'north', 'c', 3),
    row('2026-02-04', 'east', 'd', 1),
  ],
} as const satisfies Parameters<typeof makeUnits>[1]

async function moveTwice(): Promise<UnitsBench> {
  const made = await makeUnits(board, structuredClone(threeRegions) as Parameters<typeof makeUnits>[1])
  const { db } = board.deps
  const alerts = made.responseIds.map((response_id) => ({ survey_id: made.surveyId, response_id, rule: 'low' }))
  await db.insertInto('alert').values(alerts).execute()
  const anchor = { survey_id: made.surveyId, view: 'shops', extname: 'x', expression: 'count()', goal: 1 }
  const days = { period: 'rel_-3m_0d', period_start: '2026-01-01', deadline: '2026-12-31' }
  const a = await made.unit('south', 'a')
  await db
    .insertInto('action')
    .values([
      { ...anchor, ...days, unit_id: a },
      { ...anchor, ...days, unit_id: a, state: 1 },
    ])
    .execute()
  for (const [region, to, date] of [
    ['south', 'north', '2026-01-15'],
    ['north', 'east', '2026-02-01'],
  ] as const) {
    const { status } = await made.move(admin, await made.unit(region, 'a'), { parentId: await made.unit(to), date })
    expect(status).toBe(200)
  }
  await caughtUp(board.deps.analytics, board.deps.pool)
  return made
}

beforeAll(async () => {
  ;({ board, admin } = await openUnits())
  ctx = await board.contextAs({ admin: true })
  units = await moveTwice()
})
afterAll(() => board.close())

const path = (...parts: string[]): string => parts.filter((part) => part !== '').join(';') || 'root'

async function requested(drillPath: string, as = ctx) {
  const access = await surveyAccess(as, units.survey)
  return { ctx: as, access, requested: await requestedPath(as, access, drillPath) }
}

/** Names and numbers of answers of the units below a place, from its menu. */
async function below(call: Caller, drillPath: string): Promise<Record<string, number | null>> {
  const { status, body } = await call('GET', `/rest/paths/children/${units.survey}/${drillPath}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return Object.fromEntries(
    body.children.map((one: { text: string; nInterviews: number | null }) => [one.text, one.nInterviews]),
  )
}

/** The same from the ranking, with the mean rating, and the place itself as `all`. */
async function ranked(drillPath: string): Promise<Record<string, [unknown, unknown]>> {
  const columns = [{ value: 'liked' }]
  const asked = { columns, sortVar: null, sortDesc: true, filter: '', rowFrom: 0, rowTo: 100, isWhole: true }
  const request = { ...(await requested(drillPath)), ...asked } as unknown as Parameters<typeof unitRanking>[0]
  const { rows, footer } = await unitRanking(request, 'liked')
  const figure = (cells: (typeof rows)[number]['cells'] | undefined): [unknown, unknown] => [
    cells?.[1]?.value,
    cells?.[1]?.n,
  ]
  return Object.fromEntries([
    ['all', figure(footer?.cells)],
    ...rows.map(({ cells }) => [cells[0]?.text ?? '', figure(cells)] as const),
  ])
}

describe('after two moves on dates, figures', () => {
  test('are as counted by hand in both readings: menus, rankings and places', async () => {
    expect(await below(admin, 'root')).toEqual({ south: 3, north: 2, east: 2 })
    expect(await below(admin, now)).toEqual({ south: 2, north: 1, east: 4 })
    expect(await ranked('root')).toEqual({ all: [3, 7], south: [3, 3], north: [3, 2], east: [3, 2] })
    expect(await ranked(now)).toEqual({ all: [3, 7], south: [4, 2], north: [3, 1], east: [2.5, 4] })
    // Each place lists what is there, once.
    expect(await below(admin, 'region=south')).toEqual({ a: 1, b: 2 })
    expect(await below(admin, path('region=south', now))).toEqual({ b: 2 })
    expect(await below(admin, path('region=east', now))).toEqual({ a: 3, d: 1 })
  })

  test('follow a path to where a unit was, and filters on levels', async () => {
    const n = (...parts: string[]) => units.figure(admin, path(...parts))
    for (const region of ['south', 'north', 'east']) {
      expect(await n(`region=${region}`, 'shop=a')).toBe(1)
      expect(await n(`region=${region}`, 'shop=a', now)).toBe(3)
    }
    expect(await n('channel=till', 'region=south*east', now)).toBe(2)
    expect(await n('channel=till', 'region=south*east')).toBe(1)
    expect([await n('region=_east'), await n('region=_east', now)]).toEqual([5, 3])
    expect(await n('region=east', 'date=2026-01', now)).toBe(2)
  })

  test('are those of the lists of answers and alerts, from both stores', async () => {
    for (const reading of ['', now])
      for (const place of ['', 'region=south', 'region=north', 'region=east', 'region=east;shop=a', 'shop=a*b']) {
        const at = path(place, reading)
        const wanted = await units.figure(admin, at)
        const { access, requested: asked } = await requested(at)
        const { conditions } = asked
        const { model, caseScope } = access
        const page = { conditions, sort: { by: 'id', desc: false }, from: 0, to: 50 }
        const lists = [
          await listCases(ctx, model, caseScope, page),
          await listManyCases(ctx, model, caseScope, page),
          await alertPageOf(ctx, model, caseScope, { ...page, states: [], textIn: [], locale: 'en' }),
          await listManyAlerts(ctx, model, caseScope, { ...page, states: [], textIn: [], locale: 'en' }),
        ]
        expect(
          lists.map(({ rows }) => rows.length),
          at,
        ).toEqual([wanted, wanted, wanted, wanted])
        const { body } = await admin('GET', `/rest/paths/segments/${units.survey}/${at}`)
        expect([body.nOpenAlerts, body.hasMovedUnits], at).toEqual([wanted, true])
      }
  })

  test('say in reports and lists how units are read', async () => {
    const { access, requested: asked } = await requested(path('region=east', now))
    expect(filterFacts(access, asked, 'en')).toEqual([{ name: 'Units', text: 'as they are now' }])
    const found = async (drillPath: string): Promise<string[]> => {
      const { body } = await admin('GET', `/rest/rankings/suggestions/${units.survey}/${drillPath}?term=a`)
      return body.viewResults
        .flatMap(({ paths }: { paths: { text: string }[] }) => paths.map(({ text }) => text))
        .filter((text: string) => text.includes(' / a'))
    }
    expect(await found('root')).toEqual([
      'south / a (until 14 Jan 2026)',
      'north / a (from 15 Jan 2026 until 31 Jan 2026)',
      'east / a (from 1 Feb 2026)',
    ])
    expect(await found(now)).toEqual(['east / a'])
    expect((await admin('GET', `/rest/paths/count/${units.survey}/${UNITS_NAME}=then`)).status).toBe(400)
  })
})

describe('rights', () => {
  test('are as they are written: nobody sees more, and figures of others are left out with the reason', async () => {
    const [south, east] = [
      await board.as({ filters: { region: ['south'] } }),
      await board.as({ filters: { region: ['east'] } }),
    ]
    // What lies in the place now, of what the reader may see.
    expect(await units.figure(east, path('region=east', now))).toBe(2)
    expect(await units.figure(east, path('region=east', 'shop=a', now))).toBe(1)
    expect(await units.figure(south, path('region=south', now))).toBe(2)
    const others = `/rest/paths/count/${units.survey}/${path('region=east', now)}`
    expect((await south('GET', others)).status).toBe(403)
    // Of the places beside their own they see published figures in one reading only.
    const confined = await board.contextAs({ filters: { region: ['south'] } })
    const { access, requested: asked } = await requested(now, confined)
    const columns = [{ value: 'liked' }]
    const page = { columns, sortVar: null, sortDesc: true, filter: '', rowFrom: 0, rowTo: 9, isWhole: true }
    const data = await unitRanking(
      { ctx: confined, access, requested: asked, ...page } as unknown as Parameters<typeof unitRanking>[0],
      'liked',
    )
    expect(data.leftOut).toMatchObject({ en: expect.stringContaining('a difference between two readings') })
    const values = Object.fromEntries(data.rows.map(({ cells }) => [cells[0]?.text ?? '', cells[1]?.value ?? null]))
    expect(values).toEqual({ south: 4, north: null, east: null })
    expect(data.footer?.cells[1]?.value ?? null).toBeNull()
  })
})

describe('actions', () => {
  const stateOf = async (drillPath: string, as = ctx) => {
    const { openActions, closedActions } = await actionLists(await requested(drillPath, as), true)
    return [openActions, closedActions].map((some) => some.map(({ place }) => place))
  }

  test('that are closed are shown at the unit that goes on, to whoever sees them where they were', async () => {
    const [at, was] = ['region=east;shop=a', 'region=south;shop=a']
    expect(await stateOf(at)).toEqual([['east › a'], []])
    expect(await stateOf(was)).toEqual([[], ['south › a']])
    expect(await stateOf(path(at, now))).toEqual([['east › a'], ['south › a']])
    const east = await board.contextAs({ filters: { region: ['east'] } })
    expect(await stateOf(path(at, now), east)).toEqual([['east › a'], []])
    const ids = async (drillPath: string, as = ctx) => {
      const { access, requested: asked } = await requested(drillPath, as)
      return countedPlaces(access, asked).unitIds?.length
    }
    // The region, its two shops, and the two that one of them goes on from.
    expect(await ids(path('region=east', now))).toBe(5)
    expect(await ids(path('region=east', now), east)).toBe(3)
  })
})

describe('there is nothing to tell apart', () => {
  const isOffered = async (bench: UnitsBench): Promise<boolean> =>
    (await admin('GET', `/rest/paths/segments/${bench.survey}/root`)).body.hasMovedUnits === true
  const counts = async (bench: UnitsBench, reading: string) => {
    const { body } = await admin('GET', `/rest/paths/children/${bench.survey}/${path(reading)}`)
    return body.children.map((one: { text: string; nInterviews: number }) => [one.text, one.nInterviews])
  }

  test('after moves without a date, merges, and a unit that was merged back into what it went on from', async () => {
    const bench = await makeUnits(board)
    expect(await isOffered(bench)).toBe(false)
    const [gothenburg, norway] = [await bench.unit('Sweden', 'Gothenburg'), await bench.unit('Norway')]
    await bench.move(admin, gothenburg, { parentId: norway })
    await bench.merge(admin, await bench.unit('Norway', 'Oslo'), { into: gothenburg })
    await caughtUp(board.deps.analytics, board.deps.pool)
    expect(await isOffered(bench)).toBe(false)
    expect(await counts(bench, now)).toEqual(await counts(bench, ''))
    const sweden = await bench.unit('Sweden')
    const { body } = await bench.move(admin, gothenburg, { parentId: sweden, date: '2026-02-01' })
    expect(await isOffered(bench)).toBe(true)
    // Back to where its name is still that of its former self: only by becoming that again.
    const back = await bench.move(admin, body.unitId, { parentId: norway, date: '2026-02-05' })
    expect(back).toMatchObject({ status: 409, body: { fields: { parentId: expect.anything() } } })
    await bench.merge(admin, body.unitId, { into: gothenburg })
    await caughtUp(board.deps.analytics, board.deps.pool)
    expect(await isOffered(bench)).toBe(false)
    expect(await counts(bench, now)).toEqual(await counts(bench, ''))
  })

  test('until the day of a move that is still to come', async () => {
    const bench = await makeUnits(board)
    const parentId = await bench.unit('Norway')
    await bench.move(admin, await bench.unit('Sweden', 'Gothenburg'), { parentId, date: '2026-04-01' })
    await caughtUp(board.deps.analytics, board.deps.pool)
    expect(await counts(bench, now)).toEqual(await counts(bench, ''))
    const { body } = await admin('GET', `/rest/paths/children/${bench.survey}/${path('country=Norway', now)}`)
    expect(body.children.map(({ text }: { text: string }) => text)).toEqual(['Oslo'])
  })
})
