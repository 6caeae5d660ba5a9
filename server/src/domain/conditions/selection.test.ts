import { unitCondition } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { evaluateRule, parseRule } from '@gensvar/contract/row-rule'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { succeedUnit } from '#server/testing/portability/shaped-rows.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import type { MadeSurvey, TestRow } from '#server/testing/survey-data.ts'
import { ident, portableSql, toDollarStatement } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { Analytics } from '#server/domain/figures/engine/analytics.ts'
import { appendChange } from '#server/domain/figures/feed/change-log.ts'
import { columnSource } from '#server/domain/figures/aggregate.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { AnswerSource } from './answer-source.ts'
import { applyConditions } from './apply-conditions.ts'
import { nameOf } from './condition-kinds.ts'
import type { ColumnSource } from '#server/domain/figures/rows/column-source.ts'
import { JsonSource } from './json-source.ts'
import { applyRule } from './apply-rule.ts'
import { demandToSql } from '#server/domain/figures/rows/row-demand.ts'
import type { RowDemand } from '#server/domain/figures/rows/row-demand.ts'
import { responseTable } from '#server/domain/figures/store/tables.ts'

let database: TestDatabase
let analytics: Analytics
let closeAnalytics: () => Promise<void>
let survey: MadeSurvey
let columns: ColumnSource
let json: JsonSource

const comments = ['Bra service', 'bra', 'Too slow; åäö', 'none', '7', '']
const rows: TestRow[] = Array.from({ length: 240 }, (_, index) => {
  const pick = <T>(list: readonly T[], step: number): T => list[Math.floor(index / step) % list.length] as T
  const answers: TestRow['answers'] = {}
  const set = (name: string, value: number | string | string[] | null): void => {
    if (value !== null) answers[name] = value
  }
  set('overall', pick([1, 3, 5, 7, 10, null, 7.5], 1))
  set('age', pick([null, 18, 35, 36.5, -2, 90], 2))
  set('country', pick(['SE', 'NO', null], 3))
  set('store', pick(['s1', 's2', 'none', null], 5))
  set('likes', pick([['staff'], ['staff', 'price'], ['range'], null, ['price', 'range', 'staff']], 4))
  set('member', pick(['2020-02-29', '2021-12-31', null, '2024-02-29'], 6))
  set('comment', pick([...comments, null], 7))
  if (answers['comment'] === '') delete answers['comment']
  const date = new Date(Date.UTC(2024, 1, 20 + index * 3)).toISOString().slice(0, 10)
  return { date, answers, state: pick([0, 0, 0, 2, 1, 4], 8) }
})

beforeAll(async () => {
  database = await testDatabase()
  const opened = await testAnalytics(database)
  analytics = opened.analytics
  closeAnalytics = opened.close
  survey = await makeSurvey(database.db, {
    questions: {
      overall: { type: 'scale', min: 1, max: 10 },
      age: { type: 'numeric' },
      country: { type: 'single', choices: ['SE', 'NO', 'FI'] },
      store: { type: 'single', choices: ['s1', 's2', 'none'] },
      likes: { type: 'multiple', choices: ['staff', 'price', 'range'] },
      member: { type: 'date' },
      comment: { type: 'text' },
    },
    views: { organisation: ['country', 'store'] },
    rows,
  })
  await storeSendings()
  await succeedUnit(database.pool, survey.surveyId, { from: ['SE', 's1'], to: ['NO', 's1'], since: '2025-01-01' })
  const model = await loadSurveyModelById(database, survey.surveyId)
  columns = await columnSource({ ...database, analytics, clock: systemClock }, model)
  json = new JsonSource(model, columns.tree)
})

afterAll(async () => {
  await closeAnalytics()
  await database.drop()
})

