import { parseDrillPath } from '@gensvar/contract/drill-path'
import { describe, expect, test } from 'vitest'
import type { SurveyModel, View } from '#server/domain/survey/survey-model.ts'
import { goalAt, goalStatus, roundTo } from './goal.ts'
import { indicatorOf } from './indicator.ts'
import type { Indicator } from './indicator.ts'

const view = (extName: string, ...levels: string[]): View => ({ id: 1, extName, title: {}, levels })

const model = {
  views: [view('stores', 'country', 'store'), view('channels', 'channel')],
  questions: new Map(),
  config: {
    indicators: { csi: { expression: 'mean(rating)', goal: 70, decimals: 0 }, nps: { expression: 'nps(rating)' } },
    goals: [
      { indicator: 'csi', path: 'root', goal: 71, from: '2026-01-01' },
      { indicator: 'csi', path: 'country=Sweden', goal: 80 },
      { indicator: 'csi', path: 'country=Sweden', goal: 81, from: '2026-02-01' },
      { indicator: 'csi', path: 'country=Sweden', goal: 82, from: '2026-03-01' },
      { indicator: 'csi', path: 'country=Sweden;store=Kiruna', goal: 60, from: '2026-02-15' },
      { indicator: 'csi', path: 'view=channels;channel=web', goal: 50 },
      { indicator: 'nps', path: 'country=Sweden', goal: 30, from: '2027-01-01' },
    ],
  },
} as unknown as SurveyModel

const csi = indicatorOf(model, 'csi')
const nps = indicatorOf(model, 'nps')

const goal = (of: Indicator, day: string, path = 'root') => goalAt(model, of, parseDrillPath(path, model.views), day)

describe('the goal of a place on a day', () => {
  test('begins on its day, and of those that have begun the latest counts', () => {
    expect(goal(csi, '2026-01-31', 'country=Sweden')).toEqual({ value: 80, from: null })
    expect(goal(csi, '2026-02-01', 'country=Sweden')).toEqual({ value: 81, from: '2026-02-01' })
    expect(goal(csi, '2026-02-28', 'country=Sweden')).toEqual({ value: 81, from: '2026-02-01' })
    expect(goal(csi, '2026-03-01', 'country=Sweden')).toEqual({ value: 82, from: '2026-03-01' })
    expect(goal(csi, '2030-01-01', 'country=Sweden')).toEqual({ value: 82, from: '2026-03-01' })
  })

  test('that is yet to come counts for nothing', () => {
    expect(goal(nps, '2026-12-31', 'country=Sweden')).toBeNull()
    expect(goal(nps, '2027-01-01', 'country=Sweden')).toEqual({ value: 30, from: '2027-01-01' })
    expect(goal(csi, '2025-12-31', 'country=Norway')).toEqual({ value: 70, from: null })
    expect(goal(csi, '2026-01-01', 'country=Norway')).toEqual({ value: 71, from: '2026-01-01' })
  })

  test('is that of the nearest place, though a later one stands above it', () => {
    expect(goal(csi, '2026-03-01', 'country=Sweden;store=Kiruna')).toEqual({ value: 60, from: '2026-02-15' })
    expect(goal(csi, '2026-02-14', 'country=Sweden;store=Kiruna')).toEqual({ value: 81, from: '2026-02-01' })
    expect(goal(csi, '2026-03-01', 'country=Sweden;store=Stockholm')).toEqual({ value: 82, from: '2026-03-01' })
    expect(goal(csi, '2026-03-01', 'country=Norway;store=Kiruna')).toEqual({ value: 71, from: '2026-01-01' })
    expect(goal(csi, '2026-03-01')).toEqual({ value: 71, from: '2026-01-01' })
  })

  test('is not that of another view, nor of another indicator', () => {
    expect(goal(csi, '2026-03-01', 'view=channels;channel=web')).toEqual({ value: 50, from: null })
    expect(goal(csi, '2026-03-01', 'view=channels;channel=till')).toEqual({ value: 71, from: '2026-01-01' })
    expect(goal(nps, '2030-01-01', 'view=channels;channel=web')).toBeNull()
    expect(goal(csi, '2026-03-01', 'country=web')).toEqual({ value: 71, from: '2026-01-01' })
  })
})

describe('a goal is reached', () => {
  const status = (value: number | null, wanted: number | null, of: Partial<Indicator> = {}) =>
    goalStatus({ ...csi, ...of }, value, wanted === null ? null : { value: wanted, from: null })

  test('by what is shown, not by what is rounded away', () => {
    expect(status(69.5, 70)).toBe(true)
    expect(status(69.49, 70)).toBe(false)
    expect(status(69.5, 70, { decimals: 1 })).toBe(false)
    expect(status(69.95, 70, { decimals: 1 })).toBe(true)
    expect(status(70, 70.4)).toBe(true)
    expect(status(70, 70.5)).toBe(false)
    expect(status(70, 70.04, { decimals: 1 })).toBe(true)
  })

  test('from below by an inverse indicator', () => {
    expect(status(5.4, 5, { inverse: true })).toBe(true)
    expect(status(5.5, 5, { inverse: true })).toBe(false)
    expect(status(4, 5, { inverse: true })).toBe(true)
    expect(status(-4, -5, { inverse: true })).toBe(false)
  })

  test('or not: nobody knows without a value or a goal', () => {
    expect(status(null, 70)).toBeNull()
    expect(status(70, null)).toBeNull()
    expect(status(0, 0)).toBe(true)
  })
})

test('numbers are rounded half away from zero, whatever their binary form', () => {
  expect([2.5, -2.5, 0.5, -0.5, 2.4, -2.4].map((value) => roundTo(value, 0))).toEqual([3, -3, 1, -1, 2, -2])
  expect([1.005, 8.345, -1.005].map((value) => roundTo(value, 2))).toEqual([1.01, 8.35, -1.01])
  expect(roundTo(1234.5678, 3)).toBe(1234.568)
})
