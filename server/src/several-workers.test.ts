import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from './testing/key-rows.ts'
import type { SeveralServers } from './testing/several-servers.ts'
import { severalServersWorld } from './testing/several-servers-world.ts'
import type { SeveralServersWorld } from './testing/several-servers-world.ts'

let world: SeveralServersWorld
let rootToken: string

beforeAll(async () => {
  world = await severalServersWorld()
  rootToken = await world.tokenOf(world.root)
  await Promise.all([
    ...['a', 'b'].map((name) => world.servers.start(name)),
    ...['one', 'two'].map((name) => world.servers.start(name, 'worker')),
  ])
})
afterAll(() => world.close())

const ask: SeveralServers['ask'] = (...of) => world.servers.ask(...of)
const pathOf = (call: string): string => `/rest/${call}/${world.survey.extName}`
/** Four processes share a busy machine. */
const whenBusy = { timeout: 120_000 }

async function makeTask(name: string, steps: number): Promise<number> {
  const { body } = await ask(name, '/rest/tasks/test', { token: rootToken, body: { steps, stepMs: 20 } })
  return body.id
}

async function taskAt(name: string, id: number) {
  return (await ask(name, `/rest/tasks/get/${id}`, { token: rootToken })).body
}

/** The worker that has a task. */
async function workerOf(id: number): Promise<string> {
  const found = world.database.db.selectFrom('task').select('worker').where('id', '=', id)
  const { worker } = await found.executeTakeFirstOrThrow()
  return ['one', 'two'].find((name) => worker?.endsWith(` ${world.servers.pidOf(name)}`)) ?? ''
}

test('a task that one server is asked for is seen at the other, and cancelled there', async () => {
  const id = await makeTask('a', 10_000)
  await expect.poll(async () => (await taskAt('b', id)).progress?.done ?? 0, whenBusy).toBeGreaterThan(0)
  const body = { state: 'FAILED' }
  expect((await ask('b', `/rest/tasks/assignstate/${id}`, { token: rootToken, body })).status).toBe(200)
  expect((await taskAt('a', id)).state).toBe('FAILED')
  // Its worker lets go of it.
  const held = world.database.db.selectFrom('task').select('run_token').where('id', '=', id)
  await expect.poll(() => held.executeTakeFirstOrThrow(), whenBusy).toEqual({ run_token: null })
})

