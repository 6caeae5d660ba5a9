import type { TaskState } from '@gensvar/contract/entities/tasks'
import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { z } from 'zod'
import { say } from '@gensvar/contract/say'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { createUniverse } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import { TaskEngine } from './engine.ts'
import { enqueueTask, notifyEngines } from './enqueue.ts'
import type { NewTask } from './enqueue.ts'
import { retryExpired } from './expired.ts'
import { claimTasks, endRun, listWaitingTasks, renewLease } from './queue-store.ts'
import { defineTaskType } from './task-type.ts'
import type { HandledTask, Progress, TaskType } from './task-type.ts'

let now = new Date()
const { deps, close } = await testDeps({ clock: { now: () => now } })
afterAll(close)

type Handler = (task: HandledTask<{ name: string }>, signal: AbortSignal, progress: Progress) => Promise<unknown>

let handler: Handler
const payload = z.object({ name: z.string() })
const named = defineTaskType({
  type: 'TEST',
  title: say`Test`,
  permission: 'root',
  payload,
  describe: ({ name }) => say`${name}`,
  handle: (task, signal, progress) => handler(task, signal, progress),
})
const mail: typeof named = { ...named, type: 'BULK_MAIL', priority: 1, limit: 1 }
const noted: typeof named = { ...named, type: 'HANDLE_SAMPLES', takesNoted: true }

const engines: TaskEngine[] = []
function startEngine(
  options: ConstructorParameters<typeof TaskEngine>[2] = {},
  types: readonly TaskType[] = [named, mail],
) {
  const engine = new TaskEngine(deps, types, { finishTime: 20, noticeTime: 20, ...options })
  engines.push(engine)
  engine.start()
  return engine
}

beforeEach(async () => {
  now = new Date()
  handler = async () => {}
  await deps.db.deleteFrom('task').execute()
})
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
})

function enqueue(name: string, more: Partial<NewTask<typeof payload>> = {}, type = named): Promise<number> {
  return write(programContext(deps, 'test'), (tx) => enqueueTask(tx, type, { payload: { name }, ...more }))
}

const read = (id: number) => deps.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: number) => (await read(id)).state
const claim = async (ids: readonly number[], leaseUntil = new Date(now.getTime() + 10_000)) =>
  claimTasks(deps.pool, ids, { worker: 'test', now, leaseUntil, keyless: [noted.type] })

/** As root assigns a state. */
async function assign(id: number, state: TaskState): Promise<void> {
  await deps.db.updateTable('task').set({ state }).where('id', '=', id).execute()
  await notifyEngines(deps, 'changed')
}

/** A handler that waits until it is aborted or the returned function is called. */
function waiting() {
  const begun = Promise.withResolvers<HandledTask<{ name: string }>>()
  const done = Promise.withResolvers<void>()
  handler = async (task, signal) => {
    begun.resolve(task)
    signal.addEventListener('abort', () => done.reject(signal.reason))
    await done.promise
  }
  return { begun: begun.promise, finish: () => done.resolve() }
}

