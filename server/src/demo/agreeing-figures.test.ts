import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UNITS_NAME, UNITS_NOW, parsePath, plainText, plainToken, printPath } from '@gensvar/contract/drill-path'
import type { SegmentedDrillPath } from '@gensvar/contract/entities/navigation'
import type { Survey } from '@gensvar/contract/entities/survey'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { programContext } from '#server/domain/context.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { readConfigText } from '#server/domain/survey/survey-model-store.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { weighSurvey } from '#server/domain/weights/weigh-survey.ts'
import { write } from '#server/domain/write.ts'
import { importFile } from '#server/features/imports/service.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { bearer, createUser, signInAs } from '#server/testing/factories.ts'
import { createKey } from '#server/testing/key-rows.ts'
import { FigureWalk } from '#server/testing/figure-walk.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { planBank } from './bank/bank-survey.ts'
import { planOrders } from './orders/orders-survey.ts'
import { planRetail } from './retail/retail-survey.ts'
import { seedDemo } from './service.ts'

const today = '2026-03-31'
const clock = { now: () => new Date(`${today}T10:00:00Z`) }

// Real input that may be next to a checkout; it is not part of the project. Without it the file is made.
const reviews = join(import.meta.dirname, '../../../../shared/data/lounge-reviews.csv')

const folders: string[] = []

/** Reviews of lounges as airlines get them: units with blanks, five questions of one scale, texts, all of years ago. */
async function writeReviews(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-reviews-'))
  folders.push(folder)
  const head =
    'response_id,airline,airport,lounge_type,review_date,comment,overall_rating,comfort,catering,wifi,recommended'
  const line = (at: number): string => {
    const rating = 1 + ((at * 7 + (at % 11)) % 5)
    const score = (step: number): number => 1 + ((at * step + rating) % 5)
    const day = new Date(Date.UTC(2013, 0, 1 + ((at * 37) % 900))).toISOString().slice(0, 10)
    const airline = ['north-wind', 'blue-coast', 'fjord', 'meridian'][at % 4]
    const airport = at % 20 === 0 ? '' : ['Harbour Airport', 'Lake Airport', 'Hill Airport'][at % 3]
    const comment = `The lounge was ${rating > 3 ? 'quiet and clean' : 'full and loud'} on visit ${at}`
    const [comfort, catering, wifi] = [score(3), score(2), at % 5 === 0 ? '' : score(11)]
    const kind = at % 3 === 0 ? 'First Class' : 'Business Class'
    return [at + 1, airline, airport, kind, day, comment, rating, comfort, catering, wifi, rating > 3 ? 1 : 0].join()
  }
  const file = join(folder, 'reviews.csv')
  await writeFile(file, [head, ...Array.from({ length: count }, (_, at) => line(at))].join('\n'))
  return file
}

/** The first place of each depth, from the top to a last one. */
async function placesOf(walk: FigureWalk): Promise<string[]> {
  const places = ['']
  for (;;) {
    const last = places.at(-1)!
    const { segments } = await walk.get<SegmentedDrillPath>(
      `/rest/paths/segments/${walk.survey.extName}/${last === '' ? 'root' : last}`,
    )
    const child = segments.at(-1)?.children.find(({ accessAllowed }) => accessAllowed)
    if (!child) return places
    places.push(child.path)
  }
}

async function walkOf(server: TestApp, username: string, extName: string): Promise<FigureWalk> {
  const { token, ...user } = await signInAs(server.deps, username)
  const response = await server.app.inject({
    method: 'GET',
    url: `/rest/surveys/start/${extName}`,
    headers: bearer(token),
  })
  expect(response.statusCode, response.body).toBe(200)
  const { id: surveyId } = await server.deps.db
    .selectFrom('survey')
    .select('id')
    .where('ext_name', '=', extName)
    .where('universe_id', '=', user.universeId)
    .executeTakeFirstOrThrow()
  const of = { type: 3, user_id: user.id, per_minute: 100_000 } as const
  const key = user.isRoot ? null : await createKey(server.deps.db, { universeId: user.universeId, surveyId }, of)
  const { survey } = response.json<{ survey: Survey }>()
  return new FigureWalk({ server, token, username, today, survey, key })
}

