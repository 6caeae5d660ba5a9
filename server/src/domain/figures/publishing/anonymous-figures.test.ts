import { createHmac } from 'node:crypto'
import type { Condition } from '@gensvar/contract/conditions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addResponses, makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import type { MadeSurvey, TestRow, TestSurvey } from '#server/testing/survey-data.ts'
import { issueScopes } from '#server/domain/rights/scope.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { aggregate } from '../aggregate.ts'
import type { Analytics } from '../engine/analytics.ts'
import { appendChange } from '../feed/change-log.ts'
import type { IndicatorValue } from '../expressions/figure-arithmetic.ts'
import type { GroupBy } from '../rows/grouping.ts'
import { normalQuantile } from '#server/domain/statistics/distributions.ts'

let database: TestDatabase
let analytics: Analytics
let closeAnalytics: () => Promise<void>

beforeAll(async () => {
  database = await testDatabase()
  const opened = await testAnalytics(database)
  analytics = opened.analytics
  closeAnalytics = opened.close
})

afterAll(async () => {
  await closeAnalytics()
  await database.drop()
})

/** The second quarter of 2026 is running; everything before it is closed. */
let today = '2026-05-10'
const clock = { now: () => new Date(`${today}T12:00:00Z`) }

const closed: Condition = { kind: 'dates', variable: 'date', from: '2026-01-01', to: '2026-04-01' }
const running: Condition = { kind: 'dates', variable: 'date', from: '2026-04-01', to: '2026-07-01' }

/** Answers of one branch in one quarter. */
function people(branch: string, date: string, count: number, more: TestRow['answers'] = {}): TestRow[] {
  return Array.from({ length: count }, (_, index) => ({
    date,
    answers: {
      branch,
      score: 1 + ((index * 7 + branch.length) % 10),
      loyal: (index * 3) % 11,
      again: index % 3 === 0 ? 0 : 1,
      gender: index % 5 === 0 ? 'm' : 'f',
      age: index % 2 === 0 ? 'old' : 'young',
      ...more,
    },
  }))
}

const questions: TestSurvey['questions'] = {
  branch: { type: 'single', choices: ['large', 'middle', 'small', 'empty'] },
  gender: { type: 'single', choices: ['f', 'm', 'x'] },
  age: { type: 'single', choices: ['young', 'old'] },
  score: { type: 'scale', min: 1, max: 10 },
  loyal: { type: 'scale', min: 0, max: 10 },
  again: { type: 'scale', min: 0, max: 1 },
  wait: { type: 'numeric' },
  comment: { type: 'text' },
}

const config = `
anonymity: { period: quarter, filters: [gender, age] }
indicators:
  nps: { title: NPS, expression: nps(loyal) }
`

async function make(rows: readonly TestRow[], text = config): Promise<MadeSurvey> {
  return makeSurvey(database.db, { config: text, questions, views: { bank: ['branch'] }, rows })
}

/** Adds responses and waits until the figures include them. */
async function addRows({ surveyId }: MadeSurvey, rows: readonly TestRow[]): Promise<void> {
  const xid = await database.db
    .transaction()
    .execute(async (trx) => appendChange(trx, surveyId, await addResponses(trx, surveyId, rows)))
  expect(await analytics.feed.waitFor(xid)).toBe(true)
}

async function ask(
  { surveyId }: Pick<MadeSurvey, 'surveyId'>,
  { conditions = [closed], by = 'none' as GroupBy, own = [] as Condition[] },
  ...expressions: string[]
): Promise<Map<string, IndicatorValue[]>> {
  const model = await loadSurveyModelById(database, surveyId)
  const { compareScope } = issueScopes(surveyId, { places: [], own, fixed: [], isOpen: false })
  const indicators = expressions.map((expression) => ({ key: expression, expression }))
  const deps = { db: database.db, analytics, clock }
  const { rows } = await aggregate(deps, model, compareScope, { conditions, by, indicators })
  return new Map(rows.map((row) => [row.key.name, row.values]))
}

/** Values of the only row. */
async function whole(survey: MadeSurvey, conditions: Condition[], ...expressions: string[]): Promise<IndicatorValue[]> {
  return (await ask(survey, { conditions }, ...expressions)).get('all') ?? []
}

