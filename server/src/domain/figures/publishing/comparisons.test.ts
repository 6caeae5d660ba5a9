import type { Condition } from '@gensvar/contract/conditions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import type { MadeSurvey, TestRow } from '#server/testing/survey-data.ts'
import { identifyByToken } from '#server/domain/rights/sessions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { AggregateResult } from '../expressions/compute-figures.ts'
import { programContext } from '#server/domain/context.ts'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { weighSurvey } from '#server/domain/weights/weigh-survey.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { figures } from '../figures.ts'
import type { GroupBy } from '../rows/grouping.ts'

const configuration = `
filters: { standard: [{ key: who, filters: [channel, segment, secret, age, email] }] }
comparable: [channel, segment]
indicators:
  unhappy: { title: Unhappy, expression: 'count()', where: rating <= 3 }
`

let program: TestDeps
let universeId = 0
let survey: MadeSurvey
let manager: SurveyAccess

/** People by store; each of those in Oslo has an e-mail address. */
const sizes: Record<string, Record<string, number>> = {
  Sweden: { Stockholm: 60, Gothenburg: 60, Kiruna: 4 },
  Norway: { Oslo: 80 },
  Finland: { Helsinki: 3, Turku: 1 },
}

function makeRows(): TestRow[] {
  return Object.entries(sizes).flatMap(([country, stores]) =>
    Object.entries(stores).flatMap(([store, size]) =>
      Array.from({ length: size }, (_, index): TestRow => ({
        date: `2026-0${1 + (index % 3)}-15`,
        answers: {
          country,
          store,
          channel: index % 2 === 0 ? 'web' : 'till',
          segment: index % 3 === 0 ? 'new' : 'old',
          secret: 'yes',
          age: 20 + (index % 50),
          rating: 1 + ((index * 7 + store.length) % 10),
          email: `person${index}@${store.toLowerCase()}.example`,
        },
      })),
    ),
  )
}

beforeAll(async () => {
  program = await testDeps()
  universeId = (await createUniverse(program.deps.db)).id
  survey = await createSurvey(program.deps.db, universeId, {
    config: configuration,
    questions: {
      country: { type: 'single', choices: ['Sweden', 'Norway', 'Finland'] },
      store: { type: 'single', choices: ['Stockholm', 'Gothenburg', 'Kiruna', 'Oslo', 'Helsinki', 'Turku'] },
      channel: { type: 'single', choices: ['web', 'till'] },
      segment: { type: 'single', choices: ['new', 'old'] },
      secret: { type: 'single', choices: ['yes', 'no'] },
      age: { type: 'numeric' },
      rating: { type: 'scale', min: 1, max: 10 },
      email: { type: 'text' },
    },
    views: { stores: ['country', 'store'] },
    rows: makeRows(),
  })
  manager = await accessOf({ store: ['Stockholm'] })
})

afterAll(() => program.close())

async function accessOf(filters: Record<string, string[]>): Promise<SurveyAccess> {
  const { db } = program.deps
  const roleId = await createRole(db, universeId, { surveys: { [survey.surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId, roleId, filters }] })
  const identity = await identifyByToken(program.deps, await signIn(program.deps, user))
  if (!identity) throw new Error('the user has no identity')
  return surveyAccess({ ...program.deps, identity }, survey.extName)
}

function ask(
  conditions: Condition[],
  by: GroupBy,
  expressions: readonly string[] = ['mean(rating)', 'count()'],
  access = manager,
): Promise<AggregateResult> {
  const indicators = expressions.map((expression) => ({ key: expression, expression }))
  return figures(program.deps, access, { conditions, by, indicators, total: true })
}

/** Numbers of answers shown by unit; null where withheld. */
async function shown(conditions: Condition[], by: GroupBy, access = manager): Promise<Record<string, number | null>> {
  const { rows } = await ask(conditions, by, ['mean(rating)'], access)
  return Object.fromEntries(
    rows.map((row) => [row.key.name, row.values[0]?.suppressed ? null : (row.values[0]?.n ?? null)]),
  )
}

