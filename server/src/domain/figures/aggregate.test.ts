import { isoWeekOf } from '@gensvar/contract/periods'
import type { Condition } from '@gensvar/contract/conditions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import type { MadeSurvey, TestRow } from '#server/testing/survey-data.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemScopes } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { aggregate } from './aggregate.ts'
import type { AggregateRow } from './expressions/figure-rows.ts'
import { netPromoterInterval } from '#server/domain/statistics/intervals.ts'
import type { Analytics } from './engine/analytics.ts'
import { appendChange } from './feed/change-log.ts'
import type { GroupBy } from './rows/grouping.ts'

let database: TestDatabase
let analytics: Analytics
let closeAnalytics: () => Promise<void>
let survey: MadeSurvey
let model: SurveyModel

const rows: TestRow[] = Array.from({ length: 300 }, (_, index) => {
  const answers: TestRow['answers'] = { region: index % 7 < 4 ? 'north' : 'south' }
  if (index % 5 !== 0) answers['store'] = `s${index % 3}`
  if (index % 6 !== 0) answers['overall'] = 1 + ((index * 7) % 10)
  if (index % 4 !== 0) answers['expect'] = 1 + ((index * 3) % 10)
  if (index % 9 !== 0) answers['ideal'] = 1 + (index % 10)
  if (index % 8 !== 0) answers['five'] = 1 + ((index * 3) % 5)
  answers['seven'] = 1 + (Math.floor(index / 7) % 7)
  answers['eleven'] = (index * 5) % 11
  if (index % 3 === 0) answers['wait'] = 0.1 * (index % 17)
  if (index % 2 === 0) answers['likes'] = index % 4 === 0 ? ['staff', 'price'] : ['price']
  const date = new Date(Date.UTC(2024, 10, 1 + index * 2)).toISOString().slice(0, 10)
  return { date, answers, state: [0, 0, 0, 2, 0, 1, 3][index % 7] ?? 0 }
})

beforeAll(async () => {
  database = await testDatabase()
  const opened = await testAnalytics(database)
  analytics = opened.analytics
  closeAnalytics = opened.close
  survey = await makeSurvey(database.db, {
    questions: {
      region: { type: 'single', choices: ['north', 'south', 'west'] },
      store: { type: 'single', choices: ['s0', 's1', 's2'] },
      overall: { type: 'scale', min: 1, max: 10 },
      expect: { type: 'scale', min: 1, max: 10 },
      ideal: { type: 'scale', min: 1, max: 10 },
      five: { type: 'scale', min: 1, max: 5 },
      four: { type: 'scale', min: 1, max: 4 },
      seven: { type: 'scale', min: 1, max: 7 },
      eleven: { type: 'scale', min: 0, max: 10 },
      wait: { type: 'numeric' },
      likes: { type: 'multiple', choices: ['staff', 'price'] },
      comment: { type: 'text' },
    },
    views: { organisation: ['region', 'store'] },
    rows,
  })
  model = await loadSurveyModelById(database, survey.surveyId)
})

afterAll(async () => {
  await closeAnalytics()
  await database.drop()
})

async function figures(
  expressions: string[],
  by: GroupBy = 'none',
  conditions: Condition[] = [],
): Promise<AggregateRow[]> {
  const { caseScope } = systemScopes(model)
  const indicators = expressions.map((expression) => ({ key: expression, expression }))
  const { rows: found } = await aggregate({ db: database.db, analytics, clock: systemClock }, model, caseScope, {
    conditions,
    by,
    indicators,
  })
  return found.map(({ key, values }) => ({ key, values }))
}

async function one(expression: string, conditions: Condition[] = []) {
  const [row] = await figures([expression], 'none', conditions)
  const [value] = row?.values ?? []
  if (!value) throw new Error('no value')
  return value
}

const completed = rows.filter((row) => row.state === 0)

