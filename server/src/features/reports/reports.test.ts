import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { rootCaller, startedEngine } from './testing/report-bench.ts'
import type { ReportCaller } from './testing/report-bench.ts'

let board: Dashboard
let engine: TaskEngine
let root: ReportCaller

beforeAll(async () => {
  board = await openDashboard()
  engine = await startedEngine(board)
  root = await rootCaller(board)
})
afterAll(async () => {
  await engine.stop()
  await board.close()
})

describe('a report of a ranking', () => {
  test('is made by a task and downloaded by its owner', async () => {
    const made = await root.create('ranking/root', {})
    expect(made).toMatchObject({ status: 200, body: { taskUUID: expect.any(String) } })
    const uuid = made.body.taskUUID
    const ended = await root.ended(uuid)
    expect(ended).toMatchObject({ status: 'FINISHED', position: 0, reason: '', title: 'Ranking: All', format: 'xlsx' })
    const { status, headers, bytes } = await root.download(uuid)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Ranking All 2026-02-10.xlsx"; filename*=UTF-8''Ranking%20All%202026-02-10.xlsx`,
    })
    expect(ended.size).toBe(bytes.length)
  })
})
