import fc from 'fast-check'
import jstat from 'jstat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import { differenceFromWhole } from '#server/domain/figures/expressions/figure-difference.ts'
import { systemScopes } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import type { MadeSurvey, TestRow } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { followShares } from './have-weights.ts'
import { surveysToWeigh, weighSurvey } from './weigh-survey.ts'

const { studentt } = jstat.jStat
const z = 1.959963984540054

let server: TestApp
let ctx: Ctx

beforeAll(async () => {
  server = await testApp()
  ctx = programContext(server.deps, 'test')
})

afterAll(() => server.close())

const questions = {
  region: { type: 'single', choices: ['north', 'south'] },
  sex: { type: 'single', choices: ['male', 'female', 'other'] },
  age: { type: 'single', choices: ['young', 'old'] },
  rating: { type: 'scale', min: 0, max: 10 },
  five: { type: 'scale', min: 1, max: 5 },
  wait: { type: 'numeric' },
  likes: { type: 'multiple', choices: ['staff', 'price'] },
} as const
const shares = 'sex: { male: 48, female: 52, other: 0 }, age: { young: 30, old: 70 }'
const config = `weights: { shares: { ${shares} }, limits: { least: 0.01, most: 100 } }`

interface Answer {
  region: 'north' | 'south'
  sex: 'male' | 'female' | null
  age: 'young' | 'old' | null
  rating: number | null
  five: number | null
  wait: number | null
  likes: string[] | null
  isComplete: boolean
}

const answer: fc.Arbitrary<Answer> = fc.record({
  region: fc.constantFrom('north', 'south'),
  sex: fc.constantFrom('male', 'male', 'male', 'female', null),
  age: fc.constantFrom('young', 'young', 'old', null),
  rating: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 5 }),
  five: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 3 }),
  wait: fc.option(fc.integer({ min: -20, max: 400 }).map((tenths) => tenths / 10)),
  likes: fc.option(fc.subarray(['staff', 'price'], { minLength: 1 })),
  isComplete: fc.constantFrom(true, true, true, false),
})

function rowOf({ isComplete, ...answers }: Answer): TestRow {
  const given = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null)) as TestRow['answers']
  return { date: '2026-01-10', answers: given, state: isComplete ? 0 : 2 }
}

/** Both sexes and ages are there, in combinations that leave a way to meet the shares. */
const seeds = (['male', 'female'] as const).flatMap((sex) =>
  (['young', 'old'] as const).map((age): Answer => ({
    ...{ region: 'north', sex, age, rating: 7, five: 3, wait: 1, likes: ['staff'], isComplete: true },
  })),
)

async function survey(answers: readonly Answer[], text = config): Promise<MadeSurvey> {
  return makeSurvey(server.deps.db, {
    ...{ questions, config: text, views: { organisation: ['region'] }, rows: answers.map(rowOf) },
  })
}

async function weigh({ surveyId }: MadeSurvey) {
  const found = await weighSurvey(ctx, surveyId, AbortSignal.timeout(30_000))
  await caughtUp(server.deps.analytics, server.deps.pool)
  return found
}

async function figuresOf({ surveyId }: MadeSurvey, expressions: readonly string[], by: 'none' | 'region' = 'none') {
  const model = await loadSurveyModelById(server.deps, surveyId)
  const { rows } = await aggregate(server.deps, model, systemScopes(model).caseScope, {
    conditions: [],
    by: by === 'none' ? 'none' : { level: { view: 'organisation', depth: 1 } },
    indicators: expressions.map((expression) => ({ key: expression, expression })),
  })
  return rows
}

async function figure(made: MadeSurvey, expression: string) {
  const [row] = await figuresOf(made, [expression])
  const value = row?.values[0]
  if (!value) throw new Error('No value')
  return value
}