function answersTo(variable: string, from: readonly TestRow[] = completed): number[] {
  return from.flatMap(({ answers }) => (typeof answers[variable] === 'number' ? [answers[variable]] : []))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

describe('indicators over completed interviews', () => {
  test('mean, sum and median with n', async () => {
    const values = answersTo('overall')
    const mean = await one('mean(overall)')
    expect(mean.value).toBeCloseTo(meanOf(values), 10)
    expect(mean.n).toBe(values.length)
    const deviation = Math.sqrt(
      values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0) / (values.length - 1),
    )
    // The t quantile for a few hundred degrees of freedom is between the normal one and 1.98.
    const half = ((mean.high ?? 0) - (mean.low ?? 0)) / 2 / (deviation / Math.sqrt(values.length))
    expect(half).toBeGreaterThan(1.96)
    expect(half).toBeLessThan(1.98)
    expect((await one('sum(overall)')).value).toBe(values.reduce((sum, value) => sum + value, 0))
    const sorted = answersTo('wait').sort((a, b) => a - b)
    const middle =
      ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
    expect(await one('median(wait)')).toMatchObject({ value: expect.closeTo(middle, 10), n: sorted.length, low: null })
  })

  test('index runs from 0 to 100 between the ends of the scale', async () => {
    expect((await one('index(five)')).value).toBeCloseTo(((meanOf(answersTo('five')) - 1) / 4) * 100, 9)
  })

  test('csi takes the mean of what each respondent answered, if that is two of three', async () => {
    const perPerson = completed.flatMap(({ answers }) => {
      const given = ['overall', 'expect', 'ideal'].flatMap((name) => {
        const answer = answers[name]
        return typeof answer === 'number' ? [((answer - 1) / 9) * 100] : []
      })
      return given.length >= 2 ? [meanOf(given)] : []
    })
    const csi = await one('csi(overall, expect, ideal)')
    expect(csi.value).toBeCloseTo(meanOf(perPerson), 9)
    expect(csi.n).toBe(perPerson.length)
  })

  test.each([
    ['one to ten', 'overall', 9, 6],
    ['nought to ten', 'eleven', 9, 6],
    ['one to seven', 'seven', 6, 4],
    ['one to five', 'five', 5, 3],
  ])('nps on a scale from %s counts its promoters and detractors, with their interval', async (_, name, top, low) => {
    const values = answersTo(name)
    const promoters = values.filter((value) => value >= top).length
    const detractors = values.filter((value) => value <= low).length
    const interval = netPromoterInterval(promoters, detractors, values.length)
    expect(await one(`nps(${name})`)).toMatchObject({
      value: expect.closeTo((100 * (promoters - detractors)) / values.length, 9),
      n: values.length,
      low: expect.closeTo(interval?.low ?? 0, 9),
      high: expect.closeTo(interval?.high ?? 0, 9),
    })
  })

  test('shares of the top, the bottom and of answers are percentages of those who answered', async () => {
    const values = answersTo('overall')
    expect((await one('topbox(overall, 2)')).value).toBeCloseTo(
      (100 * values.filter((value) => value >= 9).length) / values.length,
      9,
    )
    expect((await one('bottombox(overall, 3)')).value).toBeCloseTo(
      (100 * values.filter((value) => value <= 3).length) / values.length,
      9,
    )
    const likes = completed.filter(({ answers }) => 'likes' in answers)
    const staff = likes.filter(({ answers }) => (answers['likes'] as string[]).includes('staff'))
    const share = await one('share(likes, staff)')
    expect(share.value).toBeCloseTo((100 * staff.length) / likes.length, 9)
    expect(share.n).toBe(likes.length)
    expect(share.low).toBeLessThan(share.value ?? 0)
    expect((await one('share(region, nowhere)')).value).toBe(0)
    expect((await one('share(overall, 7, 8)')).value).toBeCloseTo(
      (100 * values.filter((value) => value === 7 || value === 8).length) / values.length,
      9,
    )
  })

  test('count, samples and response rate', async () => {
    const inState = (state: number): number => rows.filter((row) => row.state === state).length
    expect(await one('count()')).toMatchObject({ value: completed.length, n: completed.length, low: null })
    expect((await one('samples()')).value).toBe(rows.length)
    expect((await one('samples(2)')).value).toBe(inState(2))
    const asked = inState(0) + inState(2)
    expect(await one('responserate()')).toMatchObject({
      value: expect.closeTo((100 * inState(0)) / asked, 9),
      n: asked,
    })
  })

  test('a rule limits the rows, and arithmetic keeps the smaller n', async () => {
    const north = completed.filter(({ answers }) => answers['region'] === 'north')
    expect((await one('mean(overall) where region = north')).value).toBeCloseTo(meanOf(answersTo('overall', north)), 9)
    const difference = await one('mean(overall) - mean(wait) * 2')
    expect(difference.value).toBeCloseTo(meanOf(answersTo('overall')) - meanOf(answersTo('wait')) * 2, 9)
    expect(difference).toMatchObject({ n: Math.min(answersTo('overall').length, answersTo('wait').length), low: null })
    const halved = await one('-mean(overall) / 2 + 1')
    const mean = await one('mean(overall)')
    expect(halved.low).toBeCloseTo(1 - (mean.high ?? 0) / 2, 9)
    expect(halved.high).toBeCloseTo(1 - (mean.low ?? 0) / 2, 9)
    expect((await one('mean(overall) / (count() - count())')).value).toBeNull()
  })

  test('no answers give no value, not zero', async () => {
    const nobody: Condition[] = [{ kind: 'range', variable: 'overall', from: 90, to: 99 }]
    expect(await one('mean(overall)', nobody)).toEqual({ value: null, n: 0, low: null, high: null, suppressed: false })
    expect((await one('count()', nobody)).value).toBe(0)
    expect(await figures(['count()'], { level: { view: 'organisation', depth: 1 } }, nobody)).toEqual([])
  })

  test.each([
    ['nps(four)', /scale 1-4; it takes 0-10, 1-10, 1-7 or 1-5/],
    ['mean(region)', /"region".*not a number/],
    ['index(wait)', /"wait".*not a scale/],
    ['share(comment, x)', /neither a scale nor a choice/],
    ['mean(nothing)', /no variable "nothing"/],
    ['mean(overall', /expected/],
    ['count() where comment < a', /open answer/],
  ])('%s is refused in words', async (expression, words) => {
    await expect(figures([expression])).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringMatching(words),
    })
  })
})