async function storeSendings(): Promise<void> {
  const { db } = database
  await db.transaction().execute(async (trx) => {
    const campaign = await trx
      .insertInto('campaign')
      .values({ survey_id: survey.surveyId, ext_name: 'c', title: 'C', sending_type: 'EMAIL' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const states = ['SENT', 'PENDING', 'FAILED', 'UNKNOWN', 'SENT'] as const
    for (const [index, id] of survey.responseIds.entries()) {
      if (index % 4 === 0) continue
      await trx
        .insertInto('recipient')
        .values({
          campaign_id: campaign.id,
          response_id: id,
          state: states[index % 5] ?? 'SENT',
          unsubscribed: index % 11 === 0,
          opened_at: index % 3 === 0 ? '2026-01-01T00:00:00Z' : null,
          clicked_at: index % 6 === 0 ? '2026-01-01T00:00:00Z' : null,
        })
        .execute()
    }
    await appendChange(trx, survey.surveyId, survey.responseIds)
    campaignId = campaign.id
  })
  await caughtUp(analytics, database.pool)
}

let campaignId = 0

async function idsInColumns(demand: RowDemand): Promise<number[]> {
  const where = demandToSql(demand)
  const table = await analytics.store.query(
    portableSql`select id from ${ident(responseTable(survey.surveyId))} where ${where} order by id`,
  )
  return (table.columns[0] ?? []).map(Number)
}

async function idsInJson(where: Fragment): Promise<number[]> {
  const { text, values } = toDollarStatement(
    portableSql`select r.id from response r where r.survey_id = ${survey.surveyId} and ${where} order by r.id`,
  )
  return (await database.pool.query<{ id: number }>(text, values)).rows.map((row) => row.id)
}

function idsOf(test: (row: TestRow, index: number) => boolean): number[] {
  return survey.responseIds.filter((_, index) => test(rows[index] as TestRow, index))
}

async function selected(condition: Condition): Promise<number[]> {
  const ids = await idsInColumns(applyConditions([condition], columns))
  expect(await idsInJson(applyConditions([condition], json))).toEqual(ids)
  return ids
}

function choice(variable: string, part: Partial<Extract<Condition, { kind: 'choice' }>>): Condition {
  return { kind: 'choice', variable, include: [], exclude: [], contains: [], excludeContains: [], ...part }
}

describe('conditions select the same rows in both stores', () => {
  const cases: [string, Condition, (row: TestRow, index: number) => boolean][] = [
    ['one of several choices', choice('country', { include: ['SE', 'NO'] }), (row) => 'country' in row.answers],
    ['a value nobody chose', choice('country', { include: ['FI'] }), () => false],
    ['a value that does not exist', choice('country', { include: ['XX'] }), () => false],
    [
      'an excluded value, which blanks pass',
      choice('country', { exclude: ['SE'] }),
      ({ answers }) => answers['country'] !== 'SE',
    ],
    ['an excluded value that does not exist', choice('country', { exclude: ['XX'] }), () => true],
    ['not answered', choice('country', { include: ['none'] }), ({ answers }) => !('country' in answers)],
    ['answered', choice('country', { exclude: ['none'] }), ({ answers }) => 'country' in answers],
    [
      'not answered or a value',
      choice('country', { include: ['none', 'NO'] }),
      ({ answers }) => answers['country'] !== 'SE',
    ],
    [
      'an answer that reads none',
      choice('store', { include: ['!6Eone'] }),
      ({ answers }) => answers['store'] === 'none',
    ],
    [
      'a part of a choice',
      choice('store', { contains: ['S'] }),
      ({ answers }) => String(answers['store'] ?? '').startsWith('s'),
    ],
    ['a part left out', choice('store', { excludeContains: ['s1'] }), ({ answers }) => answers['store'] !== 's1'],
    ['a part of a title', choice('likes', { contains: ['PRIC'] }), ({ answers }) => has(answers['likes'], 'price')],
    [
      'one of a multiple answer',
      choice('likes', { include: ['price'] }),
      ({ answers }) => has(answers['likes'], 'price'),
    ],
    [
      'one left out of a multiple answer',
      choice('likes', { exclude: ['price'] }),
      ({ answers }) => !has(answers['likes'], 'price'),
    ],
    [
      'a multiple answer that is missing',
      choice('likes', { include: ['none'] }),
      ({ answers }) => !('likes' in answers),
    ],
    ['a text', choice('comment', { include: ['bra'] }), ({ answers }) => answers['comment'] === 'bra'],
    [
      'a part of a text',
      choice('comment', { contains: ['BRA'] }),
      ({ answers }) => /bra/i.test(String(answers['comment'] ?? '')),
    ],
    [
      'a part with letters beyond English',
      choice('comment', { contains: ['Åä'] }),
      ({ answers }) => /åä/i.test(String(answers['comment'] ?? '')),
    ],
    [
      'texts without a part',
      choice('comment', { excludeContains: ['bra'] }),
      ({ answers }) => !/bra/i.test(String(answers['comment'] ?? '')),
    ],
    ['no text', choice('comment', { include: ['none'] }), ({ answers }) => !('comment' in answers)],
    ['an event date, which every row has', choice('date', { exclude: ['none'] }), () => true],
    ['no event date, which no row lacks', choice('date', { include: ['none'] }), () => false],
    ['a part of an event date, which is no text', choice('date', { contains: ['2024'] }), () => false],
    ['an event date left out by a part', choice('date', { excludeContains: ['2024'] }), () => true],
    ['no number', choice('age', { include: ['none'] }), ({ answers }) => !('age' in answers)],
    ['a number as a value', choice('overall', { include: ['7'] }), ({ answers }) => answers['overall'] === 7],
    [
      'a number beside what is none',
      choice('overall', { include: ['7', 'many'] }),
      ({ answers }) => answers['overall'] === 7,
    ],
    [
      'a date beside what is none',
      choice('member', { include: ['2021-12-31', 'soon', '2021-12'] }),
      ({ answers }) => answers['member'] === '2021-12-31',
    ],
    [
      'a choice or a part of another',
      choice('store', { include: ['s1'], contains: ['2'] }),
      ({ answers }) => ['s1', 's2'].includes(String(answers['store'])),
    ],
    [
      'an answer, but not with another',
      choice('likes', { include: ['staff'], exclude: ['price'] }),
      ({ answers }) => has(answers['likes'], 'staff') && !has(answers['likes'], 'price'),
    ],
    [
      'a date as a value',
      choice('member', { include: ['2021-12-31'] }),
      ({ answers }) => answers['member'] === '2021-12-31',
    ],
    [
      'a range',
      { kind: 'range', variable: 'age', from: 18, to: 36.5 },
      ({ answers }) => between(answers['age'], 18, 36.5),
    ],
    [
      'an open range',
      { kind: 'range', variable: 'overall', from: 7, to: null },
      ({ answers }) => between(answers['overall'], 7, 99),
    ],
    [
      'a range open below',
      { kind: 'range', variable: 'overall', from: null, to: 3 },
      ({ answers }) => between(answers['overall'], 0, 3),
    ],
    [
      'a range open at both ends',
      { kind: 'range', variable: 'age', from: null, to: null },
      ({ answers }) => 'age' in answers,
    ],
    [
      'event dates',
      { kind: 'dates', variable: 'date', from: '2024-03-01', to: '2025-01-01' },
      ({ date }) => date >= '2024-03-01' && date < '2025-01-01',
    ],
    [
      'open dates',
      { kind: 'dates', variable: 'member', from: '2021-01-01', to: null },
      ({ answers }) => String(answers['member'] ?? '') >= '2021-01-01',
    ],
    [
      'any date of a question',
      { kind: 'dates', variable: 'member', from: null, to: null },
      ({ answers }) => 'member' in answers,
    ],
    [
      'a day of any year',
      { kind: 'monthDay', variable: 'member', month: 2, day: 29 },
      ({ answers }) => String(answers['member'] ?? '').endsWith('-02-29'),
    ],
    [
      'a day of the event',
      { kind: 'monthDay', variable: 'date', month: 3, day: 1 },
      ({ date }) => date.endsWith('-03-01'),
    ],
    ['no state', { kind: 'sampleState', states: [] }, () => false],
    ['states', { kind: 'sampleState', states: [1, 4] }, ({ state }) => state === 1 || state === 4],
    [
      'a place',
      { kind: 'unit', view: 'organisation', depth: 1, path: ['NO'] },
      ({ answers }) => answers['country'] === 'NO',
    ],
    [
      'a deeper place',
      { kind: 'unit', view: 'organisation', depth: 2, path: ['SE', 's2'] },
      ({ answers }) => answers['country'] === 'SE' && answers['store'] === 's2',
    ],
    [
      'a place that was not stated',
      { kind: 'unit', view: 'organisation', depth: 2, path: ['SE', '-'] },
      ({ answers }) => answers['country'] === 'SE' && !('store' in answers),
    ],
    ['a place that does not exist', { kind: 'unit', view: 'organisation', depth: 1, path: ['XX'] }, () => false],
    [
      'one or the other',
      {
        kind: 'any',
        of: [choice('country', { include: ['SE'] }), { kind: 'range', variable: 'age', from: 90, to: 90 }],
      },
      ({ answers }) => answers['country'] === 'SE' || answers['age'] === 90,
    ],
    [
      'all but a range, blanks included',
      { kind: 'not', of: { kind: 'range', variable: 'age', from: 18, to: 35 } },
      ({ answers }) => !between(answers['age'], 18, 35),
    ],
    [
      'all but some dates, blanks included',
      { kind: 'not', of: { kind: 'dates', variable: 'member', from: '2021-01-01', to: null } },
      ({ answers }) => !(String(answers['member'] ?? '') >= '2021-01-01'),
    ],
  ]
  test.each(cases)('%s', async (_, condition, wanted) => {
    expect(await selected(condition)).toEqual(idsOf(wanted))
  })

  test('a campaign by delivery, opening and clicking', async () => {
    const recipients = (wanted: (index: number) => boolean) => idsOf((_, index) => index % 4 !== 0 && wanted(index))
    const ask = (
      state: 'any' | 'delivered' | 'pending' | 'failed' | 'unsub',
      opened: 'any' | 'yes' | 'no',
      clicked: 'any' | 'yes' | 'no',
    ) => selected({ kind: 'campaign', campaign: campaignId, state, opened, clicked })
    expect(await ask('any', 'any', 'any')).toEqual(recipients(() => true))
    expect(await ask('delivered', 'yes', 'any')).toEqual(
      recipients((index) => [0, 4].includes(index % 5) && index % 3 === 0),
    )
    const isSent = (index: number) => [0, 4].includes(index % 5)
    expect(await ask('pending', 'any', 'no')).toEqual(recipients((index) => index % 5 === 1))
    expect(await ask('failed', 'no', 'any')).toEqual(recipients((index) => [2, 3].includes(index % 5)))
    expect(await ask('any', 'any', 'yes')).toEqual(recipients((index) => isSent(index) && index % 6 === 0))
    expect(await ask('unsub', 'any', 'any')).toEqual(recipients((index) => isSent(index) && index % 11 === 0))
    expect(
      await selected({ kind: 'campaign', campaign: campaignId + 1, state: 'any', opened: 'any', clicked: 'any' }),
    ).toEqual([])
  })

  const asOf = '2026-01-01'
  const countryNow = ({ answers: { country, store } }: TestRow) => (country === 'SE' && store === 's1' ? 'NO' : country)
  const place = (...path: string[]): Condition => ({
    ...{ kind: 'unit', view: 'organisation', depth: path.length, path, asOf },
  })
  const level = (part: Parameters<typeof choice>[1]) => choice('country', { asOf, ...part })
  const asNow: [Condition, (row: TestRow) => boolean][] = [
    [place('NO'), (row) => countryNow(row) === 'NO'],
    [place('SE'), (row) => countryNow(row) === 'SE'],
    [place('SE', 's1'), (row) => row.answers['store'] === 's1' && countryNow(row) === 'NO'],
    [place('XX'), () => false],
    [level({ include: ['NO', 'none'] }), (row) => countryNow(row) !== 'SE'],
    [level({ exclude: ['SE'] }), (row) => countryNow(row) !== 'SE'],
    [level({ contains: ['o'], excludeContains: ['x'] }), (row) => countryNow(row) === 'NO'],
    [{ kind: 'units', asOf }, () => true],
    // Until the day of the move both lie where the unit still is.
    [
      level({ include: ['NO'], asOf: '2024-12-31' }),
      (row) => row.answers['country'] === 'NO' && row.answers['store'] !== 's1',
    ],
  ]
  test.each(asNow)('units as they are now: %j', async (condition, wanted) => {
    expect(await selected(condition)).toEqual(idsOf(wanted))
  })

  test('the top of a view matches every row', async () => {
    expect(unitCondition({ view: 'organisation', place: [], filters: [] }, null)).toBeNull()
    expect(await selected({ kind: 'unit', view: 'organisation', depth: 0, path: [] })).toEqual(survey.responseIds)
  })

  test('a place of many units, which are not looked up in the index', async () => {
    const place = choice('country', { include: ['NO'] })
    const view = json.survey.views[0]
    const unit = view && json.tree.find(view.id, ['NO'])
    if (!view || !unit) throw new Error('no such place')
    const ids = [...json.tree.descendantIds(unit), ...Array.from({ length: 40 }, (_, at) => -1 - at)]
    const many = new JsonSource(json.survey, { descendantIds: () => ids } as unknown as UnitTree)
    expect(await idsInJson(many.isUnder(view, unit))).toEqual(await selected(place))
  })

  test('an unknown variable or view is an error at its name, not an ignored condition', () => {
    const error = (condition: Condition, field: string) => {
      for (const source of [columns, json])
        expect(() => applyConditions<unknown>([condition], source as AnswerSource<unknown>)).toThrow(
          expect.objectContaining({ code: 'validation', fields: { [field]: expect.anything() } }),
        )
    }
    error(choice('nothing', { exclude: ['x'] }), 'nothing')
    error({ kind: 'range', variable: 'nothing', from: 1, to: 2 }, 'nothing')
    error({ kind: 'dates', variable: 'nothing', from: null, to: null }, 'nothing')
    error({ kind: 'dates', variable: 'overall', from: null, to: null }, 'overall')
    error({ kind: 'monthDay', variable: 'country', month: 1, day: 1 }, 'country')
    error({ kind: 'unit', view: 'nowhere', depth: 1, path: ['x'] }, 'view')
  })
})

test('a condition is named by what it asks of, and one of several by the first', () => {
  const age: Condition = { kind: 'range', variable: 'age', from: 1, to: 2 }
  const names: [Condition, string][] = [
    [age, 'age'],
    [choice('country', {}), 'country'],
    [{ kind: 'dates', variable: 'member', from: null, to: null }, 'member'],
    [{ kind: 'monthDay', variable: 'date', month: 1, day: 1 }, 'date'],
    [{ kind: 'campaign', campaign: 1, state: 'any', opened: 'any', clicked: 'any' }, 'campaign'],
    [{ kind: 'sampleState', states: [] }, 'samplestate'],
    [{ kind: 'unit', view: 'organisation', depth: 0, path: [] }, 'organisation'],
    [{ kind: 'units', asOf: '2026-01-01' }, 'units.as'],
    [{ kind: 'not', of: age }, 'age'],
    [{ kind: 'any', of: [age, choice('country', {})] }, 'age'],
    [{ kind: 'any', of: [] }, 'filter'],
  ]
  for (const [condition, name] of names) expect(nameOf(condition)).toBe(name)
})

describe('rules select the same rows as evaluateRule of the contract', () => {
  const variables = ['overall', 'age', 'country', 'store', 'likes', 'comment', 'member', 'date'] as const
  const rule = fc.letrec<{ rule: string }>((tie) => ({
    rule: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...variables.filter((name) => name !== 'date')).map((name) => `answered(${name})`),
      fc
        .tuple(
          fc.constantFrom('overall', 'age'),
          fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
          fc.constantFrom('7', '7.5', '18', '-2', 'SE'),
        )
        .map((part) => part.join(' ')),
      fc
        .tuple(
          fc.constantFrom('country', 'store', 'likes'),
          fc.constantFrom('=', '!=', '<', '>='),
          fc.constantFrom('SE', 's2', 'staff', 'none', 'XX', '7'),
        )
        .map((part) => part.join(' ')),
      fc
        .tuple(
          fc.constantFrom('member', 'date'),
          fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
          fc.constantFrom('2021-12-31', '2024-02-29'),
        )
        .map((part) => part.join(' ')),
      fc
        .tuple(fc.constant('comment'), fc.constantFrom('=', '!='), fc.constantFrom('bra', '"Bra service"', 'none'))
        .map((part) => part.join(' ')),
      fc.constantFrom(
        'country in (SE, NO)',
        'overall in (3, 7.5)',
        'likes not in (price, range)',
        'store in (none)',
        'age not in (18)',
      ),
      fc.tuple(tie('rule'), fc.constantFrom('and', 'or'), tie('rule')).map(([a, word, b]) => `(${a} ${word} ${b})`),
      tie('rule').map((inner) => `not (${inner})`),
    ),
  })).rule

  test('in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(rule, async (text) => {
        const parsed = parseRule(text)
        const ids = await idsInColumns(applyRule(parsed, columns))
        expect(ids).toEqual(idsOf((row) => evaluateRule(parsed, { ...row.answers, date: row.date })))
        expect(await idsInJson(applyRule(parsed, json))).toEqual(ids)
      }),
      { numRuns: 150 },
    )
  })

  test.each(['overall = "7"', 'overall != "7"', 'age = ""', 'age != ""', 'age != many', 'age = many', 'overall < "7"'])(
    'a number compared with the text of one or of none: %s',
    async (text) => {
      const parsed = parseRule(text)
      const ids = await idsInColumns(applyRule(parsed, columns))
      expect(ids).toEqual(idsOf((row) => evaluateRule(parsed, { ...row.answers, date: row.date })))
      expect(await idsInJson(applyRule(parsed, json))).toEqual(ids)
    },
  )

  test('an invalid comparison is an error', () => {
    expect(() => applyRule(parseRule('comment < bra'), json)).toThrow(
      expect.objectContaining({ code: 'validation', fields: { comment: expect.anything() } }),
    )
    expect(() => applyRule(parseRule('comment < bra'), columns)).toThrow(/open answer/)
    expect(() => applyRule(parseRule('member > 7'), columns)).toThrow(/compare it with a date/)
    expect(() => applyRule(parseRule('nothing = 1'), columns)).toThrow(/no variable "nothing"/)
  })
})

function has(answer: number | string | string[] | undefined, value: string): boolean {
  return Array.isArray(answer) && answer.includes(value)
}

function between(answer: number | string | string[] | undefined, from: number, to: number): boolean {
  return typeof answer === 'number' && answer >= from && answer <= to
}
