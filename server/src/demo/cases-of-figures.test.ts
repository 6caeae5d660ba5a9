import { addToDate } from '@gensvar/contract/dates'
import type { Survey } from '@gensvar/contract/entities/survey'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { expectAsMany, offersAt } from '#server/testing/offered-cases.ts'
import type { Reader } from '#server/testing/offered-cases.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import { bearer, signInAs } from '#server/testing/factories.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { planRetail } from './retail/retail-survey.ts'
import { seedDemo } from './service.ts'

async function readerOf(server: TestApp, token: string, extName: string): Promise<Reader> {
  const get = async (url: string) => {
    const response = await server.app.inject({ method: 'GET', url, headers: bearer(token) })
    return { status: response.statusCode, body: response.json<unknown>() }
  }
  const { survey } = (await get(`/rest/surveys/start/${extName}`)).body as { survey: Survey }
  const row = await server.deps.db
    .selectFrom('survey')
    .select('universe_id as universeId')
    .where('ext_name', '=', extName)
    .executeTakeFirstOrThrow()
  const model = await loadSurveyModel(server.deps, row.universeId, extName)
  return { get, survey, model, tree: await loadUnitTree(server.deps, model) }
}

/** How many figures of each kind of component were compared. */
const kindsOf = (kinds: ReadonlyMap<string, number>) => [...kinds.keys()].map((kind) => kind.split(' ')[0] ?? '').sort()

describe('the list of cases beside a figure has as many rows as the figure says', () => {
  describe('in the demo', () => {
    const today = '2026-03-31'
    let server: TestApp

    beforeAll(async () => {
      server = await testApp({ clock: { now: () => new Date(`${today}T10:00:00Z`) } })
      await seedDemo(server.deps, {
        surveys: (day) => [{ universe: 'retail', plan: planRetail(day, { completed: 2_500, spam: 20, samples: 400 }) }],
      })
    })

    afterAll(() => server.close())

    test.each([
      { username: 'admin', survey: 'visits', all: true },
      { username: 'region', survey: 'visits', all: false },
    ])('at random places, filters and periods, of $survey as $username', async ({ username, survey, all }) => {
      const reader = await readerOf(server, (await signInAs(server.deps, username)).token, survey)
      const kinds = await expectAsMany(reader, today, { runs: all ? 12 : 30, each: 40 })
      // Of a random place the region has mostly none.
      expect(kindsOf(kinds).length).toBeGreaterThan(0)
      if (all)
        expect(kindsOf(kinds)).toEqual(
          expect.arrayContaining([
            'choice-line',
            'development-chart',
            'grouped',
            'ranking',
            'results',
            'variable-block',
          ]),
        )
    })
  })

  describe('in a generated survey', () => {
    let board: Awaited<ReturnType<typeof openDashboard>>

    beforeAll(async () => {
      board = await openDashboard({ rows: fc.sample(anyRow, 600), questions, extra: configuration })
    })

    afterAll(() => board.close())

    test('at random places, filters and periods, for who sees all and who sees a part', async () => {
      const seen = new Set<string>()
      for (const filters of [undefined, { store: ['Stockholm', 'Oslo'] }]) {
        const token = await board.tokenAs(filters ? { filters } : {})
        const kinds = await expectAsMany(await readerOf(board, token, board.survey), '2026-02-10', {
          runs: 12,
          each: 40,
        })
        expect(kinds.size).toBeGreaterThan(2)
        for (const kind of kindsOf(kinds)) seen.add(kind)
      }
      // Random places of one reader may have none of a kind.
      expect([...seen]).toEqual(
        expect.arrayContaining(['choice-line', 'development-chart', 'distribution', 'grouped', 'ranking', 'results']),
      )
    })
  })
})