describe('waiting tasks', () => {
  test('are claimed by priority, then by schedule, and not before they are due', async () => {
    const late = await enqueue('late', { scheduled: new Date(now.getTime() + 60_000) })
    const second = await enqueue('second')
    const earlier = await enqueue('earlier', { scheduled: new Date(now.getTime() - 60_000) })
    const urgent = await enqueue('urgent', {}, mail)
    const order: string[] = []
    handler = async ({ payload: { name } }) => order.push(name)
    startEngine({ slots: 1 })
    await expect.poll(() => order).toEqual(['urgent', 'earlier', 'second'])
    expect(await stateOf(late)).toBe('OPEN')
    for (const id of [second, earlier, urgent]) await expect.poll(() => stateOf(id)).toBe('CLOSED')
  })

  test('are begun at once when they are committed, and not when they are rolled back', async () => {
    const begun: number[] = []
    handler = async ({ id }) => begun.push(id)
    startEngine()
    await expect.poll(() => deps.pool.totalCount).toBeGreaterThan(0)
    await expect(
      write(programContext(deps, 'test'), async (tx) => {
        await enqueueTask(tx, named, { payload: { name: 'undone' } })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const id = await enqueue('done')
    await expect.poll(() => begun).toEqual([id])
  })

  test('with the same key are one until it has finished', async () => {
    const first = await enqueue('a', { dedupeKey: 'k' })
    expect(await enqueue('b', { dedupeKey: 'k' })).toBe(first)
    expect(await enqueue('c', { dedupeKey: 'other' })).not.toBe(first)
    await deps.db.updateTable('task').set({ state: 'CLOSED' }).where('id', '=', first).execute()
    expect(await enqueue('d', { dedupeKey: 'k' })).not.toBe(first)
  })

  test.each([
    { when: 'was found to have the key', statements: 1 },
    { when: 'was found and is held', statements: 2 },
  ])('that do what is noted miss nothing, also where one begins just when it $when', async ({ statements }) => {
    const isNoted = async () =>
      (await deps.db.selectFrom('task_schedule').where('type', '=', 'noted').selectAll().execute()).length > 0
    let isFound = false
    handler = async () => {
      isFound ||= await isNoted()
    }
    const first = await enqueue('first', { dedupeKey: 'k' }, noted)
    let seen = 0
    const beginsMeanwhile: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (++seen !== statements) return result
        for (const run of await claim([first])) {
          isFound ||= await isNoted()
          await endRun(deps.db, run, { state: 'CLOSED', result: null }, { now, progress: null })
        }
        return result
      },
    }
    await write(programContext(deps, 'test'), async (tx) => {
      await tx.db.insertInto('task_schedule').values({ type: 'noted', fired: now }).execute()
      const asking = { ...tx, db: tx.db.withPlugin(beginsMeanwhile) }
      await enqueueTask(asking, noted, { payload: { name: 'second' }, dedupeKey: 'k' })
    })
    expect(seen).toBeGreaterThanOrEqual(statements)
    startEngine({}, [noted])
    await expect.poll(() => isFound).toBe(true)
    await deps.db.deleteFrom('task_schedule').where('type', '=', 'noted').execute()
  })

  test('that do what is noted let go of their key as they begin, and tell which it was', async () => {
    const { begun, finish } = waiting()
    const first = await enqueue('a', { dedupeKey: 'k' }, noted)
    startEngine({}, [noted])
    expect(await begun).toMatchObject({ id: first, key: 'k' })
    expect(await enqueue('b', { dedupeKey: 'k' }, noted)).not.toBe(first)
    finish()
  })

  test('may be asked for by those with the permission of the type only', async () => {
    const ctx = programContext(deps, 'test')
    const somebody = { ...ctx, identity: { ...ctx.identity, isRoot: false, program: null } }
    await expect(write(somebody, (tx) => enqueueTask(tx, named, { payload: { name: 'a' } }))).rejects.toThrow(
      'Only root users may do this.',
    )
  })

  test('of one tenant, however many, do not hold up those of another', async () => {
    const [big, small] = [await createUniverse(deps.db), await createUniverse(deps.db)]
    await sql`
      insert into task (type, universe_id, created, updated, description, payload)
      select 'TEST', ${big.id}, ${now}, ${now}, '{"text":"","template":"","values":[]}', '{"name":"big"}'
        from generate_series(1, 5000)`.execute(deps.db)
    const forever = Promise.withResolvers<void>()
    const begun: string[] = []
    handler = async ({ payload: { name } }, signal) => {
      begun.push(name)
      signal.addEventListener('abort', () => forever.reject(signal.reason))
      if (name === 'big') await forever.promise
    }
    startEngine({ slots: 3 })
    await expect.poll(() => begun.length).toBe(2)
    await enqueue('small', { universeId: small.id })
    await enqueue('own')
    await expect.poll(() => begun.toSorted()).toEqual(['big', 'big', 'own', 'small'])
    const heads = await listWaitingTasks(deps.pool, now, 3)
    expect(heads).toHaveLength(3)
    forever.resolve()
  })

  test('of a type that is limited run one after the other', async () => {
    let running = 0
    let most = 0
    handler = async () => {
      most = Math.max(most, ++running)
      await sql`select pg_sleep(0.01)`.execute(deps.db)
      running--
    }
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => enqueue(name, {}, mail)))
    startEngine()
    for (const id of ids) await expect.poll(() => stateOf(id)).toBe('CLOSED')
    expect(most).toBe(1)
  })

  test('are each run once by two engines', async () => {
    const runs: number[] = []
    handler = async ({ id }) => runs.push(id)
    const ids = await Promise.all(Array.from({ length: 60 }, (_, index) => enqueue(String(index))))
    startEngine()
    startEngine()
    await expect.poll(() => runs.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  })
})

