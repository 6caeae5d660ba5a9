import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { locales } from '@gensvar/contract/local-text'
import { evaluateRule, parseRule } from '@gensvar/contract/row-rule'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { unitText } from '#server/domain/survey/unit-text.ts'
import type { PlannedAction, PlannedResponse } from '../plan.ts'
import { improvements } from './improvements.ts'
import { planRetail, retailSize } from './retail-survey.ts'
import { drivers } from './stores.ts'

const today = '2026-03-31'
const plan = planRetail(today)
let rows: PlannedResponse[]
let interviews: PlannedResponse[]

beforeAll(() => {
  rows = [...plan.responses()]
  interviews = rows.filter((row) => row.state === 0 && row.answers['spam'] === undefined)
})

const number = (row: PlannedResponse, variable: string): number | null => {
  const answer = row.answers[variable]
  return typeof answer === 'number' ? answer : null
}

function mean(list: readonly PlannedResponse[], variable: string): number {
  const values = list.map((row) => number(row, variable)).filter((value) => value !== null)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function correlation(one: string, other: string): number {
  const pairs = interviews.flatMap((row) => {
    const [x, y] = [number(row, one), number(row, other)]
    return x === null || y === null ? [] : [[x, y] as const]
  })
  const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [average(pairs.map(([x]) => x)), average(pairs.map(([, y]) => y))]
  const covariance = average(pairs.map(([x, y]) => (x - meanX) * (y - meanY)))
  const spread = (values: readonly number[], mid: number): number =>
    Math.sqrt(average(values.map((value) => (value - mid) ** 2)))
  return (
    covariance /
    (spread(
      pairs.map(([x]) => x),
      meanX,
    ) *
      spread(
        pairs.map(([, y]) => y),
        meanY,
      ))
  )
}

describe('the world of the shops', () => {
  const [organisation] = plan.views
  const at = (depth: number) =>
    organisation!.units.filter((unit) => unit.path.length === depth && unit.path.at(-1) !== '-')

  test('calls what is not stated what the product calls it', () => {
    const blank = plan.views.flatMap(({ units }) => units.filter((unit) => unit.path.at(-1) === '-'))
    expect(blank.length).toBeGreaterThan(80)
    for (const locale of locales)
      expect(new Set(blank.map(({ title }) => title[locale]))).toEqual(
        new Set([unitText({ extName: '-', titles: {} }, locale)]),
      )
  })

  test('has four countries, twelve regions, eighty stores and six hundred agents', () => {
    expect([1, 2, 3, 4].map((depth) => at(depth).length)).toEqual([4, 12, 80, 600])
  })

  test('has a store that opened lately without answers, and one known by two names', () => {
    const answered = new Set(rows.map((row) => row.places[0]![2]))
    const silent = at(3).filter((unit) => !answered.has(unit.path[2]!))
    expect(silent.map((unit) => unit.path[2])).toEqual(['tampere-ratina'])
    expect(silent[0]!.validFrom).toBe('2026-03-25')
    expect(at(3).filter((unit) => unit.aliases?.length)).toMatchObject([
      { path: ['SE', 'se-west', 'goteborg-nordstan'], aliases: ['goteborg-femman'] },
    ])
  })
})

describe('the answers', () => {
  test('are as many as said, some of them machines or not given', () => {
    const byState = Map.groupBy(rows, (row) => row.state)
    expect(interviews).toHaveLength(retailSize.completed)
    expect(byState.get(0)).toHaveLength(retailSize.completed + retailSize.spam)
    expect([1, 2, 3, 4].every((state) => (byState.get(state as 1)?.length ?? 0) > 200)).toBe(true)
  })

  test('come from stores and days that differ', () => {
    const perMonth = (month: string): number => interviews.filter((row) => row.eventDate.slice(5, 7) === month).length
    expect(perMonth('12')).toBeGreaterThan(1.4 * perMonth('02'))
    const weekday = (day: number): number =>
      interviews.filter((row) => new Date(row.eventDate).getUTCDay() === day).length
    expect(weekday(6)).toBeGreaterThan(1.6 * weekday(0))
    const byStore = [...Map.groupBy(interviews, (row) => row.places[0]![2]).values()].map((list) =>
      mean(list, 'overall'),
    )
    expect(Math.max(...byStore) - Math.min(...byStore)).toBeGreaterThan(0.8)
  })

  test('hang together: every driver with the whole, staff with each other, waiting with the queue', () => {
    for (const driver of drivers) expect(correlation(driver, 'overall'), driver).toBeGreaterThan(0.45)
    expect(correlation('helpful', 'overall')).toBeGreaterThan(correlation('tidy', 'overall'))
    expect(correlation('recommend', 'overall')).toBeGreaterThan(0.7)
    expect(correlation('wait_minutes', 'checkout')).toBeLessThan(-0.15)
  })

  test('tell of a region that falls and a store that was helped', () => {
    const between = (from: string, to: string) => (row: PlannedResponse) => row.eventDate >= from && row.eventDate < to
    const west = interviews.filter((row) => row.places[0]![1] === 'no-west')
    const [before, now] = [west.filter(between('2025-03-01', '2025-09-01')), west.filter(between('2026-02-01', today))]
    expect(mean(now, 'overall')).toBeLessThan(mean(before, 'overall') - 0.4)
    expect(mean(now, 'wait_minutes')).toBeGreaterThan(mean(before, 'wait_minutes') + 2)
    const helped = interviews.filter((row) => row.places[0]![2] === 'malmo-triangeln')
    const [weak, strong] = [
      helped.filter(between('2024-03-01', '2025-07-01')),
      helped.filter(between('2025-10-15', today)),
    ]
    expect(mean(strong, 'knowledge')).toBeGreaterThan(mean(weak, 'knowledge') + 1)
  })

  test('tell of measures that helped where they did, and of others that did not', () => {
    const days = (at: string, from: number): string =>
      new Date(Date.parse(at) + from * 86_400_000).toISOString().slice(0, 10)
    const change = ({ path, extname, periodStart, deadline }: PlannedAction): number => {
      const here = interviews.filter((row) => path.every((name, depth) => row.places[0]![depth] === name))
      const variable = extname === 'wait' ? 'wait_minutes' : extname === 'staff' ? 'helpful' : extname
      const before = here.filter((row) => row.eventDate < periodStart && row.eventDate >= days(periodStart, -180))
      const after = here.filter((row) => row.eventDate > days(deadline, -90) && row.eventDate <= deadline)
      expect(Math.min(before.length, after.length), path.join('/')).toBeGreaterThan(30)
      return mean(after, variable) - mean(before, variable)
    }
    const over = plan.actions!.filter(({ deadline }) => deadline < today)
    const helped = new Set([...improvements.map(({ store }) => store), 'malmo-triangeln'])
    expect(over.filter(({ path }) => helped.has(path.at(-1)!))).toHaveLength(6)
    for (const action of over.filter(({ path }) => helped.has(path.at(-1)!)))
      expect(Math.abs(change(action)), action.path.join('/')).toBeGreaterThan(0.5)
    for (const action of over.filter(({ path, kind }) => !helped.has(path.at(-1)!) && kind !== 'hours'))
      expect(Math.abs(change(action)), action.path.join('/')).toBeLessThan(0.5)
  })

  test('leave an agent unnamed now and then', () => {
    const unnamed = interviews.filter((row) => row.places[0]![3] === '-').length
    expect(unnamed / interviews.length).toBeCloseTo(0.13, 1)
  })

  test('come from people of whom some answer several times', () => {
    const perPerson = [...Map.groupBy(interviews, (row) => row.contact['email']).values()].map((list) => list.length)
    expect(perPerson.filter((count) => count > 1).length).toBeGreaterThan(3_000)
    expect(interviews.every((row) => /^[a-z.0-9-]+@example\.org$/.test(row.contact['email']!))).toBe(true)
  })
})

describe('the comments', () => {
  test('are written by not quite half of all, in their own language', () => {
    const commented = interviews.filter((row) => row.answers['comment'] !== undefined)
    expect(commented.length / interviews.length).toBeCloseTo(0.45, 1)
    const languages = Map.groupBy(commented, (row) => row.answers['language'])
    for (const language of ['sv', 'no', 'da', 'fi', 'en'])
      expect(languages.get(language)?.length, language).toBeGreaterThan(800)
    expect(new Set(commented.map((row) => row.answers['comment'])).size).toBeGreaterThan(commented.length / 4)
  })

  test('say what the ratings say', () => {
    const say = (words: RegExp) => interviews.filter((row) => words.test(String(row.answers['comment'] ?? '')))
    expect(mean(say(/Mycket besviken|Suuri pettymys|Meget skuffet/i), 'overall')).toBeLessThan(5)
    expect(mean(say(/Jättenöjd|Kjempefornøyd|Super tilfreds/i), 'overall')).toBeGreaterThan(8)
    expect(say(/lång kö|lang kø/i).every((row) => number(row, 'checkout')! <= 5)).toBe(true)
    const minutes = say(/vänta i \d+ minuter/)
    expect(minutes.length).toBeGreaterThan(20)
    expect(
      minutes.every(
        (row) =>
          row.answers['wait_minutes'] === undefined ||
          String(row.answers['comment']).includes(` ${String(row.answers['wait_minutes'])} minuter`),
      ),
    ).toBe(true)
  })
})

describe('what follows from the answers', () => {
  const config = surveyConfig.parse(parse(plan.configuration))

  test('alerts are raised by the rule of the configuration, and most are closed', () => {
    const rule = parseRule(config.alerts[0]!.when)
    const raised = interviews.filter((row) => (row.alerts?.length ?? 0) > 0)
    expect(interviews.filter((row) => evaluateRule(rule, row.answers)).map((row) => row.foreignId)).toEqual(
      raised.map((row) => row.foreignId),
    )
    const states = Map.groupBy(raised, (row) => row.alerts![0]!.state)
    expect(states.get(3)!.length).toBeGreaterThan(10 * states.get(2)!.length)
    expect([2, 6].every((state) => states.get(state as 2)!.length > 15)).toBe(true)
  })

  test('the store’s manager has an alert that is new', () => {
    const own = interviews
      .flatMap((row) => row.alerts ?? [])
      .filter(({ owner, state }) => owner === 'store' && state === 2)
    expect(own.some(({ createdAt }) => createdAt.slice(0, 10) === '2026-03-30')).toBe(true)
  })

  test('who answered was reached, and opened or clicked before', () => {
    const sent = rows.flatMap((row) => (row.recipients ?? []).map((recipient) => ({ row, recipient })))
    expect(new Set(sent.map(({ recipient }) => recipient.state))).toEqual(new Set(['SENT', 'FAILED', 'PENDING']))
    expect(
      sent
        .filter(({ row }) => row.state === 0)
        .every(({ recipient }) =>
          recipient.state === 'SENT' ? recipient.clickedAt !== null : recipient.state === 'PENDING',
        ),
    ).toBe(true)
    expect(sent.some(({ recipient }) => recipient.unsubscribed)).toBe(true)
    expect(
      sent.filter(({ recipient }) => recipient.state !== 'SENT').every(({ recipient }) => recipient.openedAt === null),
    ).toBe(true)
  })

  test('some interviews have a basket, contacts or words of colleagues', () => {
    const sets = Map.groupBy(
      rows.flatMap((row) => row.records ?? []),
      (record) => record.recordset,
    )
    expect([...sets.keys()].sort()).toEqual(['basket', 'contacts'])
    expect(rows.filter((row) => (row.comments?.length ?? 0) > 0).length).toBeGreaterThan(50)
  })
})