test('a report that one server is asked for is opened at the other', async () => {
  const token = await world.tokenOf(world.user)
  const { body } = await ask('a', `${pathOf('reports/ranking')}/root`, { token, body: {} })
  const status = async () => (await ask('b', `${pathOf('reports/status')}/${body.taskUUID}`, { token })).body.status
  await expect.poll(status, whenBusy).toBe('FINISHED')
  const path = `${pathOf('reports/download')}/${body.taskUUID}`
  const files: string[] = []
  for (const [one, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const { body: made } = await ask(one, '/rest/authentication/ticket', { token, body: { path } })
    const file = await ask(other, `${path}?token=${made.ticket}`)
    expect(file.status).toBe(200)
    files.push(file.body)
  }
  expect(files[0]).toMatch(/^PK/)
  expect(files[1]).toBe(files[0])
})

test('of two workers one begins what a schedule has due, each time once', async () => {
  const { db } = world.database
  const types = async () => (await db.selectFrom('task_schedule').select('type').execute()).map(({ type }) => type)
  const counted = async () => {
    const { rows } = await world.database.pool.query(
      `select type, count(*)::int as n from task where dedupe_key = 'schedule ' || type and state = 'CLOSED' group by 1`,
    )
    return Object.fromEntries(rows.map(({ type, n }) => [type, n]))
  }
  await expect.poll(async () => (await types()).length, whenBusy).toBeGreaterThan(5)
  // What runs every few minutes may have run meanwhile.
  const rare = (await types()).filter((type) => ['CLEAN_UP', 'EVALUATE_ACTIONS', 'COUNT_ANSWERS'].includes(type))
  expect(rare).toHaveLength(3)
  const before = await counted()
  for (let round = 1; round <= 2; round++) {
    await db
      .updateTable('task_schedule')
      .set({ fired: new Date(Date.now() - 2 * 86_400_000) })
      .execute()
    for (const type of rare)
      await expect.poll(async () => (await counted())[type], whenBusy).toBe((before[type] ?? 0) + round)
  }
})

test('a killed worker leaves its task to the other, and works again when it is back', async () => {
  const id = await makeTask('b', 400)
  await expect.poll(async () => (await taskAt('a', id)).progress?.done ?? 0, whenBusy).toBeGreaterThan(0)
  const killed = await workerOf(id)
  await world.servers.kill(killed)
  await expect.poll(async () => (await taskAt('a', id)).attempt, whenBusy).toBe(2)
  expect(await workerOf(id)).not.toBe(killed)
  await world.servers.start(killed, 'worker')
  await expect.poll(async () => (await taskAt('b', id)).state, whenBusy).toBe('CLOSED')
  const more = await Promise.all(Array.from({ length: 8 }, () => makeTask('a', 20)))
  const states = async () => Promise.all(more.map(async (one) => (await taskAt('b', one)).state))
  await expect.poll(states, whenBusy).toEqual(more.map(() => 'CLOSED'))
  expect(new Set(await Promise.all(more.map(workerOf)))).toEqual(new Set(['one', 'two']))
})

test('a killed server loses nothing that was confirmed, the other goes on, and it comes back', async () => {
  const { db } = world.database
  const key = await createKey(db, world.survey, { type: 3, user_id: world.user.id, per_minute: 1_000_000 })
  const count = async (): Promise<number> =>
    (await world.database.pool.query('select count(*)::int as n from response')).rows[0].n
  const before = await count()
  const token = await world.tokenOf(world.user)
  const [broken, kept] = [
    world.servers.events('a', '/rest/notices/stream', token),
    world.servers.events('b', '/rest/notices/stream', token),
  ]
  for (const stream of [broken, kept]) await stream.next('unread')
  const body = { answers: { country: 'Norway', store: 'Oslo', rating: 4 } }
  let [confirmed, again] = [0, 0]
  /** Sends a response until it is confirmed, as programs do. */
  const send = async (name: string): Promise<void> => {
    const headers = { 'idempotency-key': name }
    for (;;) {
      const { status } = await ask(undefined, `/api/v1/surveys/${world.survey.extName}/responses`, {
        ...{ token: key, body, headers },
      })
      if (status === 200) break
      expect(status).toBe(502)
      again++
    }
    confirmed++
  }
  let sent = 0
  const sendOn = async (): Promise<void> => {
    while (sent < 300) await send(`response-${sent++}`)
  }
  const senders = Array.from({ length: 12 }, sendOn)
  await expect.poll(() => confirmed, { ...whenBusy, interval: 1 }).toBeGreaterThan(30)
  await world.servers.kill('a')
  await expect(broken.next('configuration')).rejects.toThrow()
  await Promise.all(senders)
  expect(again).toBeLessThan(30)
  expect(await count()).toBe(before + 300)
  const figures = async (name: string) => {
    const path = `/api/v1/surveys/${world.survey.extName}/figures?indicators=answers`
    return (await ask(name, path, { token: key })).body.figures?.[0]?.value
  }
  // Those of today, besides earlier ones that the survey begins with.
  await expect.poll(() => figures('b'), whenBusy).toBeGreaterThanOrEqual(300)
  expect(await kept.next('figures')).toEqual({ survey: world.survey.extName })
  kept.close()
  await world.servers.start('a')
  await expect.poll(() => figures('a'), whenBusy).toBe(await figures('b'))
  expect((await ask('a', pathOf('surveys/start'), { token })).status).toBe(200)
})
