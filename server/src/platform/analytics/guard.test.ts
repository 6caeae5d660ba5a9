import type { Condition } from '@gensvar/contract/conditions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/postgres.ts'
import type { TestDatabase } from '../../testing/postgres.ts'
import { makeSurvey, testAnalytics } from '../../testing/survey-data.ts'
import type { TestRow } from '../../testing/survey-data.ts'
import { issueScopes } from '../rights/scope.ts'
import { loadSurveyModelById } from '../survey-model.ts'
import type { SurveyModel } from '../survey-model.ts'
import { aggregate } from './aggregate.ts'
import type { Analytics } from './analytics.ts'
import type { GroupBy } from './grouping.ts'

let database: TestDatabase
let analytics: Analytics
let closeAnalytics: () => Promise<void>
let model: SurveyModel

/** Respondents per branch and team; the least number is five. */
const sizes: Record<string, Record<string, number>> = {
  north: { a: 12, b: 3, c: 6 },
  south: { a: 20, b: 2, c: 1 },
  east: { a: 9, b: 9 },
  west: { a: 8 },
}

function makeRows(): TestRow[] {
  const rows: TestRow[] = []
  for (const [branch, teams] of Object.entries(sizes))
    for (const [team, size] of Object.entries(teams))
      for (let index = 0; index < size; index++) {
        const answers: TestRow['answers'] = {
          branch,
          team,
          score: 1 + (rows.length % 10),
          gender: index === 0 && team === 'a' ? 'x' : index % 2 === 0 ? 'f' : 'm',
        }
        if (branch !== 'east' || team !== 'b' || index < 4) answers['extra'] = index
        rows.push({ date: `2026-0${1 + (rows.length % 3)}-15`, answers })
      }
  // One person alone in a month of their own.
  rows.push({ date: '2026-06-15', answers: { branch: 'south', team: 'a', score: 1, gender: 'f' } })
  return rows
}

const all = makeRows()

beforeAll(async () => {
  database = await testDatabase()
  const opened = await testAnalytics(database)
  analytics = opened.analytics
  closeAnalytics = opened.close
  const survey = await makeSurvey(database.db, {
    config: 'anonymity: { numbers: 5, comments: 10 }',
    questions: {
      branch: { type: 'single', choices: ['north', 'south', 'east', 'west'] },
      team: { type: 'single', choices: ['a', 'b', 'c'] },
      gender: { type: 'single', choices: ['f', 'm', 'x'] },
      score: { type: 'scale', min: 1, max: 10 },
      extra: { type: 'numeric' },
    },
    views: { organisation: ['branch', 'team'] },
    rows: all,
  })
  model = await loadSurveyModelById(database, survey.surveyId)
})

afterAll(async () => {
  await closeAnalytics()
  await database.drop()
})

async function shown(by: GroupBy, conditions: Condition[] = [], expression = 'count()', scope: Condition[] = []) {
  const { compareScope } = issueScopes(model.id, scope, scope)
  const request = { conditions, by, indicators: [{ key: 'x', expression }] }
  const { rows } = await aggregate({ db: database.db, analytics }, model, compareScope, request)
  return Object.fromEntries(rows.map((row) => [row.key.name, row.values[0]?.suppressed ? 'hidden' : row.values[0]?.n]))
}

function place(...path: string[]): Condition {
  return { kind: 'unit', view: 'organisation', depth: path.length, path }
}

function gender(...include: string[]): Condition {
  return { kind: 'choice', variable: 'gender', include, exclude: [], contains: [], excludeContains: [] }
}

const teams: GroupBy = { level: { view: 'organisation', depth: 2 } }
const branches: GroupBy = { level: { view: 'organisation', depth: 1 } }