/** Weights by another way than the product's: each answer by itself, round after round, without limits. */
function rakedOneByOne(answers: readonly Answer[]): number[] {
  const weights = answers.map(() => 1)
  const known = { sex: { male: 0.48, female: 0.52 }, age: { young: 0.3, old: 0.7 } } as const
  for (let round = 0; round < 2000; round++)
    for (const asked of ['sex', 'age'] as const) {
      const sums = new Map<string, number>()
      answers.forEach((one, at) => {
        const value = one[asked]
        if (value !== null) sums.set(value, (sums.get(value) ?? 0) + (weights[at] ?? 0))
      })
      const whole = [...sums.values()].reduce((sum, value) => sum + value, 0)
      answers.forEach((one, at) => {
        const value = one[asked]
        if (value === null) return
        const share = (known[asked] as Record<string, number>)[value] ?? 0
        weights[at] = ((weights[at] ?? 0) * share * whole) / (sums.get(value) ?? 1)
      })
    }
  return weights
}

interface Weighted {
  value: number
  weight: number
}

function kish(all: readonly { weight: number }[]): number {
  const sum = all.reduce((total, { weight }) => total + weight, 0)
  return sum ** 2 / all.reduce((total, { weight }) => total + weight ** 2, 0)
}

function meanOf(all: readonly Weighted[]): number {
  const sum = all.reduce((total, { weight }) => total + weight, 0)
  return all.reduce((total, { value, weight }) => total + value * weight, 0) / sum
}

function intervalOfMean(all: readonly Weighted[]): [number, number] | null {
  const n = kish(all)
  if (n < 2) return null
  const mean = meanOf(all)
  const spread = meanOf(all.map(({ value, weight }) => ({ value: (value - mean) ** 2, weight })))
  const half = studentt.inv(0.975, n - 1) * Math.sqrt(spread / (n - 1))
  return [mean - half, mean + half]
}

/** Wilson's interval as published, in percent. */
function intervalOfShare(p: number, n: number): [number, number] {
  const half = (z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n)
  const middle = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n)
  return [100 * (middle - half), 100 * (middle + half)]
}

/** Mean and variance of promoters 1, passives 0 and detractors -1 with three answers added. */
function intervalOfScore(p: number, d: number, n: number): [number, number] {
  const [pro, con] = [(p * n + 0.75) / (n + 3), (d * n + 0.75) / (n + 3)]
  const half = z * Math.sqrt((pro + con - (pro - con) ** 2) / (n + 3))
  return [100 * Math.max(-1, pro - con - half), 100 * Math.min(1, pro - con + half)]
}

