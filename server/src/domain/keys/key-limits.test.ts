import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSurvey, createUniverse } from '#server/testing/factories.ts'
import { createKeyRow } from '#server/testing/key-rows.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { KeyLimits } from './key-limits.ts'

let database: TestDatabase
let survey: { universeId: number; surveyId: number }
let keyId: number
let now = new Date('2026-05-01T08:00:00Z')
const later = (ms: number) => (now = new Date(now.getTime() + ms))

beforeAll(async () => {
  database = await testDatabase()
  const { id } = await createUniverse(database.db)
  survey = await createSurvey(database.db, id, { questions: {} })
})
beforeEach(async () => {
  keyId = await createKeyRow(database.db, survey)
})
afterAll(() => database.drop())

/** The answers to requests that come at the same time, at servers in turn. */
const take = (servers: readonly KeyLimits[], count: number, perMinute: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => servers[at % servers.length]!.take({ keyId, perMinute }, now)))
const letIn = (waits: readonly number[]): number => waits.filter((wait) => wait === 0).length

test('a key has its requests for a minute at once, and they come back evenly', async () => {
  const limits = [new KeyLimits(database.db)]
  expect(await take(limits, 3, 2)).toEqual([0, 0, 30])
  later(29_000)
  expect(await take(limits, 1, 2)).toEqual([1])
  later(1_000)
  expect(await take(limits, 2, 2)).toEqual([0, 30])
  later(3_600_000)
  expect(await take(limits, 3, 2)).toEqual([0, 0, 30])
  expect(await take([new KeyLimits(database.db)], 1, 2)).toEqual([30])
})

test('two servers count together, however many requests come at once', async () => {
  const servers = [new KeyLimits(database.db), new KeyLimits(database.db)]
  expect(letIn(await take(servers, 300, 100))).toBe(100)
  later(30_000)
  expect(letIn(await take(servers, 300, 100))).toBe(50)
})

test('the clock of one server may be behind that of another', async () => {
  const [one, other] = [new KeyLimits(database.db), new KeyLimits(database.db)]
  const early = new Date(now.getTime() - 20_000)
  expect(await one.take({ keyId, perMinute: 2 }, now)).toBe(0)
  expect(await other.take({ keyId, perMinute: 2 }, early)).toBe(0)
  expect(await other.take({ keyId, perMinute: 2 }, early)).toBe(30)
  expect(await one.take({ keyId, perMinute: 2 }, now)).toBe(30)
})

test('a limit that was lowered holds at once, and a key that is gone is left to whoever finds out', async () => {
  const limits = [new KeyLimits(database.db)]
  expect(letIn(await take(limits, 1, 100))).toBe(1)
  expect(letIn(await take(limits, 20, 5))).toBe(5)
  await database.db.deleteFrom('api_key').where('id', '=', keyId).execute()
  expect(letIn(await take(limits, 2, 1))).toBe(2)
})