function at(branch: string): Condition {
  return { kind: 'unit', view: 'bank', depth: 1, path: [branch] }
}

function choose(variable: string, ...include: string[]): Condition {
  return { kind: 'choice', variable, include, exclude: [], contains: [], excludeContains: [] }
}

function why(value: IndicatorValue | undefined): string | null {
  return value?.suppressed ? String(value.why) : null
}

describe('figures of an anonymous survey', () => {
  test('have noise by key and are rounded, within the scale, with n to the nearest five', async () => {
    const survey = await make([...people('large', '2026-02-03', 63), ...people('small', '2026-02-03', 12)])
    const shown = await ask(
      survey,
      { by: { level: { view: 'bank', depth: 1 } } },
      'mean(score)',
      'nps(loyal)',
      'count()',
    )
    const { rows: kept } = await database.pool.query<{ secret: Buffer; spreads: Record<string, number> }>(
      'select secret, spreads from publication where survey_id = $1',
      [survey.surveyId],
    )
    const { secret, spreads } = kept[0] ?? { secret: Buffer.alloc(0), spreads: {} }
    for (const [branch, count] of [
      ['large', 63],
      ['small', 12],
    ] as const) {
      const { rows } = await database.pool.query<{ record_key: number; score: number; loyal: number }>(
        `select record_key::float8, (answers->>'score')::float8 as score, (answers->>'loyal')::float8 as loyal
           from response where survey_id = $1 and answers->>'branch' = $2`,
        [survey.surveyId, branch],
      )
      const keys = rows.reduce((sum, row) => sum + row.record_key, 0) % 2 ** 32
      const byte = (name: string): number =>
        createHmac('sha256', secret)
          .update(JSON.stringify([name, count, keys]))
          .digest()[0] ?? 0
      const z = (figure: string): number => (quantile(byte('set')) + quantile(byte(figure))) / Math.sqrt(2)
      const u = (0.8 * Math.sqrt(Math.min(count, 50))) / count
      const mean = rows.reduce((sum, row) => sum + row.score, 0) / count
      const blurred = mean + (spreads['score'] ?? 0) * u * z('mean(score)')
      const [score, nps, n] = shown.get(branch) ?? []
      expect(score?.value).toBeCloseTo(Math.min(10, Math.max(1, Math.round(blurred * 10) / 10)), 9)
      const points = rows.reduce((sum, row) => sum + Number(row.loyal >= 9) - Number(row.loyal <= 6), 0)
      expect(nps?.value).toBe(
        Math.min(100, Math.max(-100, Math.round((100 * points) / count + 75 * u * z('nps(loyal)')))),
      )
      expect([score?.n, n?.value, n?.n]).toEqual(branch === 'large' ? [65, 65, 65] : [10, 10, 10])
      expect(score?.high).toBeGreaterThan(score?.value ?? 10)
    }
    expect(spreads['score']).toBeGreaterThanOrEqual(1.8)
    expect(spreads['score']).toBeLessThanOrEqual(3)
  })

  test('need 10 answers, 25 with one background and 50 with two; fewer look like none', async () => {
    const survey = await make([
      ...people('large', '2026-02-03', 120),
      ...people('middle', '2026-02-03', 40),
      ...people('small', '2026-02-03', 9),
    ])
    const byBranch = async (...more: Condition[]) =>
      Object.fromEntries(
        [
          ...(await ask(
            survey,
            { conditions: [closed, ...more], by: { level: { view: 'bank', depth: 1 } } },
            'mean(score)',
          )),
        ].map(([name, [value]]) => [name, why(value) ?? value?.n]),
      )
    const few = (least: number): string => `Fewer than ${least} answers.`
    // A branch with few responses must look the same as one without any.
    expect(await byBranch()).toEqual({ large: 120, middle: 40, small: few(10) })
    expect(await byBranch(choose('gender', 'f'))).toEqual({ large: 95, middle: 30, small: few(25) })
    expect(await byBranch(choose('gender', 'm'))).toEqual({ large: few(25), middle: few(25), small: few(25) })
    expect(await byBranch(choose('gender', 'x'))).toEqual({ large: few(25), middle: few(25), small: few(25) })
    expect(await byBranch(choose('gender', 'f'), choose('age', 'old'))).toEqual({
      large: few(50),
      middle: few(50),
      small: few(50),
    })
    const groups = await ask(survey, { by: { question: 'gender' } }, 'mean(score)')
    expect([...groups].map(([name, [value]]) => [name, why(value) ?? value?.n])).toEqual([
      ['f', 135],
      ['m', 35],
      ['x', few(25)],
    ])
    const small = await ask(survey, { conditions: [closed, at('small')] }, 'mean(score)', 'count()')
    const none = await ask(survey, { conditions: [closed, at('nowhere')] }, 'mean(score)', 'count()')
    expect(small).toEqual(none)
  })

  test("count the answers to the question, not the interviews, and a user's own filters as backgrounds", async () => {
    const rows = people('large', '2026-02-03', 60)
    for (const row of rows.slice(9)) delete row.answers['score']
    const survey = await make(rows)
    const [score, loyal] = await whole(survey, [closed], 'mean(score)', 'nps(loyal)')
    expect([why(score), why(loyal)]).toEqual(['Fewer than 10 answers.', null])
    const own = [choose('age', 'old')]
    const filtered = await ask(survey, { own }, 'nps(loyal)', 'mean(loyal)')
    expect(filtered.get('all')?.map((value) => why(value) ?? value.n)).toEqual([
      30,
      'With filters, each question has one figure only, and this is another.',
    ])
    // The caller did not request this filter, so it is no error; but the figure is left out.
    expect((await ask(survey, { own: [choose('wait', '3')] }, 'nps(loyal)')).size).toBe(0)
    await expect(ask(survey, { conditions: [choose('wait', '3')] }, 'nps(loyal)')).rejects.toMatchObject({
      code: 'validation',
      fields: { wait: expect.anything() },
    })
  })

  test('with a background need one base period that has ended', async () => {
    const survey = await make([
      ...people('large', '2025-11-03', 100),
      ...people('large', '2026-02-03', 100),
      ...people('large', '2026-04-03', 100),
    ])
    const female = choose('gender', 'f')
    const lastYear: Condition = { kind: 'dates', variable: 'date', from: '2025-01-01', to: '2026-01-01' }
    const refused = 'With filters, figures are of one quarter that is closed.'
    expect(why((await whole(survey, [closed, female], 'mean(score)'))[0])).toBeNull()
    for (const period of [[running], [lastYear], []])
      expect(why((await whole(survey, [...period, female], 'mean(score)'))[0])).toBe(refused)
    for (const period of [[running], [lastYear], []])
      expect(why((await whole(survey, period, 'mean(score)'))[0])).toBeNull()
    const quarters = await ask(survey, { conditions: [female], by: { period: 'quarters' } }, 'mean(score)')
    expect([...quarters].map(([name, [value]]) => [name, why(value)])).toEqual([
      ['2025-Q4', null],
      ['2026-Q1', null],
      ['2026-Q2', refused],
    ])
    const years = await ask(survey, { conditions: [female], by: { period: 'years' } }, 'mean(score)')
    expect([...years.values()].map(([value]) => why(value))).toEqual([refused, refused])
  })

  test('of several periods are published one by one, and of no partial period', async () => {
    const survey = await make(
      ['2025-05-03', '2025-08-03', '2025-11-03', '2026-02-03'].flatMap((day) => people('large', day, 30)),
    )
    const conditions: Condition[] = [{ kind: 'dates', variable: 'date', from: '2025-04-01', to: '2026-04-01' }]
    const quarters = await ask(survey, { conditions, by: { period: 'quarters' } }, 'count()')
    expect([...quarters].map(([name, [value]]) => [name, value?.value])).toEqual([
      ['2025-Q2', 30],
      ['2025-Q3', 30],
      ['2025-Q4', 30],
      ['2026-Q1', 30],
    ])
    expect((await ask(survey, { conditions, by: { period: 'years' } }, 'count()')).size).toBe(0)
    await expect(ask(survey, { conditions }, 'count()')).rejects.toMatchObject({ code: 'validation' })
  })

  test('of the running period grow by at least ten answers of a unit, and include all when it has ended', async () => {
    today = '2026-05-10'
    const survey = await make([...people('large', '2026-04-03', 17), ...people('small', '2026-04-03', 8)])
    const shownN = async (): Promise<unknown[]> => {
      const byBranch = await ask(
        survey,
        { conditions: [running], by: { level: { view: 'bank', depth: 1 } } },
        'count()',
      )
      return ['large', 'small'].map((name) => byBranch.get(name)?.[0]?.value)
    }
    const add = async (branch: string, count: number): Promise<void> => {
      await addRows(survey, people(branch, '2026-04-20', count))
    }
    expect(await shownN()).toEqual([15, null])
    const before = await whole(survey, [running], 'mean(score)', 'count()')
    await add('large', 9)
    expect(await shownN()).toEqual([15, null])
    expect(await whole(survey, [running], 'mean(score)', 'count()')).toEqual(before)
    await add('large', 1)
    expect(await shownN()).toEqual([25, null])
    await add('small', 2)
    expect(await shownN()).toEqual([25, 10])
    await add('small', 4)
    expect(await shownN()).toEqual([25, 10])
    today = '2026-07-14'
    expect(await shownN()).toEqual([25, 10])
    // Two weeks after its end the period is closed.
    today = '2026-07-15'
    expect(await shownN()).toEqual([25, 15])
    today = '2026-05-10'
  })

  test('of the running period wait for ten answers to each question with any', async () => {
    const few = people('large', '2026-04-03', 30)
    for (const row of few.slice(9)) delete row.answers['loyal']
    for (const row of few) delete row.answers['again']
    const survey = await make([...few, ...people('middle', '2026-04-03', 10)])
    const shown = async (): Promise<unknown[]> => {
      const byBranch = await ask(
        survey,
        { conditions: [running], by: { level: { view: 'bank', depth: 1 } } },
        'mean(score)',
        'nps(loyal)',
        'mean(again)',
      )
      return ['large', 'middle'].map((name) => byBranch.get(name)?.map((value) => (value.suppressed ? null : value.n)))
    }
    // Nine of branch large answered `loyal`; nobody answered `again`, which therefore delays nothing.
    expect(await shown()).toEqual([
      [null, null, null],
      [10, 10, 10],
    ])
    const [tenth] = people('large', '2026-04-20', 1)
    if (tenth) delete tenth.answers['again']
    await addRows(survey, tenth ? [tenth] : [])
    expect(await shown()).toEqual([
      [30, 10, null],
      [10, 10, 10],
    ])
    const audit = database.db.selectFrom('audit').where('survey_id', '=', survey.surveyId)
    const releases = await audit.select(['action', 'program', 'details']).execute()
    // The audit log must not name the number of answers, which figures only show rounded.
    expect(releases).toEqual(Array(2).fill({ action: 'answers.release', program: 'publishing', details: {} }))
  })

  test('of the year and of all time include ended periods only, not the running one', async () => {
    const survey = await make([
      ...people('large', '2025-11-03', 20),
      ...people('large', '2026-02-03', 40),
      ...people('large', '2026-04-03', 60),
    ])
    const year: Condition = { kind: 'dates', variable: 'date', from: '2026-01-01', to: '2027-01-01' }
    const shownOf = async (...conditions: Condition[]): Promise<unknown> =>
      (await whole(survey, conditions, 'count()'))[0]?.value
    expect([await shownOf(running), await shownOf(year), await shownOf()]).toEqual([60, 40, 60])
    const byPeriod = async (period: 'quarters' | 'years', ...conditions: Condition[]): Promise<unknown> =>
      [...(await ask(survey, { conditions, by: { period } }, 'count()'))].map(([name, [value]]) => [name, value?.value])
    const quarters = [
      ['2026-Q1', 40],
      ['2026-Q2', 60],
    ]
    expect(await byPeriod('quarters')).toEqual([['2025-Q4', 20], ...quarters])
    expect(await byPeriod('quarters', year)).toEqual(quarters)
    expect(await byPeriod('years')).toEqual([
      ['2025', 20],
      ['2026', 40],
    ])
    const branches = await ask(survey, { conditions: [], by: { level: { view: 'bank', depth: 1 } } }, 'count()')
    expect(branches.get('large')?.[0]?.value).toBe(60)
  })

  test('of a period that has ended ignore later answers, and do not change with edits elsewhere', async () => {
    const survey = await make(people('large', '2026-02-03', 40))
    const before = await whole(survey, [closed], 'mean(score)', 'nps(loyal)', 'count()')
    await addRows(survey, people('large', '2026-03-20', 30))
    expect(await whole(survey, [closed], 'mean(score)', 'nps(loyal)', 'count()')).toEqual(before)
    // A period without answers is published when it gets some.
    await addRows(survey, people('large', '2025-11-20', 30))
    const quarters = await ask(survey, { conditions: [], by: { period: 'quarters' } }, 'count()')
    expect([...quarters].map(([name, [value]]) => [name, value?.value])).toEqual([
      ['2025-Q4', 30],
      ['2026-Q1', 40],
    ])
  })

  test('have different noise once an answer is edited, so that the edit does not show', async () => {
    const survey = await make(people('large', '2026-04-03', 30))
    const keysOf = async (): Promise<number[]> => {
      const { rows } = await database.pool.query<{ record_key: number }>(
        'select record_key::float8 from response where survey_id = $1 order by id',
        [survey.surveyId],
      )
      return rows.map((row) => row.record_key)
    }
    const before = await keysOf()
    expect(new Set(before).size).toBe(30)
    const [first] = survey.responseIds
    await database.pool.query(`update response set version = version + 1 where id = $1`, [first])
    expect(await keysOf()).toEqual(before)
    await database.pool.query(`update response set answers = answers || '{"score": 1}' where id = $1`, [first])
    const after = await keysOf()
    expect(after[0]).not.toBe(before[0])
    expect(after.slice(1)).toEqual(before.slice(1))
  })

  test('show shares of ended periods only, from thirty answers; yes/no as a mean', async () => {
    const survey = await make([...people('large', '2026-02-03', 60), ...people('middle', '2026-04-03', 60)])
    const shares = ['share(gender, f)', 'topbox(score, 2)', 'bottombox(score, 3)']
    for (const value of await whole(survey, [closed], ...shares)) expect(why(value)).toBeNull()
    for (const conditions of [[running], []])
      for (const value of await whole(survey, conditions, ...shares))
        expect(why(value)).toBe('Shares are of one period that is closed.')
    for (const value of await whole(survey, [closed, choose('age', 'old')], ...shares))
      expect(why(value)).not.toBeNull()
    const again = await whole(survey, [running], 'share(again, 1)', 'mean(again)')
    expect(again[0]?.value).toBeCloseTo(100 * (again[1]?.value ?? 0), 9)
    const few = await make(people('large', '2026-02-03', 20))
    expect(why((await whole(few, [closed], 'topbox(score, 2)'))[0])).toBe('Fewer than 30 answers.')
    expect(why((await whole(few, [closed], 'share(again, 1)'))[0])).toBeNull()
  })

  test('compute indexes and sums of figures from the shown values', async () => {
    const survey = await make(people('large', '2026-02-03', 80))
    const [score, loyal, index, csi, sum] = await whole(
      survey,
      [closed],
      'mean(score)',
      'mean(loyal)',
      'index(score)',
      'csi(score, loyal)',
      'mean(score) + 2 * mean(loyal)',
    )
    const ofScore = (((score?.value ?? 0) - 1) * 100) / 9
    expect(index?.value).toBeCloseTo(ofScore, 9)
    expect(csi?.value).toBeCloseTo((ofScore + 10 * (loyal?.value ?? 0)) / 2, 9)
    expect(sum?.value).toBeCloseTo((score?.value ?? 0) + 2 * (loyal?.value ?? 0), 9)
  })

  test('exclude medians, sums, numbers, alerts and rules on answers', async () => {
    const survey = await make(people('large', '2026-02-03', 80, { wait: 5 }))
    const values = await whole(
      survey,
      [closed],
      'median(score)',
      'sum(score)',
      'mean(wait)',
      'alerts(any)',
      'mean(score) where loyal > 8',
      'mean(score) where gender = f or gender = m',
      'count() where gender = f and age = old and gender = m',
    )
    expect(values.map(why).filter((words) => words === null)).toEqual([])
    expect(why((await whole(survey, [closed], 'mean(score) where gender = f'))[0])).toBeNull()
  })

  test('are frozen: minimums only rise, and a new filter starts with the next period', async () => {
    const survey = await make(people('large', '2026-02-03', 30))
    const reconfigure = async (text: string): Promise<void> => {
      await database.pool.query(
        `update script_version set text = $2 from script where script.id = script_id and survey_id = $1`,
        [survey.surveyId, text],
      )
      await database.pool.query('update survey set model_version = model_version + 1 where id = $1', [survey.surveyId])
    }
    const before = await whole(survey, [closed], 'mean(score)')
    await reconfigure('anonymity: { filters: [gender, age], minimum: [40, 40, 50] }')
    expect(why((await whole(survey, [closed], 'mean(score)'))[0])).toBe('Fewer than 40 answers.')
    await reconfigure('anonymity: { filters: [gender, age], minimum: [10, 25, 50] }')
    expect(why((await whole(survey, [closed], 'mean(score)'))[0])).toBe('Fewer than 40 answers.')
    const other = await make(people('large', '2026-02-03', 60), 'anonymity: { filters: [gender] }')
    expect(why((await whole(other, [closed, choose('gender', 'f')], 'mean(score)'))[0])).toBeNull()
    await database.pool.query(
      `update script_version set text = $2 from script where script.id = script_id and survey_id = $1`,
      [other.surveyId, 'anonymity: { filters: [gender, age] }'],
    )
    await database.pool.query('update survey set model_version = model_version + 1 where id = $1', [other.surveyId])
    expect(why((await whole(other, [closed, choose('age', 'old')], 'mean(score)'))[0])).toBe(
      'In this period there was no such filter yet.',
    )
    expect(before[0]?.value).not.toBeNull()
  })

  test('reject parts, exclusions, several ranges or periods and periods of one’s own, naming the field', async () => {
    const survey = await make(people('large', '2026-02-03', 30))
    const scores = (from: number, to: number): Condition => ({ kind: 'range', variable: 'score', from, to })
    const refused: [string, Condition[], GroupBy?][] = [
      ['comment', [{ ...choose('comment'), contains: ['a'] } as Condition]],
      ['gender', [choose('gender', 'f', 'm')]],
      ['gender', [{ ...choose('gender'), exclude: ['m'] } as Condition], { period: 'quarters' }],
      ['gender', [{ kind: 'not', of: choose('gender', 'm') }]],
      ['score', [{ kind: 'any', of: [scores(1, 2), scores(9, 10)] }]],
      ['date', [{ ...closed, to: '2026-03-31' } as Condition]],
      ['date', [{ kind: 'any', of: [{ ...closed, to: '2026-02-01' } as Condition, closed] }]],
      ['date', [closed, closed]],
      ['period', [], { period: { starts: ['01-01', '02-15'] } }],
    ]
    for (const [field, conditions, by] of refused)
      await expect(ask(survey, { conditions, ...(by && { by }) }, 'mean(score)')).rejects.toMatchObject({
        code: 'validation',
        message: expect.stringContaining('This survey is anonymous.'),
        fields: { [field]: expect.anything() },
      })
  })

  test('are never computed over the scope of single answers', async () => {
    const survey = await make(people('large', '2026-02-03', 30))
    const model = await loadSurveyModelById(database, survey.surveyId)
    const { caseScope } = issueScopes(survey.surveyId, { places: [], own: [], fixed: [], isOpen: false })
    const request = { conditions: [], by: 'none' as const, indicators: [{ key: 'n', expression: 'count()' }] }
    await expect(aggregate({ db: database.db, analytics, clock }, model, caseScope, request)).rejects.toThrow(
      'published figures only',
    )
  })
})

/** Normal quantile of a byte, limited to 2.5 and scaled to a standard deviation of 1. */
function quantile(byte: number): number {
  const all = Array.from({ length: 256 }, (_, i) => Math.max(-2.5, Math.min(2.5, normalQuantile((i + 0.5) / 256))))
  const deviation = Math.sqrt(all.reduce((sum, value) => sum + value ** 2, 0) / 256)
  return (all[byte] ?? 0) / deviation
}