describe('weighted figures', () => {
  test('are what other computations of the same answers say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 20, maxLength: 60 }), async (drawn) => {
        const answers = [...seeds, ...drawn]
        const made = await survey(answers)
        const completed = answers.filter(({ isComplete }) => isComplete)
        const weights = rakedOneByOne(completed)
        const all = completed.map((one, at) => ({ ...one, weight: weights[at] ?? 0 }))
        const spread = await weigh(made)
        expect(spread).toMatchObject({ n: completed.length, effectiveN: expect.closeTo(kish(all), 2) })

        const of = (value: (one: Answer) => number | null): Weighted[] =>
          all.flatMap((one) => {
            const number = value(one)
            return number === null ? [] : [{ value: number, weight: one.weight }]
          })
        const index = ({ rating, five }: Answer) => {
          const given = [rating === null ? [] : [rating * 10], five === null ? [] : [(five - 1) * 25]].flat()
          return given.length < 2 ? null : (given[0]! + given[1]!) / 2
        }
        const means: [string, Weighted[]][] = [
          ['mean(rating)', of(({ rating }) => rating)],
          ['mean(wait)', of(({ wait }) => wait)],
          ['index(five)', of(({ five }) => (five === null ? null : (five - 1) * 25))],
          ['csi(rating, five)', of(index)],
          ['mean(rating) where region = south', of(({ rating, region }) => (region === 'south' ? rating : null))],
        ]
        for (const [expression, values] of means) {
          const found = await figure(made, expression)
          expect(found.n, expression).toBe(values.length)
          if (values.length === 0) continue
          expect(found.value, expression).toBeCloseTo(meanOf(values), 3)
          expect(found.weighted?.effectiveN, expression).toBeCloseTo(kish(values), 2)
          const [low, high] = intervalOfMean(values) ?? [null, null]
          if (low === null || high === null || kish(values) < 3) continue
          expect(found.low, expression).toBeCloseTo(low, 2)
          expect(found.high, expression).toBeCloseTo(high, 2)
        }
        const is = (hit: (one: Answer) => boolean | null) =>
          of((one) => {
            const found = hit(one)
            return found === null ? null : Number(found)
          })
        const hits: [string, Weighted[]][] = [
          ['topbox(rating, 2)', is(({ rating }) => (rating === null ? null : rating >= 9))],
          ['bottombox(five, 1)', is(({ five }) => (five === null ? null : five === 1))],
          ['share(sex, male)', is(({ sex }) => (sex === null ? null : sex === 'male'))],
          ['share(likes, staff)', is(({ likes }) => likes && likes.includes('staff'))],
        ]
        for (const [expression, values] of hits) {
          const found = await figure(made, expression)
          expect(found.n, expression).toBe(values.length)
          if (values.length === 0) continue
          const p = meanOf(values)
          expect(found.weighted?.hits, expression).toBe(values.filter(({ value }) => value === 1).length)
          expect(found.value, expression).toBeCloseTo(100 * p, 2)
          const [low, high] = intervalOfShare(p, kish(values))
          expect(found.low, expression).toBeCloseTo(low, 2)
          expect(found.high, expression).toBeCloseTo(high, 2)
        }
        const ratings = of(({ rating }) => rating)
        const [pro, con] = [
          meanOf(ratings.map(({ value, weight }) => ({ value: Number(value >= 9), weight }))),
          meanOf(ratings.map(({ value, weight }) => ({ value: Number(value <= 6), weight }))),
        ]
        const nps = await figure(made, 'nps(rating)')
        expect(nps).toMatchObject({ n: ratings.length, value: expect.closeTo(100 * (pro - con), 2) })
        const [low, high] = intervalOfScore(pro, con, kish(ratings))
        expect(nps.low).toBeCloseTo(low, 2)
        expect(nps.high).toBeCloseTo(high, 2)
        // What is counted is counted as it is.
        expect((await figure(made, 'count()')).value).toBe(completed.length)
        expect((await figure(made, 'samples()')).value).toBe(answers.length)
        expect((await figure(made, 'sum(rating)')).value ?? 0).toBe(
          completed.reduce((sum, { rating }) => sum + (rating ?? 0), 0),
        )
        expect(await figure(made, 'median(rating)')).not.toHaveProperty('weighted')
      }),
      { numRuns: 12 },
    )
  })

  test('are compared with the rest of a whole by the weights of both', async () => {
    const answers = Array.from({ length: 80 }, (_, index): Answer => ({
      region: index % 3 === 0 ? 'south' : 'north',
      sex: index % 4 === 0 ? 'female' : 'male',
      age: index % 5 < 3 ? 'young' : 'old',
      rating: (index * 7) % 11,
      ...{ five: null, wait: null, likes: null, isComplete: true },
    }))
    const made = await survey(answers)
    await weigh(made)
    const weights = rakedOneByOne(answers)
    const parts = (['south', 'north'] as const).map((region) =>
      answers.flatMap((one, at) =>
        one.region === region ? [{ value: one.rating ?? 0, weight: weights[at] ?? 0 }] : [],
      ),
    )
    const whole = await figure(made, 'mean(rating)')
    const south = (await figuresOf(made, ['mean(rating)'], 'region')).find(({ key }) => key.name === 'south')?.values[0]
    const found = south && differenceFromWhole('mean(rating)', south, whole)
    const [a = [], b = []] = parts
    const variance = (all: readonly Weighted[]): number => {
      const mean = meanOf(all)
      const n = kish(all)
      return meanOf(all.map(({ value, weight }) => ({ value: (value - mean) ** 2, weight }))) / (n - 1)
    }
    const sumOf = (all: readonly Weighted[]): number => all.reduce((sum, { weight }) => sum + weight, 0)
    const share = sumOf(b) / (sumOf(a) + sumOf(b))
    expect(found?.difference).toBeCloseTo((meanOf(a) - meanOf(b)) * share, 4)
    expect(found?.difference).toBeCloseTo((south?.value ?? 0) - (whole.value ?? 0), 4)
    expect(found?.standardError).toBeCloseTo(Math.sqrt(variance(a) + variance(b)) * share, 4)
    expect(found?.df).toBeCloseTo(
      (variance(a) + variance(b)) ** 2 / (variance(a) ** 2 / (kish(a) - 1) + variance(b) ** 2 / (kish(b) - 1)),
      1,
    )
  })

  test('are those of equal answers before weights were computed, and where no shares are known', async () => {
    const [waiting, plain] = [await survey(seeds), await survey(seeds, '')]
    await caughtUp(server.deps.analytics, server.deps.pool)
    for (const made of [waiting, plain]) {
      const { signature } = (await tableOf(made))!
      expect(signature).not.toContain('weight')
      expect(await figure(made, 'mean(rating)')).toEqual({ value: 7, n: 4, low: 7, high: 7, suppressed: false })
    }
  })
})

