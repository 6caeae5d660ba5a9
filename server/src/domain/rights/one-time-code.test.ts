import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { endCodes, issueCode, peekCode, removeExpiredCodes, useCode } from './one-time-code.ts'
import type { CodePurpose } from './one-time-code.ts'

let database: TestDatabase
let now = new Date('2026-05-01T08:00:00Z')
let ctx: Parameters<typeof issueCode>[0]

beforeAll(async () => {
  database = await testDatabase()
  ctx = { db: database.db, clock: { now: () => now } }
})

afterAll(() => database.drop())

const purposes: CodePurpose[] = ['act-as', 'set-password', 'ticket']

describe.each(purposes)('a code for %s', (purpose) => {
  const others = purposes.filter((one) => one !== purpose)

  test('is worth nothing for another purpose, and is not used up by trying', async () => {
    const code = await issueCode(ctx, purpose, { userId: 1 }, 60)
    for (const other of others) {
      expect(await peekCode(ctx, other, code)).toBeNull()
      expect(await useCode(ctx, other, code)).toBeNull()
      await endCodes(ctx, other, { userId: 1 })
    }
    expect(await peekCode(ctx, purpose, code)).toEqual({ userId: 1 })
    expect(await useCode(ctx, purpose, code)).toEqual({ userId: 1 })
    expect(await peekCode(ctx, purpose, code)).toBeNull()
    expect(await useCode(ctx, purpose, code)).toBeNull()
  })

  test('lasts as long as was said', async () => {
    const code = await issueCode(ctx, purpose, {}, 60)
    now = new Date(now.getTime() + 59_999)
    expect(await peekCode(ctx, purpose, code)).toEqual({})
    now = new Date(now.getTime() + 1)
    expect(await peekCode(ctx, purpose, code)).toBeNull()
    expect(await useCode(ctx, purpose, code)).toBeNull()
  })
})

test('codes of a payload are ended, those of another are not', async () => {
  const mine = await issueCode(ctx, 'set-password', { userId: 5, other: true }, 60)
  const theirs = await issueCode(ctx, 'set-password', { userId: 6 }, 60)
  await endCodes(ctx, 'set-password', { userId: 5 })
  expect(await useCode(ctx, 'set-password', mine)).toBeNull()
  expect(await useCode(ctx, 'set-password', theirs)).toEqual({ userId: 6 })
})

test('of two uses at once one succeeds', async () => {
  const code = await issueCode(ctx, 'ticket', { n: 1 }, 60)
  const uses = await Promise.all(Array.from({ length: 8 }, () => useCode(ctx, 'ticket', code)))
  expect(uses.filter((payload) => payload !== null)).toEqual([{ n: 1 }])
})

test('a code is stored as a hash, and deleted a day after it ended', async () => {
  const stored = () => database.db.selectFrom('one_time_code').select('code_hash').execute()
  const kept = await issueCode(ctx, 'ticket', {}, 60)
  expect((await stored()).map((row) => row.code_hash)).not.toContain(kept)
  now = new Date(now.getTime() + 60_000 + 86_400_000)
  await issueCode(ctx, 'ticket', {}, 60)
  await removeExpiredCodes(database.db, now)
  expect((await stored()).length).toBeGreaterThan(1)
  now = new Date(now.getTime() + 1)
  expect(await removeExpiredCodes(database.db, now)).toBeGreaterThan(0)
  expect(await stored()).toHaveLength(1)
})
