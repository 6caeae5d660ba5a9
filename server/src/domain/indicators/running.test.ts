import { pickText } from '@gensvar/contract/local-text'
import { expect, test } from 'vitest'
import { isRunning, periodState, runningSpanText } from './running.ts'

const today = '2026-11-22'
const november = { from: '2026-11-01', to: '2026-12-01' }

test('a calendar period runs up to its last day; days that end today never run', () => {
  expect(isRunning(november, today)).toBe(true)
  expect(isRunning(november, '2026-11-30')).toBe(true)
  expect(isRunning(november, '2026-12-01')).toBe(false)
  expect(isRunning({ from: '2026-10-23', to: '2026-11-23' }, today)).toBe(false)
  expect(isRunning({ from: null, to: '2026-12-01' }, today)).toBe(false)
  expect(isRunning(null, today)).toBe(false)
})

test('a running period is named as such', () => {
  expect(pickText(runningSpanText(november, today), 'sv')).toContain('(hittills)')
  expect(JSON.stringify(runningSpanText({ from: '2026-10-01', to: '2026-11-01' }, today))).not.toContain('so far')
})

test('a period of a chart is whole, running, or part of it is cut off by the request', () => {
  expect(periodState(november, null, today)).toBe('running')
  expect(periodState({ from: '2026-10-01', to: '2026-11-01' }, null, today)).toBe('whole')
  expect(periodState({ from: '2026-10-01', to: '2026-11-01' }, { from: '2026-10-10', to: null }, today)).toBe('part')
  expect(periodState({ from: '2026-10-01', to: '2026-11-01' }, { from: null, to: '2026-10-20' }, today)).toBe('part')
  // Days up to today are not cut off: the rest is yet to come.
  expect(periodState(november, { from: '2026-08-23', to: '2026-11-23' }, today)).toBe('running')
})

test('a period runs from its first day on, and only where both its ends are known', () => {
  expect(isRunning(november, '2026-11-01')).toBe(true)
  expect(isRunning(november, '2026-10-31')).toBe(false)
  expect(isRunning({ from: '2026-11-01', to: null }, today)).toBe(false)
  expect(isRunning({ from: '2026-11-02', to: '2026-12-01' }, today)).toBe(false)
})

test('a period is cut off only by a day inside it', () => {
  const october = { from: '2026-10-01', to: '2026-11-01' }
  const state = (from: string | null, to: string | null, of = october) => periodState(of, { from, to }, today)
  expect(state('2026-10-01', '2026-11-01')).toBe('whole')
  expect(state('2026-09-30', '2026-11-02')).toBe('whole')
  expect(state('2026-10-02', null)).toBe('part')
  expect(state(null, '2026-10-31')).toBe('part')
  expect(state(null, null)).toBe('whole')
  // A span that ends today is cut off; one that ends later is not over yet.
  expect(state(null, today, november)).toBe('part')
  expect(state(null, '2026-11-23', november)).toBe('running')
  expect(state(null, null, { from: '2026-10-22', to: today })).toBe('whole')
})
