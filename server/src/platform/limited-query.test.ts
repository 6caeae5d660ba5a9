import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { limitedQuery } from './limited-query.ts'
import { portableSql } from './sql.ts'
import type { Work } from './work.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

function workOf(signal: AbortSignal, time = 60_000): Work {
  return { caller: 'a', signal, endsAt: Date.now() + time }
}

/** Statements of ours that PostgreSQL is at work on. */
async function sleeping(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity where datname = current_database() and state = 'active'
        and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.n ?? 0
}

const slow = portableSql`select pg_sleep(30), ${1}::int as one`

test('a statement ends in PostgreSQL when nobody waits for it any more', async () => {
  const leaver = new AbortController()
  const asked = limitedQuery(database.pool, slow, workOf(leaver.signal))
  await expect.poll(sleeping).toBe(1)
  leaver.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
  expect(await sleeping()).toBe(0)
  await expect(limitedQuery(database.pool, slow, workOf(leaver.signal))).rejects.toThrow('left')
})

test('a statement ends in PostgreSQL when the time is up', async () => {
  const leaver = new AbortController()
  const asked = limitedQuery(database.pool, slow, workOf(leaver.signal, 300))
  const refused = expect(asked).rejects.toThrow('time is up')
  await expect.poll(sleeping).toBe(1)
  await expect.poll(sleeping, { timeout: 5000 }).toBe(0)
  leaver.abort(new Error('time is up'))
  await refused
})

test('the connection is as it was afterwards', async () => {
  expect(await limitedQuery<{ one: number }>(database.pool, portableSql`select ${1}::int as one`, undefined)).toEqual([
    { one: 1 },
  ])
  const { rows } = await database.pool.query<{ statement_timeout: string }>('show statement_timeout')
  expect(rows[0]?.statement_timeout).toBe('0')
  await expect(limitedQuery(database.pool, portableSql`select 1 / ${0}::int`, undefined)).rejects.toThrow(/zero/)
})
