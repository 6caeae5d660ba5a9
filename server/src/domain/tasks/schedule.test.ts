import { z } from 'zod'
import { say } from '@gensvar/contract/say'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { taskHandlers } from '#server/features/tasks/registry.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDeps } from '#server/testing/test-app.ts'
import { fireSchedules, nextFire } from './schedule.ts'
import { defineTaskType } from './task-type.ts'

let now = new Date('2026-03-28T12:00:00Z')
const { deps, close } = await testDeps({ clock: { now: () => now } })
afterAll(close)

const nightly = defineTaskType({
  type: 'CLEAN_UP',
  title: say`Clean-up`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Clean-up`,
  schedule: { cron: '30 3 * * *', timeZone: 'Europe/Stockholm' },
  handle: async () => {},
})

const created = () => deps.db.selectFrom('task').select(['type', 'created', 'owner_id']).orderBy('id').execute()

beforeEach(async () => {
  now = new Date('2026-03-28T12:00:00Z')
  await deps.db.deleteFrom('task').execute()
  await deps.db.deleteFrom('task_schedule').execute()
  await fireSchedules(deps, [nightly])
})

describe('a schedule', () => {
  test('is in its time zone, also on the day the clocks change', () => {
    const schedule = { cron: '30 3 * * *', timeZone: 'Europe/Stockholm' }
    expect(nextFire(schedule, now)?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(nextFire(schedule, new Date('2026-10-24T12:00:00Z'))?.toISOString()).toBe('2026-10-25T02:30:00.000Z')
    expect(nextFire({ ...schedule, timeZone: 'UTC' }, now)?.toISOString()).toBe('2026-03-29T03:30:00.000Z')
    expect(nextFire({ cron: '0 0 30 2 *', timeZone: 'UTC' }, now)).toBeNull()
  })

  test('creates nothing before its time', async () => {
    now = new Date('2026-03-29T01:29:59Z')
    await fireSchedules(deps, [nightly])
    expect(await created()).toEqual([])
  })

  test('creates one task though several servers look at the same time, and though it has finished already', async () => {
    now = new Date('2026-03-29T01:30:01Z')
    await Promise.all(Array.from({ length: 6 }, () => fireSchedules(deps, [nightly])))
    expect(await created()).toEqual([{ type: 'CLEAN_UP', created: now, owner_id: null }])
    await deps.db.updateTable('task').set({ state: 'CLOSED', finished: now }).execute()
    await fireSchedules(deps, [nightly])
    expect(await created()).toHaveLength(1)
    now = new Date('2026-03-30T01:30:01Z')
    await fireSchedules(deps, [nightly])
    expect(await created()).toHaveLength(2)
  })

  test('makes up for the times that no server ran by one task', async () => {
    now = new Date('2026-04-20T12:00:00Z')
    await fireSchedules(deps, [nightly])
    await fireSchedules(deps, [nightly])
    expect(await created()).toHaveLength(1)
  })

  test('creates no second task while one is unfinished', async () => {
    now = new Date('2026-03-29T01:30:01Z')
    await fireSchedules(deps, [nightly])
    now = new Date('2026-03-30T01:30:01Z')
    await fireSchedules(deps, [nightly])
    expect(await created()).toHaveLength(1)
  })

  test('that fails is logged, and keeps no other one from its time', async () => {
    const broken = {
      ...nightly,
      type: 'EVALUATE_ACTIONS',
      describe: () => {
        throw new Error('Broken')
      },
    } as const
    const errors: unknown[] = []
    const log = Object.assign(createLogger('silent'), { error: (...of: unknown[]) => void errors.push(of) })
    await fireSchedules({ ...deps, log }, [broken, nightly])
    now = new Date('2026-03-29T01:30:01Z')
    await fireSchedules({ ...deps, log }, [broken, nightly])
    expect((await created()).map(({ type }) => type)).toEqual(['CLEAN_UP'])
    expect(errors).toEqual([[{ err: new Error('Broken'), type: 'EVALUATE_ACTIONS' }, expect.any(String)]])
  })

  test('of every type creates its task, whatever permission asking for it needs', async () => {
    await fireSchedules(deps, taskHandlers)
    now = new Date('2026-03-30T12:00:00Z')
    await fireSchedules(deps, taskHandlers)
    const scheduled = taskHandlers.filter(({ schedule }) => schedule).map(({ type }) => type)
    expect(scheduled).toContain('LEARN_COMMENTS')
    expect((await created()).map(({ type }) => type).toSorted()).toEqual(scheduled.toSorted())
  })
})
