import type { ChildProcess } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser } from './testing/factories.ts'
import { createKey } from './testing/key-rows.ts'
import { testDatabase } from './testing/postgres.ts'
import type { TestDatabase } from './testing/postgres.ts'
import { runServer } from './testing/server-process.ts'
import type { Run } from './testing/server-process.ts'

/** What a newer version adds, to tables that are written all the time. */
const newerMigration = `
  ALTER TABLE response ADD later text, ADD mark int NOT NULL DEFAULT 0;
  ALTER TABLE audit ADD later text;
  CREATE TABLE later (id int PRIMARY KEY, response_id bigint REFERENCES response ON DELETE CASCADE);
  CREATE INDEX response_mark ON response (survey_id, mark) WHERE mark > 0;`

/** Three servers start, one after the other, which takes long on a busy machine; in ms. */
const processTimeout = 600_000
const whenBusy = { timeout: 120_000 }

let database: TestDatabase
let folder: string
let survey: { extName: string }
let headers: Record<string, string>
const running = new Set<ChildProcess>()
/** Ends what is sent all the time. */
let isOver = false

beforeEach(async () => {
  isOver = false
  database = await testDatabase()
  folder = await mkdtemp(join(inject('testFolder'), 'upgrade-'))
  const { db } = database
  const { id } = await createUniverse(db)
  const made = await createSurvey(db, id, {
    questions: { store: { type: 'single', choices: ['one'] }, rating: { type: 'scale', min: 1, max: 5 } },
    views: { stores: ['store'] },
    config: `alerts: [{ extname: low, when: rating < 3, due: 1d }]
indicators: { answers: { title: Answers, expression: count() } }
`,
    rows: [{ date: '2026-03-05', answers: { store: 'one', rating: 4 } }],
  })
  survey = made
  const roleId = await createRole(db, id, { surveys: { [made.surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId: id, roleId }] })
  const token = await createKey(db, made, { type: 3, user_id: user.id, per_minute: 1_000_000 })
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
})
afterEach(async () => {
  isOver = true
  for (const child of running) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function start(data: string, file?: string): Run {
  // No request is ended because the machine is busy.
  const run = runServer(join(folder, data), { DATABASE_URL: database.url, GENSVAR_REQUEST_SECONDS: '600' }, file)
  running.add(run.child)
  run.child.on('exit', () => running.delete(run.child))
  return run
}

/** A copy of this program with one more migration; returns the file that starts it. */
async function makeNewerVersion(): Promise<string> {
  const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))
  const server = join(folder, 'newer', 'server')
  await mkdir(server, { recursive: true })
  const filter = (source: string): boolean => !/\.test\.ts$|\/testing$/.test(source)
  for (const part of ['package.json', 'src', 'migrations'])
    await cp(path(part), join(server, part), { recursive: true, filter })
  await writeFile(join(server, 'migrations', 'postgres', '9000-newer.sql'), newerMigration)
  await symlink(path('../node_modules'), join(folder, 'newer', 'node_modules'))
  return join(server, 'src', 'main.ts')
}

const pathOf = (url: string): string => `${url}api/v1/surveys/${survey.extName}`

async function send(url: string): Promise<{ status: number; body: string }> {
  const body = JSON.stringify({ answers: { store: 'one', rating: 1 } })
  try {
    const answer = await fetch(`${pathOf(url)}/responses`, { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.text() }
  } catch (error) {
    return { status: 0, body: String(error) }
  }
}

async function counted(url: string): Promise<unknown> {
  const answer = await fetch(`${pathOf(url)}/figures?indicators=answers`, { headers })
  const { figures } = (await answer.json()) as { figures?: { value: number }[] }
  return figures?.[0]?.value ?? answer.status
}

test(
  'two versions work on one database while the newer takes the place of the older, and nothing that is asked fails',
  async () => {
    const older = start('older')
    const olderUrl = await older.ready
    const refused = new Set<string>()
    let sent = 0
    const sendOn = async (url: () => string): Promise<void> => {
      while (!isOver) {
        const { status, body } = await send(url())
        sent += 1
        if (status !== 200) refused.add(`${status} ${body}`)
        // As programs do: this is no measurement.
        await wait(20)
      }
    }
    const writers = [sendOn(() => olderUrl), sendOn(() => olderUrl)]
    await expect.poll(() => sent, whenBusy).toBeGreaterThan(20)
    const newer = start('newer-data', await makeNewerVersion())
    const newerUrl = await newer.ready
    const atUpgrade = sent
    writers.push(sendOn(() => newerUrl))
    await expect.poll(() => sent, whenBusy).toBeGreaterThan(atUpgrade + 30)
    isOver = true
    await Promise.all(writers)
    expect([...refused]).toEqual([])
    const { rows } = await database.pool.query('SELECT count(*) AS n FROM response WHERE mark = 0')
    expect(rows[0].n).toBe(sent + 1)
    for (const url of [olderUrl, newerUrl]) await expect.poll(() => counted(url), whenBusy).toBe(sent + 1)
    const { rows: alerts } = await database.pool.query('SELECT count(*) AS n FROM alert')
    expect(alerts[0].n).toBe(sent)

    // The older one starts again, perhaps because its machine did, and says that it is the older one.
    older.child.kill('SIGTERM')
    await older.ended
    const again = start('older')
    const url = await again.ready
    expect((await send(url)).status).toBe(200)
    for (const one of [url, newerUrl]) await expect.poll(() => counted(one), whenBusy).toBe(sent + 2)
    again.child.kill('SIGTERM')
    newer.child.kill('SIGTERM')
    expect((await again.ended).errors).toMatch(/9000-newer\.sql.*updated by a newer version of Gensvar/)
    expect((await newer.ended).errors).not.toContain('newer version')
  },
  processTimeout,
)
