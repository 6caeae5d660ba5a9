import { afterEach, beforeEach, expect, test } from 'vitest'
import { bearer, createRole, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { SubscriptionBench, actions, weekly } from './testing/subscription-bench.ts'

const thursday = new Date('2026-02-12T06:02:00Z')
const inSweden = { country: ['Sweden'] }
const sweden = { ...actions, drillPath: 'country=Sweden' }

let bench: SubscriptionBench
let manager: MadeUser
let anna: MadeUser
beforeEach(async () => {
  bench = await SubscriptionBench.start()
  manager = await bench.member({ canAddUsers: true, filters: inSweden, firstName: 'Maria' })
  anna = await bench.member({ filters: inSweden, firstName: 'Anna' })
})
afterEach(() => bench.close())

const subscribeTo = (by: MadeUser, userIds: readonly number[], body: object = sweden) =>
  bench.ask(by, 'POST', 'create', { ...body, userIds })

async function notices(user: MadeUser) {
  const headers = bearer(await signIn(bench.server.deps, user))
  const { notices } = (await bench.server.app.inject({ url: '/rest/notices/list', headers })).json<{
    notices: { title: { en: string }; text: { en: string }; link: string }[]
  }>()
  return notices
}

test('somebody is subscribed by another user: they are told once, get it with their own rights, see who did it and end it', async () => {
  const store = await bench.member({ filters: { country: ['Sweden'], store: ['Stockholm'] }, firstName: 'Bo' })
  const answer = await subscribeTo(manager, [anna.id, store.id], { ...actions, drillPath: 'root' })
  expect(answer.body).toMatchObject({ ids: [expect.any(Number), expect.any(Number)], skipped: [] })
  const again = await subscribeTo(manager, [anna.id], { ...actions, drillPath: 'root' })
  expect(again.body).toEqual({ ids: [], skipped: [{ name: 'Anna', reason: 'has this report already' }] })
  expect(await notices(anna)).toMatchObject([
    {
      title: { en: expect.stringMatching(/^You get a report by e-mail: Actions/) as string },
      text: { en: 'by Maria' },
    },
  ])
  expect(await notices(manager)).toEqual([])
  const [own] = await bench.list(anna)
  expect(own).toMatchObject({ by: 'Maria', active: true, nextAt: '2026-02-12T06:00:00.000Z', last: null })
  expect(await bench.list(manager)).toEqual([])
  expect(await bench.list(manager, 'made')).toMatchObject([
    { recipient: 'Anna', active: true, stopped: null },
    { recipient: 'Bo', active: true, stopped: null },
  ])
  bench.work()
  await bench.runDue(thursday)
  const reports = bench.sink.mails.filter(({ body }) => body.includes('/reportdownload/'))
  expect(reports.map(({ to }) => to).toSorted()).toEqual([anna.username, store.username].toSorted())
  expect(reports[0]?.body).toContain('because Maria subscribed you to this report')
  const { rows } = await bench.server.deps.pool.query<{ owner: number; user: number }>(
    `select t.owner_id as owner, (t.payload->'owner'->>'userId')::int as "user" from report r join task t on t.id = r.task_id`,
  )
  expect(new Set(rows.map(({ user }) => user))).toEqual(new Set([anna.id, store.id]))
  await bench.ask(anna, 'POST', `save/${String(own?.['id'])}`, { ...weekly, active: false, version: 1 })
  expect(await bench.list(manager, 'made')).toMatchObject([{ active: false, stopped: null, nextAt: null }, {}])
  expect((await bench.ask(anna, 'DELETE', `delete/${String(own?.['id'])}`)).status).toBe(200)
  expect(await bench.list(manager, 'made')).toMatchObject([{ recipient: 'Bo' }])
}, 60_000)

test('whoever made it ends it, and can do nothing else with it', async () => {
  const [id] = await bench.subscribe(manager, { ...sweden, userIds: [anna.id] })
  const save = { ...weekly, active: false, version: 1 }
  expect((await bench.ask(manager, 'POST', `save/${id}`, save)).status).toBe(404)
  expect((await bench.ask(manager, 'POST', `send/${id}`, {})).status).toBe(404)
  const other = await bench.member({ canAddUsers: true })
  expect((await bench.ask(other, 'DELETE', `delete/${id}`)).status).toBe(404)
  expect((await bench.ask(manager, 'DELETE', `delete/${id}`)).status).toBe(200)
  expect(await bench.list(anna)).toEqual([])
  // What it told of is gone.
  expect(await notices(anna)).toEqual([])
})

test('nobody learns of users outside their place, of other organisations, disabled ones or none: all are told alike', async () => {
  const { db } = bench.server.deps
  const wide = await bench.member({ firstName: 'Wide' })
  const norway = await bench.member({ filters: { country: ['Norway'] }, firstName: 'Norway' })
  const root = await createUser(db, { isRoot: true, firstName: 'Root' })
  const elsewhere = await createUniverse(db)
  const roleId = await createRole(db, elsewhere.id)
  const foreign = await createUser(db, { firstName: 'Foreign', universes: [{ universeId: elsewhere.id, roleId }] })
  const disabled = await bench.member({ filters: inSweden, firstName: 'Disabled' })
  await db.updateTable('user_universe').set({ disabled: true }).where('user_id', '=', disabled.id).execute()
  const answers = []
  for (const id of [wide.id, norway.id, root.id, foreign.id, disabled.id, 2_000_000_000, manager.id])
    answers.push(await subscribeTo(manager, [anna.id, id]))
  for (const { status, body } of answers) {
    expect(status).toBe(404)
    expect(body).toMatchObject({ message: 'There is no such user whom you may subscribe.' })
    expect({ ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' })
  }
  expect(await bench.list(anna)).toEqual([])
  const offered = await bench.ask(manager, 'GET', 'recipients')
  expect(offered.body).toEqual({ users: [{ userId: anna.id, username: anna.username, name: 'Anna' }], hasMore: false })
  expect((await bench.ask(manager, 'GET', 'recipients?term=norw')).body).toEqual({ users: [], hasMore: false })
})

test('only whoever may see users subscribes others, to what both may have', async () => {
  const plain = await bench.member({ firstName: 'Plain' })
  expect((await subscribeTo(plain, [anna.id])).status).toBe(403)
  expect((await bench.ask(plain, 'GET', 'recipients')).status).toBe(403)
  const restricted = await bench.member({ canAddUsers: true, restricted: true })
  expect((await subscribeTo(restricted, [anna.id])).status).toBe(403)
  expect((await bench.ask(restricted, 'GET', 'recipients')).status).toBe(403)
  expect((await subscribeTo(manager, [])).status).toBe(400)
  // The sender's place is not the whole survey.
  expect((await subscribeTo(manager, [anna.id], { ...actions, drillPath: 'country=Norway' })).status).toBe(403)
  const stranger = await bench.member({ access: false, firstName: 'Stranger' })
  const gothenburg = await bench.member({ filters: { ...inSweden, store: ['Gothenburg'] }, firstName: 'Gun' })
  const answer = await subscribeTo(manager, [anna.id, stranger.id, gothenburg.id], {
    ...actions,
    drillPath: 'country=Sweden;store=Stockholm',
  })
  expect(answer.body).toMatchObject({
    ids: [expect.any(Number)],
    skipped: [
      { name: 'Gun', reason: 'may not have this report' },
      { name: 'Stranger', reason: 'may not have this report' },
    ],
  })
})

test('those who lost the right, left or were disabled get nothing, and whoever made it sees which', async () => {
  const { db } = bench.server.deps
  const bo = await bench.member({ filters: inSweden, firstName: 'Bo' })
  const carl = await bench.member({ filters: inSweden, firstName: 'Carl' })
  await bench.subscribe(manager, { ...sweden, userIds: [anna.id, bo.id, carl.id] })
  await db
    .updateTable('role_survey')
    .set({ access: false })
    .where('role_id', '=', (role) =>
      role
        .selectFrom('user_universe')
        .select((row) => row.ref('role_id').$notNull().as('id'))
        .where('user_id', '=', anna.id),
    )
    .execute()
  await db.updateTable('user_universe').set({ disabled: true }).where('user_id', '=', bo.id).execute()
  await db.deleteFrom('user_universe').where('user_id', '=', carl.id).execute()
  await db.updateTable('mail').set({ state: 'SENT' }).execute()
  bench.work()
  await bench.runDue(thursday)
  expect(bench.sink.mails.filter(({ body }) => body.includes('/reportdownload/'))).toEqual([])
  expect(await bench.list(manager, 'made')).toMatchObject([
    { recipient: 'Anna', active: false, stopped: 'right' },
    { recipient: 'Bo', active: false, stopped: 'left' },
    { recipient: 'Carl', active: false, stopped: 'left' },
  ])
}, 60_000)
