import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from '@gensvar/contract/server-settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { fireSchedules } from '#server/domain/tasks/schedule.ts'
import { bearer, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { backupTask, startBackup } from './service.ts'

let server: TestApp
let engine: TaskEngine
let folder: string
let signedIn: () => Promise<Record<string, string>>
let now = new Date('2026-03-02T10:00:00Z')

beforeAll(async () => {
  folder = await mkdtemp(join(inject('testFolder'), 'backups-'))
  server = await testApp({ clock: { now: () => now }, env: { GENSVAR_BACKUP_FOLDER: folder } })
  const { db } = server.deps
  const { id } = await createUniverse(db)
  await createSurvey(db, id, smallSurvey)
  const root = await createUser(db, { isRoot: true })
  // Anew for each call: the clock goes on by days.
  signedIn = async () => bearer(await signIn(server.deps, root, id))
  engine = new TaskEngine(server.deps, [backupTask])
  engine.start()
})
afterAll(async () => {
  await engine.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const headers = await signedIn()
  const answer = await server.app.inject({ method, url: `/rest/${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}

const backups = async () => listBackups.response.parse((await call('GET', 'server/backups')).body)

/** Makes a backup and waits until its task has ended; returns the state of that task. */
async function backUp(): Promise<string> {
  now = new Date(now.getTime() + 60_000)
  const { status, body } = await call('POST', 'server/backups', {})
  expect(status).toBe(200)
  engine.wake()
  const state = async () =>
    (await server.deps.db.selectFrom('task').select('state').where('id', '=', body.taskId).executeTakeFirst())?.state
  await expect.poll(state, { timeout: 60_000 }).toMatch(/CLOSED|FAILED/)
  return (await state()) ?? ''
}

async function saveSchedule(backup: object | null) {
  const { body } = await call('GET', 'server/settings')
  return call('PUT', 'server/backup', { backup, version: body.version })
}

test('a backup is made, proved, and listed; so many are kept as root wants', async () => {
  expect(await backups()).toEqual({ folder, next: null, running: null, last: null, lastProved: null, rows: [] })
  expect((await saveSchedule({ at: '02:30', timeZone: 'Europe/Stockholm', keep: 1, proof: true })).status).toBe(200)
  expect((await backups()).next).toBe('2026-03-03T01:30:00.000Z')
  expect(await backUp()).toBe('CLOSED')
  const { last, lastProved, rows } = await backups()
  expect(rows).toEqual([last])
  expect(last).toMatchObject({ state: 'proved', reason: '', madeAt: now.toISOString() })
  expect(last?.proof).toMatchObject({ rows: last?.rows, at: now.toISOString() })
  expect(lastProved).toEqual(last)
  expect((await stat(last?.file ?? '')).size).toBe(last?.bytes)
  expect(await backUp()).toBe('CLOSED')
  expect((await backups()).rows.map(({ state }) => state)).toEqual(['proved', 'removed'])
  expect(await readdir(folder)).toHaveLength(1)
  const acts = server.deps.db.selectFrom('audit').select('action').distinct().where('action', 'like', 'backup.%')
  expect((await acts.execute()).map(({ action }) => action).sort()).toEqual([
    'backup.create',
    'backup.proof',
    'backup.remove',
  ])
})

test('one that fails says why, once, to root, and leaves the earlier ones alone', async () => {
  const told = async () => {
    const { body } = await call('GET', 'notices/list')
    return body.notices.map(({ title }: { title: { en?: string } }) => title.en ?? title)
  }
  const kept = (await backups()).last
  await rename(folder, `${folder}-away`)
  expect(await backUp()).toBe('FAILED')
  await rename(`${folder}-away`, folder)
  const missing = `There is no folder ${folder} for the backup. Nothing was written.`
  const failed = (await backups()).rows[0]
  expect(failed).toMatchObject({ state: 'failed', file: '', rows: null, proof: null, reason: missing })
  expect(await told()).toEqual([`A backup failed: ${missing}`])
  // It is saved, but a restore of it is refused: the proof finds out.
  await sql`create table stray (id int)`.execute(server.deps.db)
  expect(await backUp()).toBe('FAILED')
  await sql`drop table stray`.execute(server.deps.db)
  const { rows, last } = await backups()
  expect(rows[0]).toMatchObject({ state: 'unproved', proof: null })
  expect(rows[0]?.reason).toMatch(/contains the unknown table stray/)
  expect(last).toEqual(kept)
  expect(await told()).toHaveLength(2)
  expect(await readdir(folder)).toHaveLength(2)
  expect(await backUp()).toBe('CLOSED')
  // The one that was not proved goes with the older one.
  expect(await readdir(folder)).toHaveLength(1)
})

test('cancelled while it is written, it leaves no file and no line, and root is told of nothing', async () => {
  const before = { files: await readdir(folder), ...(await backups()) }
  const notices = async () => (await call('GET', 'notices/list')).body.notices.length
  const told = await notices()
  // Somebody holds a table, so the run is in the middle of its file.
  const held = Promise.withResolvers<null>()
  onTestFinished(() => held.resolve(null))
  const isHeld = Promise.withResolvers<null>()
  const holding = server.deps.db.transaction().execute(async (trx) => {
    await sql`lock table used_form in access exclusive mode`.execute(trx)
    isHeld.resolve(null)
    await held.promise
  })
  await isHeld.promise
  const { taskId } = (await call('POST', 'server/backups', {})).body
  engine.wake()
  const files = () => readdir(folder)
  await expect.poll(async () => (await files()).length, { timeout: 60_000 }).toBe(before.files.length + 1)
  expect((await backups()).running).toMatchObject({ taskId })
  expect((await call('POST', `tasks/assignstate/${taskId}`, { state: 'FAILED' })).status).toBe(200)
  await expect.poll(files, { timeout: 60_000 }).toEqual(before.files)
  held.resolve(null)
  await holding
  expect(await backups()).toMatchObject({ running: null, rows: before.rows, last: before.last })
  expect(await notices()).toBe(told)
  // The next one is not kept from beginning.
  expect(await backUp()).toBe('CLOSED')
})

test('a schedule makes one at its time, also with several servers, and none before or after it is taken away', async () => {
  const { db } = server.deps
  const made = async () => {
    const tasks = await db.selectFrom('task').select('id').where('type', '=', 'BACKUP').execute()
    return tasks.length
  }
  const look = () => Promise.all([1, 2].map(() => fireSchedules(server.deps, [backupTask])))
  const before = await made()
  await engine.stop()
  now = new Date('2026-03-05T10:00:00Z')
  // A time of today that has passed: it begins tomorrow.
  expect((await saveSchedule({ at: '09:00' })).body.backup).toMatchObject({ at: '09:00', timeZone: 'UTC', keep: 7 })
  await look()
  expect(await made()).toBe(before)
  now = new Date('2026-03-06T09:00:01Z')
  await look()
  await look()
  expect(await made()).toBe(before + 1)
  expect((await saveSchedule(null)).body.backup).toBeNull()
  now = new Date('2026-03-09T10:00:00Z')
  await look()
  expect(await made()).toBe(before + 1)
  expect((await backups()).next).toBeNull()
})

test('a schedule names its wrong field, and needs a folder', async () => {
  expect((await saveSchedule({ at: '25:00' })).body.fields).toHaveProperty('backup.at')
  expect((await saveSchedule({ timeZone: 'Mars/Base' })).body.fields).toHaveProperty('backup.timeZone')
  expect((await saveSchedule({ keep: 0 })).body.fields).toHaveProperty('backup.keep')
  const without = { ...server.deps, config: { ...server.deps.config, backupFolder: null } }
  await expect(startBackup(programContext(without, 'test'))).rejects.toThrow(/GENSVAR_BACKUP_FOLDER/)
})