describe('a task that fails', () => {
  test('has three attempts with growing pauses, then has failed with the reason in words', async () => {
    handler = async () => {
      throw new AppError('unavailable', say`The database does not answer right now. Try again in a moment.`)
    }
    const id = await enqueue('a')
    const engine = startEngine()
    for (const [index, pause] of [10, 60].entries()) {
      await expect.poll(() => read(id)).toMatchObject({ state: 'RETRY', attempt: index + 1 })
      const { scheduled, reason } = await read(id)
      expect((scheduled?.getTime() ?? 0) - now.getTime()).toBe(pause * 1000)
      expect(reason?.text).toBe('The database does not answer right now. Try again in a moment.')
      now = new Date(now.getTime() + pause * 1000)
      engine.wake()
    }
    await expect.poll(() => stateOf(id)).toBe('FAILED')
    expect(await read(id)).toMatchObject({ attempt: 3, finished: now, run_token: null })
  })

  test('with an unexpected error says what the error says', async () => {
    handler = async () => {
      throw new TypeError('x is not a function')
    }
    const id = await enqueue('a')
    startEngine()
    await expect.poll(async () => (await read(id)).reason?.text).toBe('An unexpected error: x is not a function')
  })

  test('at once and for good where this version has no handler, or cannot read it', async () => {
    const [unknown, unread] = [await enqueue('a', {}, { ...named, type: 'STATUS_MAIL' }), await enqueue('b')]
    await deps.db.updateTable('task').set({ payload: '{"name":3}' }).where('id', '=', unread).execute()
    startEngine()
    for (const id of [unknown, unread]) await expect.poll(() => stateOf(id)).toBe('FAILED')
    expect((await read(unknown)).reason?.text).toBe('Tasks of the type STATUS_MAIL are not available in this version.')
    expect((await read(unread)).reason?.text).toContain('created by another version')
  })

  test('never for what a newer version on the same database has made: that is left to it', async () => {
    const later = { name: '9000-later.sql', hash: '' }
    await sql`insert into schema_migration (name, hash) values (${later.name}, ${later.hash})`.execute(deps.db)
    try {
      const [unknown, unread] = [await enqueue('a', {}, { ...named, type: 'STATUS_MAIL' }), await enqueue('b')]
      await deps.db.updateTable('task').set({ payload: '{"name":3}' }).where('id', '=', unread).execute()
      const known = await enqueue('c')
      startEngine()
      await expect.poll(() => stateOf(known)).toBe('CLOSED')
      await expect.poll(async () => (await read(unread)).scheduled).toEqual(new Date(now.getTime() + 10_000))
      expect(await read(unread)).toMatchObject({ state: 'OPEN', attempt: 0, reason: null, run_token: null })
      expect(await read(unknown)).toMatchObject({ state: 'OPEN', attempt: 0, worker: null })
    } finally {
      await sql`delete from schema_migration where name = ${later.name}`.execute(deps.db)
    }
  })
})

