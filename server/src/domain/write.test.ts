import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { AppError } from '#server/platform/errors.ts'
import { programContext } from './context.ts'
import type { Identity } from './rights/identity.ts'
import { identifyByToken } from './rights/sessions.ts'
import { write } from './write.ts'
import type { WriteContext } from './write.ts'

let server: TestApp
let universeId = 0
let surveyId = 0
let responseId = 0
let roleId = 0

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  universeId = (await createUniverse(db)).id
  const survey = await createSurvey(db, universeId)
  surveyId = survey.surveyId
  responseId = survey.responseIds[0] ?? 0
  roleId = await createRole(db, universeId, { surveys: { [surveyId]: {} } })
})

afterAll(() => server.close())

/** A signed-in user's context with only the database, as in a process without figures. */
async function caller(): Promise<{ ctx: WriteContext & { identity: Identity }; token: string }> {
  const { db } = server.deps
  const token = await signIn(server.deps, await createUser(db, { universes: [{ universeId, roleId }] }))
  return { token, ctx: { db, identity: await identityOf(token), requestId: `of ${token.slice(0, 8)}` } }
}

async function identityOf(token: string): Promise<Identity> {
  const identity = await identifyByToken(server.deps, token)
  if (!identity) throw new Error('nobody has this token')
  return identity
}

async function leftBy(requestId: string) {
  const { db } = server.deps
  const entries = await db.selectFrom('audit').selectAll().where('request_id', '=', requestId).execute()
  const comments = await db
    .selectFrom('response_comment')
    .select(sql<string>`xmin::text`.as('xid'))
    .where('message', '=', requestId)
    .execute()
  return { entries, comments }
}

test.each([
  ['changes nothing where the time of its request is up', -1, 0],
  ['is kept where only the connection was closed', 60_000, 1],
])('%s', async (_case, msLeft, kept) => {
  const { ctx } = await caller()
  const ended = AbortSignal.abort(new AppError('unavailable', say`This took too long.`))
  const work = { caller: 'user', signal: ended, endsAt: Date.now() + msLeft }
  const written = write({ ...ctx, work }, async (tx) => {
    await tx.db
      .insertInto('response_comment')
      .values({ response_id: responseId, username: 'x', message: ctx.requestId })
      .execute()
    await tx.audit({ action: 'test' })
  })
  await (kept === 0 ? expect(written).rejects.toBe(ended.reason) : expect(written).resolves.toBeUndefined())
  const { entries, comments } = await leftBy(ctx.requestId)
  expect([entries.length, comments.length]).toEqual([kept, kept])
})

test('commits rows, audit entry and change together, and stores the transaction in the session', async () => {
  const { ctx, token } = await caller()
  const xid = await write(ctx, async (tx) => {
    await tx.db
      .insertInto('response_comment')
      .values({ response_id: responseId, username: 'x', message: ctx.requestId })
      .execute()
    await tx.audit({ action: 'test.write', surveyId, object: 'it', details: { n: 1 } })
    return tx.changed(surveyId, [responseId])
  })
  const { entries, comments } = await leftBy(ctx.requestId)
  expect(comments).toEqual([{ xid: String(xid) }])
  expect(entries).toEqual([
    expect.objectContaining({
      action: 'test.write',
      survey_id: surveyId,
      universe_id: universeId,
      user_id: ctx.identity.userId,
      actor_user_id: null,
      object: 'it',
      details: { n: 1 },
      program: '',
    }),
  ])
  expect(await server.deps.analytics.feed.waitFor(xid, 10_000)).toBe(true)
  expect(ctx.identity.lastWrite.xid).toBe(xid)
  expect((await identityOf(token)).lastWrite.xid).toBe(xid)
})

test('rolls back a write that fails, also at its end', async () => {
  const { ctx, token } = await caller()
  const failing = write(ctx, async (tx) => {
    await tx.db
      .insertInto('response_comment')
      .values({ response_id: responseId, username: 'x', message: ctx.requestId })
      .execute()
    await tx.audit({ action: 'test.write' })
    await tx.changed(surveyId, [responseId])
    throw new Error('no after all')
  })
  await expect(failing).rejects.toThrow('no after all')
  expect(await leftBy(ctx.requestId)).toEqual({ entries: [], comments: [] })
  expect(ctx.identity.lastWrite.xid).toBeNull()
  expect((await identityOf(token)).lastWrite.xid).toBeNull()
})

test('a write within a write joins it, and the outer one stores the transaction', async () => {
  const { ctx, token } = await caller()
  const inner = (tx: WriteContext) => write(tx, (joined) => joined.changed(surveyId, [responseId]))
  const failing = write(ctx, async (tx) => {
    await inner(tx)
    await write(tx, (joined) => joined.audit({ action: 'test.inner' }))
    throw new Error('no after all')
  })
  await expect(failing).rejects.toThrow('no after all')
  expect((await leftBy(ctx.requestId)).entries).toEqual([])
  const xid = await write(ctx, inner)
  expect((await identityOf(token)).lastWrite.xid).toBe(xid)
})

test('after a write that changes no figures, reads do not wait', async () => {
  const { ctx, token } = await caller()
  await write(ctx, (tx) => tx.audit({ action: 'test.write' }))
  expect(ctx.identity.lastWrite.xid).toBeNull()
  expect((await identityOf(token)).lastWrite.xid).toBeNull()
})

test('a last write from another database, of which this is a copy, is not waited for', async () => {
  const { ctx, token } = await caller()
  await sql`update session set last_write = '900000000000'::xid8 where id = ${ctx.identity.sessionId}`.execute(ctx.db)
  expect((await identityOf(token)).lastWrite.xid).toBeNull()
  const response = await server.app.inject({ url: '/rest/dashboard/overview', headers: bearer(token) })
  expect(response.statusCode).toBeLessThan(500)
})

test('the audit log names the part of the program that wrote', async () => {
  const { db, clock } = server.deps
  const ctx = { ...programContext({ db, clock }, 'reminders'), requestId: 'a task' }
  await write(ctx, (tx) => tx.audit({ action: 'test.write', universeId }))
  const { entries } = await leftBy('a task')
  expect(entries).toEqual([
    expect.objectContaining({ program: 'reminders', user_id: null, actor_user_id: null, universe_id: universeId }),
  ])
})

test('an entry names the actor, and the person given in `by`', async () => {
  const { ctx } = await caller()
  const actor = await createUser(server.deps.db, {})
  const identity: Identity = {
    ...ctx.identity,
    actor: { userId: actor.id, username: actor.username, both: [ctx.identity, ctx.identity] },
  }
  await write({ ...ctx, identity }, async (tx) => {
    await tx.audit({ action: 'test.acting' })
    await tx.audit({ action: 'test.by', by: { userId: actor.id }, universeId: null })
  })
  const { entries } = await leftBy(ctx.requestId)
  expect(
    entries.map(({ action, user_id, actor_user_id, universe_id }) => [action, user_id, actor_user_id, universe_id]),
  ).toEqual([
    ['test.acting', ctx.identity.userId, actor.id, universeId],
    ['test.by', actor.id, null, null],
  ])
})