const sweden: Condition = { kind: 'unit', view: 'stores', depth: 1, path: ['Sweden'] }
const stockholm: Condition = { kind: 'unit', view: 'stores', depth: 2, path: ['Sweden', 'Stockholm'] }
const oslo: Condition = { kind: 'unit', view: 'stores', depth: 2, path: ['Norway', 'Oslo'] }
const stores: GroupBy = { level: { view: 'stores', depth: 2 } }
const january: Condition = { kind: 'dates', variable: 'date', from: '2026-01-01', to: '2026-02-01' }
const rolling: Condition = { kind: 'dates', variable: 'date', from: '2026-01-03', to: '2026-02-09' }

function choose(variable: string, ...include: string[]): Condition {
  return { kind: 'choice', variable, include, exclude: [], contains: [], excludeContains: [] }
}

/** Attacks that were tried: each would reveal single people in other stores. */
const outside: Record<string, Condition> = {
  'a part of a text': {
    kind: 'choice',
    variable: 'email',
    include: [],
    exclude: [],
    contains: ['person1'],
    excludeContains: [],
  },
  'a text': choose('email', 'person1@oslo.example'),
  'a range': { kind: 'range', variable: 'age', from: 21, to: 21 },
  'rolling dates': rolling,
  'a day of the year': { kind: 'monthDay', variable: 'date', month: 1, day: 15 },
  'a question that is not comparable': choose('secret', 'yes'),
  'two values': choose('channel', 'web', 'till'),
  'an exclusion': {
    kind: 'choice',
    variable: 'channel',
    include: [],
    exclude: ['web'],
    contains: [],
    excludeContains: [],
  },
  'a negation': { kind: 'not', of: january },
  'an alternative': { kind: 'any', of: [january, rolling] },
  'a state': { kind: 'sampleState', states: [0] },
  'a campaign': { kind: 'campaign', campaign: 1, state: 'any', opened: 'any', clicked: 'any' },
  'a level of the hierarchy as a filter': choose('store', 'Oslo'),
  // The difference from the units as they were would be what one of them brought along.
  'units as they are now': { kind: 'units', asOf: '2026-06-01' },
}