describe('a running task', () => {
  test('stores its result and its last progress', async () => {
    handler = async (_task, _signal, progress) => {
      for (let done = 1; done <= 1000; done++) progress({ done, total: 1000, words: say`Test` })
      return { rows: 3 }
    }
    const id = await enqueue('a')
    startEngine()
    await expect.poll(() => stateOf(id)).toBe('CLOSED')
    expect(await read(id)).toMatchObject({
      result: { rows: 3 },
      progress: { done: 1000, total: 1000, words: { text: 'Test' } },
      finished: now,
      run_token: null,
      lease_until: null,
    })
  })

  test('stores its progress while it runs, a few times per second', async () => {
    const { db } = deps
    await sql`create table progress_log (done int)`.execute(db)
    await sql`create function log_progress() returns trigger language plpgsql as $$ begin
      insert into progress_log values ((new.progress->>'done')::int); return new; end $$`.execute(db)
    await sql`create trigger log_progress after update of progress on task for each row execute function log_progress()`.execute(
      db,
    )
    const logged = async () =>
      (await sql<{ done: number }>`select done from progress_log where done is not null`.execute(db)).rows
    handler = async (_task, signal, progress) => {
      for (let done = 1; (await logged()).length < 2; done++) {
        signal.throwIfAborted()
        for (let fast = 0; fast < 100; fast++) progress({ done: done * 100 + fast })
      }
    }
    const id = await enqueue('a')
    startEngine()
    await expect.poll(() => stateOf(id)).toBe('CLOSED')
    // Two by the beat and the last at the end, of hundreds.
    expect((await logged()).length).toBeLessThanOrEqual(3)
    await sql`drop trigger log_progress on task`.execute(db)
  })

  test.each(['PAUSED', 'FAILED', 'CLOSED'] as const)(
    'is aborted within a second when it is assigned %s',
    async (state) => {
      const { begun } = waiting()
      const id = await enqueue('a')
      startEngine()
      await begun
      const before = performance.now()
      await deps.db.updateTable('task').set({ state }).where('id', '=', id).execute()
      await expect.poll(async () => (await read(id)).run_token, { interval: 10 }).toBeNull()
      expect(performance.now() - before).toBeLessThan(1000)
      expect(await stateOf(id)).toBe(state)
    },
  )

  test('is aborted when it is deleted', async () => {
    const aborted = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    handler = (_task, signal) => {
      begun.resolve()
      signal.addEventListener('abort', () => aborted.resolve())
      return aborted.promise
    }
    await enqueue('a')
    startEngine()
    await begun.promise
    await deps.db.deleteFrom('task').execute()
    await aborted.promise
  })

  test('that was paused goes on from its progress, and not before its first run has ended', async () => {
    const first = Promise.withResolvers<void>()
    const seen: number[] = []
    handler = async ({ done }, signal, progress) => {
      seen.push(done)
      if (seen.length > 1) return
      progress({ done: 7 })
      // Slow to notice that it is aborted.
      signal.addEventListener('abort', () => setImmediate(() => first.resolve()))
      await first.promise
      signal.throwIfAborted()
    }
    const id = await enqueue('a')
    startEngine()
    await expect.poll(() => seen).toEqual([0])
    for (const state of ['PAUSED', 'OPEN'] as const) await assign(id, state)
    await expect.poll(() => stateOf(id)).toBe('CLOSED')
    expect(seen).toEqual([0, 7])
  })

  test('is given back by an engine that stops, as if it had not been begun', async () => {
    const { begun } = waiting()
    const id = await enqueue('a')
    const engine = startEngine()
    await begun
    await engine.stop()
    expect(await read(id)).toMatchObject({ state: 'OPEN', attempt: 0, run_token: null, lease_until: null })
  })

  test('that does not notice the abort is given back all the same, and its end changes nothing', async () => {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    handler = async () => {
      begun.resolve()
      await end.promise
    }
    const id = await enqueue('a')
    const engine = startEngine()
    await begun.promise
    await engine.stop()
    expect(await stateOf(id)).toBe('OPEN')
    end.resolve()
    await engine.stop()
    expect(await stateOf(id)).toBe('OPEN')
  })

  test('may finish while the engine stops', async () => {
    const { begun, finish } = waiting()
    const id = await enqueue('a')
    const engine = startEngine({ finishTime: 10_000 })
    await begun
    const stopped = engine.stop()
    finish()
    await stopped
    expect(await stateOf(id)).toBe('CLOSED')
  })
})

describe('a server that died', () => {
  test('leaves its task to another attempt once the lease has expired, and to failure at the third', async () => {
    const id = await enqueue('a')
    for (const state of ['RETRY', 'RETRY', 'FAILED']) {
      await claim([id])
      await retryExpired(deps)
      expect(await stateOf(id)).toBe('PROCESSING')
      now = new Date(now.getTime() + 10_001)
      await retryExpired(deps)
      expect(await read(id)).toMatchObject({
        state,
        run_token: null,
        reason: { text: expect.stringContaining('stopped') },
      })
    }
  })

  test('cannot finish, fail or renew a task that another run holds', async () => {
    const { db } = deps
    const id = await enqueue('a')
    const [stale] = await claim([id])
    now = new Date(now.getTime() + 10_001)
    await retryExpired(deps)
    const [current] = await claim([id])
    if (!stale || !current) throw new Error('not claimed')
    const before = await read(id)
    expect(await endRun(db, stale, { state: 'CLOSED', result: 1 }, { now, progress: null })).toBe(false)
    await renewLease(db, stale, { leaseUntil: new Date(0), progress: null, now })
    expect(await read(id)).toEqual(before)
    expect(await endRun(db, current, { state: 'CLOSED', result: 2 }, { now, progress: null })).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'CLOSED', result: 2 })
  })
})

test('rows that somebody is changing are not waited for', async () => {
  const [locked, free] = [await enqueue('a'), await enqueue('b')]
  const client = await deps.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from task where id = $1 for update', [locked])
    expect((await claim([locked, free])).map(({ id }) => id)).toEqual([free])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
