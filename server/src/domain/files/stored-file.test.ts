import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { createSurvey, createUniverse } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { NewFile, keepFile, readFile, removeCaseFiles, removeExpiredFiles } from './stored-file.ts'
import type { FileOwner, StoredFile } from './stored-file.ts'

let now = new Date('2026-03-01T12:00:00Z')
const clock = { now: () => now }
let database: TestDatabase
let owner: FileOwner & { universeId: number; surveyId: number }
const { signal } = new AbortController()

beforeAll(async () => {
  database = await testDatabase()
  const { id: universeId } = await createUniverse(database.db)
  const { surveyId } = await createSurvey(database.db, universeId)
  owner = { universeId, surveyId, hasCases: false }
})
afterAll(() => database.drop())

const newFile = (of: Partial<FileOwner> = {}) => NewFile.create({ db: database.db, clock }, { ...owner, ...of })
const inWrite = <R>(work: Parameters<typeof write<ReturnType<typeof context>, R>>[1]) => write(context(), work)
const context = () => programContext({ db: database.db, clock }, 'test')

async function* chunks(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function contentOf(file: StoredFile): Promise<Buffer> {
  const read: Buffer[] = []
  for await (const chunk of readFile(database.db, file)) read.push(chunk as Buffer)
  return Buffer.concat(read)
}

const partsOf = (id: number) =>
  database.db
    .selectFrom('stored_file_part')
    .select(['number', (eb) => eb.fn<number>('length', ['content']).as('length')])
    .where('file_id', '=', id)
    .orderBy('number')
    .execute()
const idsLeft = async () => (await database.db.selectFrom('stored_file').select('id').execute()).map(({ id }) => id)

test('a file is read as it was written, in parts of a megabyte, whatever the size of the chunks', async () => {
  const mb = 1024 * 1024
  for (const [length, chunk] of [
    [0, 1],
    [1, 1],
    [mb, 70_000],
    [2 * mb + 5, 65_536],
    [3 * mb, 4 * mb],
  ] as const) {
    const content = randomBytes(length)
    const file = await (await newFile()).write(chunks(content, chunk), signal)
    expect(file.size).toBe(length)
    expect((await contentOf(file)).equals(content)).toBe(true)
    const parts = await partsOf(file.id)
    expect(parts.map(({ number }) => number)).toEqual(parts.map((_, at) => at))
    expect(parts.every((part) => part.length <= mb)).toBe(true)
    expect(parts).toHaveLength(Math.ceil(length / mb))
  }
})

test('no more is made than is stored: the maker is two parts ahead at most', async () => {
  const file = await newFile()
  let made = 0
  let ahead = 0
  async function* source() {
    for (; made < 8; made++) {
      ahead = Math.max(ahead, made - (await partsOf(file.id)).length)
      yield Buffer.alloc(1024 * 1024, made)
    }
  }
  await file.write(source(), signal)
  expect(ahead).toBeLessThanOrEqual(2)
})

test('nothing is left of a file whose writing fails or is aborted', async () => {
  async function* failing() {
    yield Buffer.alloc(2_000_000)
    throw new Error('the disk is full')
  }
  const failed = await newFile()
  await expect(failed.write(failing(), signal)).rejects.toThrow('the disk is full')
  const stop = new AbortController()
  async function* endless() {
    for (;;) {
      yield Buffer.alloc(1_000_000)
      stop.abort(new Error('cancelled'))
      await wait(0)
    }
  }
  const aborted = await newFile()
  await expect(aborted.write(endless(), stop.signal)).rejects.toThrow('cancelled')
  expect(await idsLeft()).not.toContain(failed.id)
  expect(await idsLeft()).not.toContain(aborted.id)
  expect(await partsOf(aborted.id)).toEqual([])
})

test('a reader of a file that is removed meanwhile fails, instead of ending early', async () => {
  const file = await (await newFile()).write(chunks(randomBytes(5_000_000), 1_000_000), signal)
  const reading = readFile(database.db, file)
  const iterator = reading[Symbol.asyncIterator]()
  await iterator.next()
  await database.db.deleteFrom('stored_file').where('id', '=', file.id).execute()
  await expect(
    (async () => {
      while (!(await iterator.next()).done);
    })(),
  ).rejects.toThrow()
})

test('files are kept until their time, and those that nobody keeps for two days', async () => {
  const kept = await (await newFile()).write(chunks(randomBytes(10), 10), signal)
  const left = await newFile()
  await keepFile(database, kept.id, new Date('2026-03-08T12:00:00Z'))
  const removed = async (at: string) => {
    now = new Date(at)
    await inWrite((tx) => removeExpiredFiles(tx))
    return idsLeft()
  }
  expect(await removed('2026-03-02T12:00:00Z')).toEqual(expect.arrayContaining([kept.id, left.id]))
  const later = await removed('2026-03-04T12:00:00Z')
  expect(later).toContain(kept.id)
  expect(later).not.toContain(left.id)
  expect(await removed('2026-03-08T12:00:00Z')).toEqual([])
  expect(await database.db.selectFrom('stored_file_part').select('file_id').execute()).toEqual([])
})

test('erasing answers removes the files that hold single respondents, of that survey alone', async () => {
  const other = await createSurvey(database.db, owner.universeId)
  const cases = await (await newFile({ hasCases: true })).write(chunks(randomBytes(10), 10), signal)
  const figures = await newFile()
  const elsewhere = await newFile({ hasCases: true, surveyId: other.surveyId })
  expect(await inWrite((tx) => removeCaseFiles(tx, owner.surveyId))).toBe(1)
  const left = await idsLeft()
  expect(left).toEqual(expect.arrayContaining([figures.id, elsewhere.id]))
  expect(left).not.toContain(cases.id)
})

test('a file being written fails when answers are erased, and one begins only when they are gone', async () => {
  const file = await newFile({ hasCases: true })
  let later: Promise<NewFile> | undefined
  let isLaterMade = false
  async function* source() {
    yield Buffer.alloc(1_500_000)
    await inWrite(async (tx) => {
      await removeCaseFiles(tx, owner.surveyId)
      later = newFile({ hasCases: true }).then((made) => ((isLaterMade = true), made))
      await wait(50)
      expect(isLaterMade).toBe(false)
    })
    yield Buffer.alloc(1_500_000)
  }
  await expect(file.write(source(), signal)).rejects.toThrow()
  const made = await later
  expect(await idsLeft()).toContain(made?.id)
})

test('a deleted survey takes its files along', async () => {
  const { surveyId } = await createSurvey(database.db, owner.universeId)
  const file = await (await newFile({ surveyId })).write(chunks(randomBytes(10), 10), signal)
  await database.db.deleteFrom('survey').where('id', '=', surveyId).execute()
  expect(await idsLeft()).not.toContain(file.id)
  expect(await partsOf(file.id)).toEqual([])
})