async function tableOf({ surveyId }: MadeSurvey): Promise<{ signature: string } | null> {
  const { columns } = await server.deps.analytics.store.query({
    parts: ['select signature from stored_survey where survey_id = ', ''],
    params: [surveyId],
  })
  const signature = columns[0]?.[0]
  return signature === undefined ? null : { signature: String(signature) }
}

describe('computing weights', () => {
  const unequal = [...seeds, ...seeds.map((seed): Answer => ({ ...seed, sex: 'male', rating: 2 }))]

  test('is for the answers of then; later ones count as theirs do, unknown combinations 1', async () => {
    const made = await survey(
      unequal.filter(({ sex, age }) => !(sex === 'female' && age === 'old')),
      'weights: { shares: { sex: { male: 70, female: 30, other: 0 }, age: { young: 60, old: 40 } } }',
    )
    await weigh(made)
    const before = await storedWeights(made)
    const rows = [
      { ...seeds[0]!, sex: 'male', age: 'young' },
      { ...seeds[0]!, sex: 'female', age: 'old' },
    ] as const
    const added = await addResponses(server.deps.db, made.surveyId, rows.map(rowOf))
    await write(ctx, (tx) => tx.changed(made.surveyId, added))
    await caughtUp(server.deps.analytics, server.deps.pool)
    const now = await storedWeights(made)
    const [young, unknown] = added.map((id) => now.get(id))
    expect(young).toBe(before.get(made.responseIds[0] ?? 0))
    expect(unknown).toBe(1)
    // A response that is erased leaves nothing, and one that is changed counts by its answers.
    await write(ctx, async (tx) => {
      await tx.db.deleteFrom('response').where('id', '=', added[0]!).execute()
      await tx.db
        .updateTable('response')
        .set({ answers: JSON.stringify({ region: 'north', sex: 'male', age: 'young', rating: 1 }) })
        .where('id', '=', added[1]!)
        .execute()
      await tx.changed(made.surveyId, added)
    })
    await caughtUp(server.deps.analytics, server.deps.pool)
    const after = await storedWeights(made)
    expect(after.has(added[0]!)).toBe(false)
    expect(after.get(added[1]!)).toBe(young)
  })

  test('leaves the weights before where the shares cannot be met, and says which and why', async () => {
    const made = await survey(unequal)
    await weigh(made)
    const before = await figure(made, 'mean(rating)')
    expect(before.weighted?.effectiveN).toBeLessThan(8)
    await configure(made, 'weights: { shares: { sex: { male: 40, female: 40, other: 20 } } }')
    expect(String(await weigh(made))).toBe('The shares of "sex" cannot be met: nobody answered "other".')
    expect(await figure(made, 'mean(rating)')).toEqual(before)
    await configure(made, 'weights: { shares: { sex: { male: 2, female: 98, other: 0 } } }')
    expect(String(await weigh(made))).toBe(
      'The shares of "sex" cannot be met: some answers would count too much or too little.',
    )
    expect(await figure(made, 'mean(rating)')).toEqual(before)
    // Other shares that can be met take the place of those before, and of the reason.
    await configure(made, 'weights: { shares: { sex: { male: 75, female: 25, other: 0 } } }')
    expect(await weigh(made)).toMatchObject({ n: 8, effectiveN: 8 })
    expect(await figure(made, 'mean(rating)')).toMatchObject({ value: 4.5, n: 8 })
    const { rows } = await server.deps.pool.query('select failure from survey_weights where survey_id = $1', [
      made.surveyId,
    ])
    expect(rows).toEqual([{ failure: null }])
  })

  test('follows the configuration, and ends with it', async () => {
    const made = await survey(unequal)
    expect(await tasksOf(made)).toBe(0)
    await configure(made, config)
    expect(await tasksOf(made)).toBe(1)
    expect(await surveysToWeigh(ctx, AbortSignal.timeout(30_000))).toContain(made.surveyId)
    await weigh(made)
    expect((await figure(made, 'mean(rating)')).weighted).toBeDefined()
    const version = await versionOf(made)
    // Nothing has changed: nobody has to read the survey again.
    await weigh(made)
    expect(await versionOf(made)).toBe(version)
    await configure(made, '')
    await caughtUp(server.deps.analytics, server.deps.pool)
    expect((await figure(made, 'mean(rating)')).weighted).toBeUndefined()
    expect(await surveysToWeigh(ctx, AbortSignal.timeout(30_000))).toContain(made.surveyId)
    expect(await weigh(made)).toBeNull()
    expect(await surveysToWeigh(ctx, AbortSignal.timeout(30_000))).not.toContain(made.surveyId)
  })

  test('is not for anonymous surveys, nor of no answers', async () => {
    const anonymous = await survey(unequal, `anonymity: { filters: [sex] }\n${config}`)
    expect(await weigh(anonymous)).toBeNull()
    expect((await loadSurveyModelById(server.deps, anonymous.surveyId)).weights).toBeNull()
    expect(String(await weigh(await survey([])))).toBe('There are no answers to weight yet.')
  })

  test('follows units that move where a level has known shares', async () => {
    const made = await survey(unequal, 'weights: { shares: { region: { north: 50, south: 50 } } }')
    const south = { ...seeds[0]!, region: 'south' } as const
    await addResponses(server.deps.db, made.surveyId, [rowOf(south), rowOf(south)])
    await weigh(made)
    const [first = 0] = made.responseIds
    const before = (await storedWeights(made)).get(first) ?? 0
    expect(before).toBeCloseTo(10 / 2 / 8, 6)
    await write(ctx, async (tx) => {
      const { rows } = await server.deps.pool.query<{ id: number }>(
        `select u.id from unit u join view v on v.id = u.view_id where v.survey_id = $1 and u.ext_name = 'north'`,
        [made.surveyId],
      )
      await tx.db
        .updateTable('response')
        .set({ answers: JSON.stringify({ region: 'south', sex: 'male', age: 'young', rating: 1 }) })
        .where('id', '=', first)
        .execute()
      await tx.unitsChanged(made.surveyId, [rows[0]?.id ?? 0])
    })
    await caughtUp(server.deps.analytics, server.deps.pool)
    expect((await storedWeights(made)).get(first)).toBeCloseTo(10 / 2 / 2, 6)
  })
})

async function storedWeights({ surveyId }: MadeSurvey): Promise<Map<number, number>> {
  const { columns } = await server.deps.analytics.store.query({
    parts: [`select id, weight from s${surveyId}`],
    params: [],
  })
  const [ids = [], weights = []] = columns
  return new Map(ids.map((id, at) => [Number(id), Number(weights[at])]))
}

async function configure({ surveyId, universeId, extName }: MadeSurvey, text: string): Promise<void> {
  await write(ctx, async (tx) => {
    const script = { text, source: 'user', author: '' } as const
    await saveConfiguration(tx.db, { id: surveyId, universeId, extName }, script)
    await tx.surveyChanged(surveyId)
    await followShares(tx, surveyId)
  })
}

async function tasksOf({ surveyId }: MadeSurvey): Promise<number> {
  const { rows } = await server.deps.pool.query<{ n: number }>(
    `select count(*)::int as n from task where survey_id = $1 and type = 'WEIGH_RESPONSES'`,
    [surveyId],
  )
  return rows[0]?.n ?? 0
}

async function versionOf({ surveyId }: MadeSurvey): Promise<number> {
  return (await loadSurveyModelById(server.deps, surveyId)).version
}
