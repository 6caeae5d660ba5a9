import { afterAll, beforeAll, expect, test } from 'vitest'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { insertSamples } from './insert-samples.ts'

let board: Dashboard

beforeAll(async () => {
  board = await openDashboard()
})
afterAll(() => board.close())

test('no sample is created at a place that was removed since it was looked up', async () => {
  const ctx = await board.contextAs({ isRoot: true })
  const access = await surveyAccess(ctx, board.survey)
  const [unit = 0] = (await board.deps.db.selectFrom('response').select('unit_ids').limit(1).executeTakeFirstOrThrow())
    .unit_ids
  const insert = (unitId: number) =>
    write(ctx, (tx) =>
      insertSamples(tx, access, [
        { answers: {}, contact: {}, eventDate: '2026-01-05', unitIds: [unitId], eventSource: null },
      ]),
    )
  expect(await insert(unit)).toHaveLength(1)
  await expect(insert(2_000_000_000)).rejects.toMatchObject({ code: 'conflict' })
})