/** Walks every page at a place of each depth: without a choice, with chosen periods, and with a filter. */
async function expectAgreement(
  walk: FigureWalk,
  { filter, atLeast, isRanked = true }: { filter?: string; atLeast: number; isRanked?: boolean },
): Promise<void> {
  // Of a survey without answers in the time span the global overview shows the latest year with answers.
  const { latestYear } = walk.survey
  const spans = ['last_1q', ...(latestYear === null ? [] : [latestYear])]
  for (const [depth, place] of (await placesOf(walk)).entries())
    // Further down a part of the choices, which differ from those above in nothing but the rows.
    for (const chosen of depth <= 1 ? [null, ...spans, 'all_time'] : [null, ...spans.slice(-1)])
      for (const under of ['', ...(filter !== undefined && chosen === null ? [filter] : [])]) {
        const all = [under, chosen === null ? '' : `date=${chosen}`].filter((part) => part !== '').join(';')
        await Promise.all(walk.survey.pages.map((page) => walk.page(page, place, all, chosen)))
      }
  await walk.overview('last_1q', spans)
  expect(walk.seen.some(({ by }) => by === 'global overview')).toBe(true)
  for (const way of ['API figures', ...(isRanked ? ['API ranking'] : []), 'tool of assistants'])
    expect(
      walk.seen.some(({ by }) => by === way),
      way,
    ).toBe(walk.hasKey)
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

  afterAll(async () => {
    await server.close()
    for (const folder of folders) await rm(folder, { recursive: true })
  })

  test.each([
    { username: 'admin', survey: 'visits', filter: 'channel=store', atLeast: 100 },
    // Without a hierarchy its ranking lists interviews, so only its tiles, charts and the global overview can differ.
    { username: 'admin', survey: 'e-commerce', atLeast: 3, isRanked: false },
    { username: 'bank', survey: 'customers', atLeast: 20 },
    // Who sees a part compares it with figures of the whole.
    { username: 'region', survey: 'visits', atLeast: 100 },
    { username: 'branch', survey: 'customers', atLeast: 20 },
  ])('on every page of the demo survey $survey as $username', async ({ username, survey, ...demand }) => {
    await expectAgreement(await walkOf(server, username, survey), demand)
  })

  test('in both readings of units, once a store has moved on a date', async () => {
    const { deps } = server
    const { token, universeId } = await signInAs(server.deps, 'admin')
    const walk = await walkOf(server, 'admin', 'visits')
    const read = async () => {
      const model = await loadSurveyModel(deps, universeId, 'visits')
      return { model, view: model.views[0]!, tree: await loadUnitTree(deps, model) }
    }
    const { view, tree: before } = await read()
    const names = parsePath((await placesOf(walk))[3]!).map((step) => plainText(step) ?? '')
    const store = before.find(view.id, names)!
    const region = before.atDepth(view.id, 2).find(({ id, extName }) => id !== store.parentId && extName !== '-')!
    const moved = await server.app.inject({
      method: 'POST',
      url: `/rest/units/move/visits/${store.id}`,
      headers: bearer(token),
      payload: { parentId: region.id, date: '2026-03-01', version: 1 },
    })
    expect(moved.statusCode, moved.body).toBe(200)
    await caughtUp(deps.analytics, deps.pool)
    const { model, tree } = await read()
    const next = tree.unit(moved.json<{ unitId: number }>().unitId)!
    const pathOf = (unit: Unit): string =>
      printPath(tree.pathOf(unit).map(({ extName }, depth) => plainToken(view.levels[depth]!, extName)))
    const now = `${UNITS_NAME}=${UNITS_NOW}`
    const seen = [
      ['', now],
      [pathOf(region), now],
      [pathOf(next), now],
      [pathOf(region), ''],
    ] as const
    for (const [place, reading] of seen)
      await Promise.all(walk.survey.pages.map((page) => walk.page(page, place, reading, null)))
    const { differing, compared } = walk.outcome()
    expect(differing).toEqual({})
    expect(compared).toBeGreaterThanOrEqual(100)
    // Counted by hand: the responses of the store's lowest units, before and after the move.
    const counted = async (...stores: Unit[]): Promise<number> => {
      const leaves = stores.flatMap((unit) => tree.descendantIds(unit))
      const { rows } = await deps.pool.query<{ n: number }>(
        'select count(*)::int as n from response where survey_id = $1 and state = 0 and unit_ids && $2',
        [model.id, leaves],
      )
      return rows[0]!.n
    }
    const ranked = async (reading: string) => {
      const url = `/rest/paths/children/visits/${pathOf(region)};date=all_time${reading}`
      const { children } = await walk.get<{ children: { path: string; nInterviews: number }[] }>(url)
      return children.find(({ path }) => path.startsWith(pathOf(next)))?.nInterviews
    }
    const [was, is] = [await counted(next), await counted(store, next)]
    expect(is).toBeGreaterThan(was)
    expect([await ranked(''), await ranked(`;${now}`)]).toEqual([was, is])
  })

  test('of weighted answers', async () => {
    const { deps } = server
    const { universeId } = await signInAs(server.deps, 'admin')
    const { id } = await loadSurveyModel(deps, universeId, 'visits')
    const ctx = programContext(deps, 'test')
    await write(ctx, async (tx) => {
      const text = await readConfigText(tx.db, id)
      const weights =
        'weights: { shares: { gender: { female: 30, male: 65, other: 5 } }, limits: { least: 0.01, most: 100 } }'
      const script = { text: `${text}\n${weights}\n`, source: 'user', author: '' } as const
      await saveConfiguration(tx.db, { id, universeId: universeId ?? 0, extName: 'visits' }, script)
      await tx.surveyChanged(id)
    })
    expect(await weighSurvey(ctx, id, AbortSignal.timeout(30_000))).toHaveProperty('effectiveN')
    await caughtUp(deps.analytics, deps.pool)
    const walk = await walkOf(server, 'admin', 'visits')
    expect(walk.survey.weighting).toBe('weighted')
    await expectAgreement(walk, { atLeast: 100 })
  })

  test('the pages without a period of their own have that of the page the survey opens on', async () => {
    const { survey } = await walkOf(server, 'admin', 'visits')
    const periods = Object.fromEntries(survey.pages.map((page) => [page.extname, page.selectionInterval]))
    expect(periods).toMatchObject({ overview: 'last_3m', ranking: 'last_3m', drivers: 'last_12m' })
    expect(survey.selectionInterval).toBe('last_3m')
  })

  test('on every page of an imported file of reviews', async () => {
    const ctx = programContext(server.deps, 'import')
    const file = existsSync(reviews) ? reviews : await writeReviews(2_200)
    const result = await importFile(ctx, { file, universe: 'sky', survey: 'lounges', key: 'response_id' })
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
    await expectAgreement(walk, { atLeast: 80 })
    // Its answers end long before the clock of this test: their last year is offered, the calendar's periods are not.
    expect(walk.survey.periods).toContain(walk.survey.latestYear)
    expect(walk.survey.periods).not.toContain('this_m')
  })
})