describe('in an anonymous survey', () => {
  test('everything together is shown', async () => {
    expect(await shown('none')).toEqual({ all: all.length })
    expect(await shown(branches)).toEqual({ north: 21, south: 24, east: 18, west: 8 })
  })

  test('a small unit is hidden, with the next smallest, so that the parent less the others does not show it', async () => {
    expect(await shown(teams, [place('north')])).toEqual({ a: 12, b: 'hidden', c: 'hidden' })
  })

  test('several small units are hidden with more until they are enough together', async () => {
    // 2 + 1 are three people: the third team goes too, and with it the whole table.
    expect(await shown(teams, [place('south')])).toEqual({ a: 'hidden', b: 'hidden', c: 'hidden' })
    expect(await shown(teams, [place('east')])).toEqual({ a: 9, b: 9 })
  })

  test('what is hidden among its siblings is hidden when it is asked for alone', async () => {
    expect(await shown('none', [place('north', 'b')])).toEqual({ all: 'hidden' })
    expect(await shown('none', [place('north', 'c')])).toEqual({ all: 'hidden' })
    expect(await shown('none', [place('south', 'a')])).toEqual({ all: 'hidden' })
    expect(await shown('none', [place('north', 'a')])).toEqual({ all: 12 })
    expect(await shown('none', [place('west', 'a')])).toEqual({ all: 8 })
  })

  test('hidden values carry neither value nor n, so that sorting by them tells nothing', async () => {
    const { compareScope } = issueScopes(model.id, [], [])
    const request = { conditions: [place('north')], by: teams, indicators: [{ key: 'x', expression: 'mean(score)' }] }
    const { rows } = await aggregate({ db: database.db, analytics }, model, compareScope, request)
    const hidden = rows.filter((row) => row.values[0]?.suppressed)
    expect(hidden).toHaveLength(2)
    for (const row of hidden)
      expect(row.values).toEqual([{ value: null, n: 0, low: null, high: null, suppressed: true }])
    expect(rows.map((row) => row.key.id)).toEqual(
      rows.map((row) => row.key.id).toSorted((a, b) => Number(a) - Number(b)),
    )
  })

  test('all teams of all branches at once show no more than branch by branch', async () => {
    const { compareScope } = issueScopes(model.id, [], [])
    const request = { conditions: [], by: teams, indicators: [{ key: 'x', expression: 'count()' }] }
    const { rows } = await aggregate({ db: database.db, analytics }, model, compareScope, request)
    const visible = rows.filter((row) => !row.values[0]?.suppressed).map((row) => row.values[0]?.n)
    expect(visible.sort((a, b) => Number(a) - Number(b))).toEqual([8, 9, 9, 12])
  })

  test('a filter that leaves few is refused, and so is one that leaves few out', async () => {
    expect(await shown('none', [gender('x')])).toEqual({ all: 'hidden' })
    // All but the four people of the third gender: the total less this would show them.
    expect(await shown('none', [gender('f', 'm')])).toEqual({ all: 'hidden' })
    const notX: Condition = { ...gender(), exclude: ['x'] } as Condition
    expect(await shown('none', [notX])).toEqual({ all: 'hidden' })
    expect(await shown('none', [{ kind: 'not', of: gender('x') }])).toEqual({ all: 'hidden' })
  })

  test('an answer hidden among the answers is hidden as a filter', async () => {
    const answers = await shown({ question: 'gender' })
    const f = all.filter((row) => row.answers['gender'] === 'f').length
    const m = all.filter((row) => row.answers['gender'] === 'm').length
    expect(f).toBeGreaterThan(m)
    expect(answers).toEqual({ f, m: 'hidden', x: 'hidden' })
    expect(await shown('none', [gender('m')])).toEqual({ all: 'hidden' })
    expect(await shown('none', [gender('f')])).toEqual({ all: f })
  })

  test('a period with few people is hidden with another one, and cannot be cut out', async () => {
    const months = await shown({ period: 'months' })
    expect(months['2026-06']).toBe('hidden')
    expect(Object.values(months).filter((n) => n === 'hidden')).toHaveLength(2)
    expect(await shown('none', [{ kind: 'dates', variable: 'date', from: null, to: '2026-06-01' }])).toEqual({
      all: 'hidden',
    })
    expect(await shown('none', [{ kind: 'dates', variable: 'date', from: '2026-01-01', to: '2026-02-01' }])).toEqual({
      all: all.filter((row) => row.date.startsWith('2026-01')).length,
    })
  })

  test('dates are widened to whole weeks, days are not shown, ranges of numbers are refused', async () => {
    const first = all.filter((row) => row.date === '2026-01-15').length
    // Thursday alone becomes its week, which holds the same people; a week without them holds nobody.
    expect(await shown('none', [{ kind: 'dates', variable: 'date', from: '2026-01-14', to: '2026-01-15' }])).toEqual({
      all: first,
    })
    await expect(shown({ period: 'days' })).rejects.toThrow(/anonymous/)
    await expect(shown('none', [{ kind: 'range', variable: 'extra', from: 1, to: 2 }])).rejects.toThrow(/anonymous/)
    await expect(shown('none', [{ kind: 'monthDay', variable: 'date', month: 1, day: 15 }])).rejects.toThrow(
      /anonymous/,
    )
    expect(await shown('none', [{ kind: 'range', variable: 'score', from: 1, to: 5 }])).not.toEqual({ all: 'hidden' })
  })

  test('the number of answers counts, not that of people', async () => {
    // Four of the nine answered it, so their mean is not shown though nine people are.
    expect(await shown(teams, [place('east')], 'mean(score)')).toEqual({ a: 9, b: 9 })
    expect(await shown(teams, [place('east')], 'mean(extra)')).toEqual({ a: 'hidden', b: 'hidden' })
    expect(await shown(teams, [place('east')], 'mean(score) - mean(extra)')).toEqual({ a: 'hidden', b: 'hidden' })
  })

  test('a scope counts as a condition: what it leaves out must be enough or nothing', async () => {
    expect(await shown('none', [], 'count()', [gender('f')])).toEqual({
      all: all.filter((row) => row.answers['gender'] === 'f').length,
    })
    expect(await shown('none', [], 'count()', [{ kind: 'not', of: gender('x') }])).toEqual({ all: 'hidden' })
  })

  test('no sum of shown figures gives the figure of fewer than five people', async () => {
    // Everything a person could see of one level, as an attacker would: each subset of siblings taken from the parent.
    for (const branch of Object.keys(sizes)) {
      const parent = (await shown('none', [place(branch)]))['all']
      const children = Object.values(await shown(teams, [place(branch)]))
      if (parent === 'hidden') continue
      const visible = children.filter((n): n is number => typeof n === 'number')
      const rest = Number(parent) - visible.reduce((sum, n) => sum + n, 0)
      expect(rest === 0 || rest >= 5).toBe(true)
      expect(visible.every((n) => n >= 5)).toBe(true)
    }
  })
})