describe('in an anonymous survey', () => {
  test('no figure offers its cases, and asking for them is refused', async () => {
    const published = configuration.replace('last_6m', 'last_1q').replace('[months, weeks]', '[quarters]')
    const board = await openDashboard({
      rows: fc.sample(anyRow, 400),
      questions,
      extra: `${published}\nanonymity: { period: quarter, filters: [channel] }`,
    })
    const reader = await readerOf(board, await board.tokenAs(), board.survey)
    for (const path of ['root', 'country=Sweden', 'country=Sweden;channel=web', 'date=all_time'])
      expect(await offersAt(reader, path, [400])).toEqual([])
    for (const name of ['satisfaction', 'waiting', 'n', 'rating'])
      for (const path of ['root', 'country=Sweden;store=Stockholm'])
        expect((await reader.get(`/rest/rankings/cases/${board.survey}/${name}/${path}`)).status).toBe(403)
    await board.close()
  })
})

const questions = {
  wait: { type: 'numeric' },
  reasons: { type: 'multiple', choices: ['price', 'staff', 'goods'] },
  recommend: { type: 'scale', min: 0, max: 10 },
} as const

/** A response in any state, which leaves out what it likes, its place included. */
const anyRow = fc
  .record({
    day: fc.integer({ min: 0, max: 420 }),
    state: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4),
    place: fc.constantFrom(['Sweden', 'Stockholm'], ['Sweden', 'Gothenburg'], ['Norway', 'Oslo'], ['Norway'], []),
    channel: fc.constantFrom('web', 'till', null),
    rating: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null, freq: 4 }),
    recommend: fc.option(fc.integer({ min: 0, max: 10 }), { nil: null, freq: 4 }),
    wait: fc.option(fc.integer({ min: 0, max: 90 }), { nil: null, freq: 3 }),
    reasons: fc.subarray(['price', 'staff', 'goods']),
  })
  .map(({ day, state, place: [country, store], reasons, ...given }): TestRow => {
    const answers = { ...given, country, store, reasons: reasons.length > 0 ? reasons : null }
    const stated = Object.entries(answers).flatMap(([name, answer]) =>
      answer == null ? [] : [[name, answer] as const],
    )
    return { date: addToDate('2026-02-10', -day, 'd'), state, answers: Object.fromEntries(stated) }
  })

/** Every kind of figure that lists its cases. */
const configuration = `
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", decimals: 1, minValue: 1, maxValue: 5 }
  index: { title: Index, expression: "csi(rating, recommend)" }
  nps: { title: NPS, expression: "nps(recommend)" }
  top: { title: Top, expression: "share(rating, 5)", where: "channel = web or wait > 30" }
  waited: { title: Waited, expression: "median(wait)" }
  asked: { title: Answered, expression: "responserate()" }
  waiting: { title: Waiting, expression: "samples(1)" }
  half: { title: Half, expression: "mean(rating) / 2" }
  mixed: { title: Mixed, expression: "mean(rating) - mean(wait)" }
groups:
  - { extname: all, title: All, questions: [rating, recommend, wait], indicator: index }
pages:
  - extname: overview
    selectionInterval: last_6m
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction, nps, top, waited, asked, waiting, half, mixed] } }
      - { type: development-chart, config: { id: trend, variables: [satisfaction, top, waiting, mixed], periods: [months, weeks] } }
      - { type: results-block, config: { id: results } }
      - { type: choice-line, config: { id: channels, question: channel } }
      - { type: choice-line, config: { id: why, question: reasons } }
      - { type: choice-line, config: { id: marks, question: rating } }
      - { type: grouped, config: { id: stores, variables: [satisfaction, waited], by: store } }
      - { type: grouped, config: { id: reasons, variables: [nps, n], by: reasons } }
      - { type: grouped, config: { id: ways, variables: [top, asked], by: channel } }
      - { type: delta, config: { id: changes, variables: [satisfaction, nps] } }
      - { type: benchmark, config: { id: beside, variables: [satisfaction] } }
  - extname: ranking
    kind: rankings
    selectionInterval: all_time
    components:
      - { type: ranking-table, config: { id: units, columns: [satisfaction, index, top, waited, asked, waiting, half, mixed], leafColumns: [eventdate, rating, wait] } }
`