describe('groups', () => {
  const sum = (list: AggregateRow[]): number => list.reduce((total, row) => total + (row.values[0]?.n ?? 0), 0)

  test("children's n sum to the parent's, blank levels included", async () => {
    const regions = await figures(['count()'], { level: { view: 'organisation', depth: 1 } })
    expect(sum(regions)).toBe(completed.length)
    for (const region of regions) {
      const place: Condition[] = [{ kind: 'unit', view: 'organisation', depth: 1, path: [region.key.name] }]
      const stores = await figures(['count()', 'mean(overall)'], { level: { view: 'organisation', depth: 2 } }, place)
      expect(sum(stores)).toBe(region.values[0]?.n)
      expect(stores.map((row) => row.key.name).sort()).toEqual(['-', 's0', 's1', 's2'])
    }
  })

  test('by a question: its choices in order, then those who did not answer', async () => {
    const stores = await figures(['count()'], { question: 'store' })
    expect(stores.map((row) => row.key.name)).toEqual(['s0', 's1', 's2', '-'])
    expect(sum(stores)).toBe(completed.length)
    const likes = await figures(['count()'], { question: 'likes' })
    const choosing = (choice: string): number =>
      completed.filter(({ answers }) => Array.isArray(answers['likes']) && answers['likes'].includes(choice)).length
    expect(likes.map((row) => [row.key.name, row.values[0]?.value])).toEqual([
      ['staff', choosing('staff')],
      ['price', choosing('price')],
      ['-', completed.filter(({ answers }) => !('likes' in answers)).length],
    ])
    const overall = await figures(['count()'], { question: 'overall' })
    expect(overall.map((row) => row.key.name)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '-'])
    await expect(figures(['count()'], { question: 'comment' })).rejects.toThrow(/open answer/)
  })

  test('by periods: their names, days and counts', async () => {
    const months = await figures(['count()'], { period: 'months' })
    const wanted = Map.groupBy(completed, (row) => row.date.slice(0, 7))
    expect(months.map((row) => [row.key.name, row.values[0]?.value])).toEqual(
      [...wanted].map(([name, list]) => [name, list.length]),
    )
    expect(months[0]?.key).toMatchObject({ name: '2024-11', from: '2024-11-01', to: '2024-12-01' })
    const weeks = await figures(['count()'], { period: 'weeks' })
    expect(sum(weeks)).toBe(completed.length)
    const newYear = weeks.find((row) => row.key.from === '2024-12-30')
    expect(newYear?.key.name).toBe('2025-W01')
    expect(isoWeekOf(newYear?.key.id ?? 0)).toEqual({ year: 2025, week: 1 })
    for (const period of ['days', 'quarters', 'years'] as const)
      expect(sum(await figures(['count()'], { period }))).toBe(completed.length)
  })

  test('by custom periods', async () => {
    const seasons = await figures(['count()'], { period: { starts: ['02-01', '05-01', '08-01', '11-01'] } })
    expect(sum(seasons)).toBe(completed.length)
    for (const season of seasons) {
      const { from = '', to = '' } = season.key
      expect(season.values[0]?.value).toBe(completed.filter(({ date }) => date >= from && date < to).length)
    }
    expect(seasons[0]?.key).toMatchObject({ from: '2024-11-01', to: '2025-02-01' })
    await expect(figures(['count()'], { period: { starts: ['13-01'] } })).rejects.toThrow(/day of the year/)
  })

  test('an unknown level is rejected', async () => {
    await expect(figures(['count()'], { level: { view: 'organisation', depth: 3 } })).rejects.toThrow(/no level 3/)
  })
})