describe("figures outside the caller's own place", () => {
  test("without a filter are exact from five answers on; the caller's own always", async () => {
    expect(await shown([sweden], stores)).toEqual({ Stockholm: 60, Gothenburg: 60, Kiruna: null })
    expect(await shown([sweden, january], stores)).toEqual({ Stockholm: 20, Gothenburg: 20, Kiruna: null })
    const { total } = await ask([sweden], stores)
    expect(total?.values[1]?.value).toBe(124)
    expect((await ask([], 'none')).rows[0]?.values[1]?.value).toBe(208)
  })

  test('are the same of a place as Total of its units and asked for alone', async () => {
    const expressions = ['mean(rating)', 'median(age)', 'nps(rating)', 'share(channel, web)', 'sum(age)', 'count()']
    for (const conditions of [[sweden], [sweden, january], [sweden, choose('channel', 'web')], [oslo, january]])
      for (const asked of [expressions, expressions.filter((one) => !one.startsWith('median'))]) {
        const { total } = await ask(conditions, stores, asked)
        const [alone] = (await ask(conditions, 'none', asked)).rows
        expect(total?.values).toEqual(alone?.values)
        expect(total?.key).toEqual(alone?.key)
      }
  })

  test.each(Object.entries(outside))(
    'are left out under %s, which says so; the own ones stay',
    async (_, condition) => {
      const ranking = await ask([sweden, condition], stores)
      const others = ranking.rows.filter((row) => row.key.name !== 'Stockholm')
      expect(others.map((row) => row.key.name)).toEqual(['Gothenburg', 'Kiruna'])
      expect(others.flatMap((row) => row.values.map((value) => value.value ?? value.n))).toEqual([0, 0, 0, 0])
      expect(String(ranking.leftOut)).toContain('No comparison with other places here.')
      expect(ranking.total?.values.map((value) => [value.value, value.n, value.suppressed])).toEqual([
        [null, 0, true],
        [null, 0, true],
      ])
      for (const place of [[], [sweden], [oslo]]) {
        const { rows } = await ask([...place, condition], 'none')
        expect(rows.flatMap((row) => row.values.map((value) => value.value))).toEqual([null, null])
        expect((await ask([...place, condition], { period: 'months' })).rows).toEqual([])
        expect((await ask([...place, condition], { question: 'channel' })).rows).toEqual([])
      }
      const own = await ask([stockholm, condition], 'none')
      expect(own.leftOut).toBeNull()
      expect(own.rows[0]?.values[1]?.suppressed).toBe(false)
    },
  )

  test("with a background need 25 answers and have noise; the caller's own are exact", async () => {
    expect(await shown([sweden, choose('channel', 'web')], stores)).toEqual({
      Stockholm: 30,
      Gothenburg: 30,
      Kiruna: null,
    })
    expect(await shown([sweden, choose('segment', 'new')], stores)).toEqual({
      Stockholm: 20,
      Gothenburg: null,
      Kiruna: null,
    })
    expect(await shown([sweden, january, choose('channel', 'web')], stores)).toEqual({
      Stockholm: 10,
      Gothenburg: null,
      Kiruna: null,
    })
    const two = await ask([sweden, choose('channel', 'web'), choose('segment', 'new')], stores)
    expect(two.rows.filter((row) => !row.values[0]?.suppressed).map((row) => row.key.name)).toEqual(['Stockholm'])
    // Of several figures, at least one has noise that rounding does not remove.
    const rows = makeRows().filter(({ answers }) => answers['channel'] === 'web')
    const seen = await ask([choose('channel', 'web')], { level: { view: 'stores', depth: 1 } }, [
      'mean(rating)',
      'nps(rating)',
    ])
    const differs = seen.rows.filter((row) => {
      const mine = rows
        .filter(({ answers }) => answers['country'] === row.key.name)
        .map(({ answers }) => Number(answers['rating']))
      const points = mine.reduce((sum, rating) => sum + Number(rating >= 9) - Number(rating <= 6), 0)
      return Math.abs((row.values[1]?.value ?? 0) - (100 * points) / mine.length) > 0.5
    })
    expect(differs.length).toBeGreaterThan(0)
  })

  test('of a unit below one that is withheld stay the user’s own, and nothing leads round the withheld one', async () => {
    const finnish = await accessOf({ store: ['Helsinki'] })
    const finland: Condition = { kind: 'unit', view: 'stores', depth: 1, path: ['Finland'] }
    const helsinki: Condition = { kind: 'unit', view: 'stores', depth: 2, path: ['Finland', 'Helsinki'] }
    expect(await shown([finland], 'none', finnish)).toEqual({ all: null })
    expect(await shown([], { level: { view: 'stores', depth: 1 } }, finnish)).toMatchObject({ Finland: null })
    // Three of the four are the user's own; the fourth, of the store beside, is not to be had as a difference.
    expect(await shown([finland], stores, finnish)).toEqual({ Helsinki: 3, Turku: null })
    expect(await shown([helsinki], 'none', finnish)).toEqual({ all: 3 })
    const { total } = await ask([finland], stores, ['mean(rating)', 'count()'], finnish)
    expect(total?.values.map(({ value, n }) => [value, n])).toEqual([
      [null, 0],
      [null, 0],
    ])
  })

  test('of a number have noise in proportion to the spread of its answers', async () => {
    const { rows } = await ask([choose('channel', 'web')], { level: { view: 'stores', depth: 1 } }, ['mean(age)'])
    for (const row of rows.filter(({ key }) => key.name !== 'Finland')) {
      const mine = makeRows().filter(
        ({ answers }) => answers['channel'] === 'web' && answers['country'] === row.key.name,
      )
      const mean = mine.reduce((sum, { answers }) => sum + Number(answers['age']), 0) / mine.length
      // The noise's standard deviation is about 0.6 / sqrt(n) of that of ages, 14 years.
      expect(Math.abs((row.values[0]?.value ?? 0) - mean)).toBeLessThan(4 * 14 * (0.6 / Math.sqrt(40)) + 0.1)
      expect(row.values[0]?.suppressed).toBe(false)
    }
  })

  test('exclude an indicator with a rule on answers', async () => {
    for (const expression of [
      'count() where rating <= 3',
      'mean(rating) where age > 60',
      'count() where email = "a"',
    ]) {
      const { rows } = await ask([sweden], stores, [expression])
      const values = Object.fromEntries(rows.map((row) => [row.key.name, row.values[0]?.value ?? null]))
      expect([values['Gothenburg'], values['Kiruna']]).toEqual([null, null])
      expect(values['Stockholm']).not.toBeNull()
    }
  })

  test('are published ones where another filter limits the user too', async () => {
    const limited = await accessOf({ store: ['Stockholm'], secret: ['yes'] })
    const { rows, leftOut } = await ask([sweden], stores, ['count()'], limited)
    expect(rows.map((row) => [row.key.name, row.values[0]?.value])).toEqual([
      ['Stockholm', 60],
      ['Gothenburg', null],
      ['Kiruna', null],
    ])
    expect(String(leftOut)).toContain('secret')
    const comparable = await accessOf({ store: ['Stockholm'], channel: ['web'] })
    expect(await shown([sweden], stores, comparable)).toEqual({ Stockholm: 30, Gothenburg: 30, Kiruna: null })
  })
})

