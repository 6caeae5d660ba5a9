import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { SubscriptionBench, actions, weekly } from './testing/subscription-bench.ts'

const thursday = new Date('2026-02-12T06:02:00Z')

let bench: SubscriptionBench
let owner: MadeUser
beforeEach(async () => {
  bench = await SubscriptionBench.start()
  owner = await bench.member()
})
afterEach(() => bench.close())

test('a due report is made with its owner’s rights and mailed once, with a link that only they can open', async () => {
  await bench.subscribe(owner)
  expect(await bench.list(owner)).toMatchObject([
    { active: true, nextAt: '2026-02-12T06:00:00.000Z', format: 'xlsx', by: '', last: null },
  ])
  bench.work()
  bench.work()
  await bench.runDue()
  expect(bench.sink.mails).toEqual([])
  await bench.runDue(thursday)
  await bench.runDue()
  expect(bench.sink.mails.map(({ to }) => to)).toEqual([owner.username])
  const [, uuid = ''] = /reportdownload\/[^/]+\/([0-9a-f-]{36})/.exec(bench.sink.mails[0]?.body ?? '') ?? []
  const url = `/rest/reports/download/${bench.survey.extName}/${uuid}`
  const { app, deps } = bench.server
  expect((await app.inject({ url, headers: bearer(await signIn(deps, owner)) })).statusCode).toBe(200)
  const other = await bench.member()
  expect((await app.inject({ url, headers: bearer(await signIn(deps, other)) })).statusCode).toBe(404)
  expect(await bench.list(owner)).toMatchObject([{ nextAt: '2026-02-19T06:00:00.000Z' }])
}, 60_000)

test('it is sent now, and its address to unsubscribe pauses it', async () => {
  const [id] = await bench.subscribe(owner)
  bench.work()
  expect((await bench.ask(owner, 'POST', `send/${id}`, {})).status).toBe(200)
  await expect.poll(() => bench.sink.mails.length, { timeout: 20_000 }).toBe(1)
  const [, address = ''] =
    /<https:\/\/feedback\.example\.org(\/unsubscribe\/[^>]+)>/.exec(
      bench.sink.mails[0]?.headers.get('list-unsubscribe') ?? '',
    ) ?? []
  expect((await bench.server.app.inject({ method: 'POST', url: address })).statusCode).toBe(200)
  expect(await bench.list(owner)).toMatchObject([{ id, active: false, nextAt: null, reason: '' }])
  expect((await bench.ask(owner, 'POST', `send/${id}`, {})).status).toBe(409)
}, 60_000)

test('a report that the survey no longer offers, and an owner who left, pause it and say why', async () => {
  const [id] = await bench.subscribe(owner)
  const { db } = bench.server.deps
  await db
    .updateTable('subscription')
    .set({ kind: 'named', asked: JSON.stringify({ drillPath: 'root', format: 'xlsx', report: 'gone' }) })
    .execute()
  bench.work()
  await bench.runDue(thursday)
  expect(await bench.list(owner)).toMatchObject([
    { id, active: false, reason: 'This survey has no report named "gone".' },
  ])
  await db.updateTable('subscription').set({ active: true }).execute()
  await db.deleteFrom('user_universe').where('user_id', '=', owner.id).execute()
  await bench.runDue()
  const rows = await db.selectFrom('subscription').select(['active', 'reason', 'stopped']).execute()
  expect(rows).toMatchObject([{ active: false, stopped: 'left' }])
  expect(rows[0]?.reason?.text).toContain('may no longer work in this organisation')
  expect(bench.sink.mails).toEqual([])
}, 60_000)

test('others neither see nor change it, a stale version is refused, and formats are those of the report', async () => {
  const [id] = await bench.subscribe(owner)
  const { db } = bench.server.deps
  const foreign = await createUniverse(db)
  const away = await createSurvey(db, foreign.id, smallSurvey)
  const roleId = await createRole(db, foreign.id, { surveys: { [away.surveyId]: {} } })
  const stranger = await createUser(db, { universes: [{ universeId: foreign.id, roleId }] })
  const save = { ...weekly, active: false, version: 1 }
  expect((await bench.ask(stranger, 'POST', `save/${id}`, save)).status).toBe(404)
  expect((await bench.ask(stranger, 'POST', `send/${id}`, {})).status).toBe(404)
  expect((await bench.ask(stranger, 'DELETE', `delete/${id}`)).status).toBe(404)
  expect((await bench.ask(owner, 'POST', `save/${id}`, save)).body).toEqual({ version: 2 })
  expect((await bench.ask(owner, 'POST', `save/${id}`, save)).status).toBe(409)
  expect((await bench.ask(owner, 'POST', 'create', { ...actions, format: 'pdf' })).status).toBe(400)
  expect((await bench.ask(owner, 'POST', 'create', { ...actions, kind: 'named', report: 'gone' })).status).toBe(404)
  expect((await bench.ask(owner, 'DELETE', `delete/${id}`)).status).toBe(200)
  expect(await bench.list(owner)).toEqual([])
})

test('the next three dates are shown in the time zone', async () => {
  const { body } = await bench.ask(owner, 'GET', 'dates?cadence=workdays&hour=7')
  expect(body).toEqual({
    dates: ['2026-02-12T06:00:00.000Z', '2026-02-13T06:00:00.000Z', '2026-02-16T06:00:00.000Z'],
    timeZone: 'Europe/Stockholm',
  })
})