describe('results', () => {
  test('are the same after a rebuild from zero, to the last digit', async () => {
    const ask = () =>
      figures(['mean(wait)', 'csi(overall, expect, ideal)', 'nps(overall)', 'sum(wait)'], { question: 'region' })
    const added = await database.db.transaction().execute(async (trx) => {
      const ids = await addResponses(trx, survey.surveyId, [
        { date: '2026-01-01', answers: { region: 'west', wait: 0.3 } },
      ])
      await appendChange(trx, survey.surveyId, ids)
      return ids
    })
    await caughtUp(analytics, database.pool)
    const before = await ask()
    expect(before.map((row) => row.key.name)).toContain('west')
    await analytics.feed.rebuild()
    expect(await ask()).toEqual(before)
    await database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('response').where('id', 'in', added).execute()
      await appendChange(trx, survey.surveyId, added)
    })
    await caughtUp(analytics, database.pool)
    expect((await ask()).map((row) => row.key.name)).not.toContain('west')
  })

  test('include answers that are not integers of the scale', async () => {
    const before = await one('mean(five)')
    const added = await database.db.transaction().execute(async (trx) => {
      const answers = [2.5, 67, -3, 11].map((five) => ({ date: '2026-01-01', answers: { five } }))
      const ids = await addResponses(trx, survey.surveyId, answers)
      await appendChange(trx, survey.surveyId, ids)
      return ids
    })
    await caughtUp(analytics, database.pool)
    const total = (before.value ?? 0) * before.n + 77.5
    for (const rebuilt of [false, true]) {
      if (rebuilt) await analytics.feed.rebuild()
      expect(await one('mean(five)')).toMatchObject({
        n: before.n + 4,
        value: expect.closeTo(total / (before.n + 4), 9),
      })
    }
    await database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('response').where('id', 'in', added).execute()
      await appendChange(trx, survey.surveyId, added)
    })
    await caughtUp(analytics, database.pool)
    expect(await one('mean(five)')).toEqual(before)
  })

  test('are computed once for equal requests, and no further when all are aborted', async () => {
    const controller = new AbortController()
    const { caseScope } = systemScopes(model)
    const request = { conditions: [], by: 'none' as const, indicators: [{ key: 'n', expression: 'count() + 1' }] }
    const pending = aggregate({ db: database.db, analytics, clock: systemClock }, model, caseScope, request, {
      signal: controller.signal,
    })
    controller.abort(new Error('gone away'))
    await expect(pending).rejects.toThrow('gone away')
    const [first, second] = await Promise.all(
      [0, 1].map(() => aggregate({ db: database.db, analytics, clock: systemClock }, model, caseScope, request)),
    )
    expect(first).toBe(second)
  })
})
