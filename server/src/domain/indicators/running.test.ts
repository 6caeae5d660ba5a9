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