describe('weighted figures of others', () => {
  beforeAll(async () => {
    const { pool, analytics } = program.deps
    const script = { source: 'user', author: '' } as const
    const text = `${configuration}weights: { shares: { segment: { new: 50, old: 50 } } }\n`
    const ctx = programContext(program.deps, 'test')
    await write(ctx, async (tx) => {
      const { surveyId: id, extName } = survey
      await saveConfiguration(tx.db, { id, universeId, extName }, { ...script, text })
      await tx.surveyChanged(id)
    })
    expect(await weighSurvey(ctx, survey.surveyId, AbortSignal.timeout(30_000))).toMatchObject({ n: 208 })
    await caughtUp(analytics, pool)
    manager = await accessOf({ store: ['Stockholm'] })
  })

  test('are rounded and take as many answers as those with a background, the own ones neither', async () => {
    const { rows } = await ask([], stores, ['mean(rating)', 'share(segment, new)', 'count()'])
    const of = (name: string) => rows.find(({ key }) => key.name === name)?.values ?? []
    const [own] = of('Stockholm')
    expect(own?.weighted?.effectiveN).not.toBe(Math.round(own?.weighted?.effectiveN ?? 0))
    for (const [at, value] of of('Oslo').slice(0, 2).entries()) {
      for (const shown of [value.value, value.low, value.high])
        expect(shown, String(at)).toBe(Math.round(10 * (shown ?? NaN)) / 10)
      expect(value).toMatchObject({ n: 80, weighted: { sum: 80 } })
      expect((value.weighted?.effectiveN ?? 0) % 5).toBe(0)
    }
    // Of four answers no weighted figure is shown, and none of those of five or more without weights is any less.
    expect(of('Kiruna').map(({ suppressed }) => suppressed)).toEqual([true, true, true])
    const small = (await ask([{ kind: 'dates', variable: 'date', from: '2026-03-01', to: '2026-04-01' }], stores)).rows
    const gothenburg = small.find(({ key }) => key.name === 'Gothenburg')?.values ?? []
    expect(gothenburg.map(({ suppressed, n }) => [suppressed, n])).toEqual([
      [true, 0],
      [false, 20],
    ])
  })

  test('take no backgrounds, which the counts of answers still do', async () => {
    const found = await ask([choose('channel', 'web')], stores, ['mean(rating)', 'count()'])
    const [mean, count] = found.rows.find(({ key }) => key.name === 'Oslo')?.values ?? []
    expect(mean).toMatchObject({ suppressed: true })
    expect(String(mean?.why)).toBe('Weighted figures of others take no filters and no groups of answers.')
    expect(count).toMatchObject({ suppressed: false, n: 40 })
    expect(found.rows.find(({ key }) => key.name === 'Stockholm')?.values[0]).toMatchObject({ suppressed: false })
  })
})
