import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { reportCaller, startedEngine } from '#server/features/reports/testing/report-bench.ts'
import { signIn } from '#server/testing/factories.ts'
import { openAlerts } from './testing/alert-bench.ts'
import type { AlertBench } from './testing/alert-bench.ts'

let board: AlertBench
let engine: TaskEngine

beforeAll(async () => {
  board = await openAlerts()
  await board.alert({ comment: 'Queue', dueAt: '2026-02-09T12:00:00Z' })
  await board.alert({ comment: 'Dust', place: 'Oslo', state: 3, contact: { name: 'Ola' } })
  await board.alert({ comment: 'Noise', state: 6, dueAt: '2026-02-12T12:00:00Z' })
  engine = await startedEngine(board)
})
afterAll(async () => {
  await engine.stop()
  await board.close()
})

async function reporter(filters?: Record<string, string[]>) {
  const { user, call } = await board.member(filters && { filters })
  return { ...reportCaller(board, await signIn(board.deps, user)), list: call }
}

test('holds the alerts of the list, with its order, filters, texts and columns (REPORT-11c)', async () => {
  const reader = await reporter()
  const [sheet] = await reader.sheets('alerts/root', {})
  expect(sheet?.rows).toEqual([
    ['Alert', 'store', 'comment', 'Name', 'rating', 'State', 'Owner', 'Due', 'Raised', 'Closed'],
    ['Unhappy', 'STOCKHOLM', 'Queue', null, 2, 'Open', null, '9 Feb 2026 12:00', '1 Feb 2026 12:00', null],
    ['Unhappy', 'STOCKHOLM', 'Noise', null, 2, 'Processing', null, '12 Feb 2026 12:00', '1 Feb 2026 12:00', null],
    ['Unhappy', 'OSLO', 'Dust', 'Ola', 2, 'Closed', null, null, '1 Feb 2026 12:00', '9 Feb 2026 12:00'],
  ])
  const columns = ['comment', 'state']
  const texts = async (path: string, body: object) =>
    (await reader.sheets(path, { component: 'alertlist', columns, ...body }))[0]?.rows.slice(1)
  expect(await texts('alerts/root', { sortVar: 'comment', sortDesc: false })).toEqual([
    ['Dust', 'Closed'],
    ['Noise', 'Processing'],
    ['Queue', 'Open'],
  ])
  expect(await texts('alerts/root', { states: ['open', 'closed'] })).toEqual([
    ['Queue', 'Open'],
    ['Dust', 'Closed'],
  ])
  expect(await texts('alerts/root', { overdue: true })).toEqual([['Queue', 'Open']])
  expect(await texts('alerts/root', { filter: 'noi' })).toEqual([['Noise', 'Processing']])
  expect(await texts('alerts/country=Norway', {})).toEqual([['Dust', 'Closed']])
})

test('has only rows of its reader, and refuses columns, places and tables that the list has not', async () => {
  const reader = await reporter({ country: ['Sweden'] })
  const [sheet] = await reader.sheets('alerts/root', { columns: ['comment'] })
  expect(sheet?.rows).toEqual([['comment'], ['Queue'], ['Noise']])
  expect((await reader.create('alerts/country=Norway')).status).toBe(403)
  expect((await reader.create('alerts/root', { component: 'head' })).status).toBe(404)
  const wrong = await reader.create('alerts/root', { columns: ['channel'] })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { columns: 'unknown column' } } })
})
