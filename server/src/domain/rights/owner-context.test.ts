import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { identifyByToken, startSession } from './sessions.ts'
import { ownerContext, ownerOf } from './owner-context.ts'
import { surveyAccess } from './survey-access.ts'

let parts: TestDeps
let universeId: number
let survey: string
let roleId: number
let narrow: MadeUser
let wide: MadeUser

beforeAll(async () => {
  parts = await testDeps()
  const { db } = parts.deps
  universeId = (await createUniverse(db)).id
  const made = await createSurvey(db, universeId, smallSurvey)
  survey = made.extName
  roleId = await createRole(db, universeId, { surveys: { [made.surveyId]: { canViewSamples: true } } })
})
beforeEach(async () => {
  const { db } = parts.deps
  narrow = await createUser(db, { universes: [{ universeId, roleId, filters: { country: ['Norway'] } }] })
  wide = await createUser(db, { universes: [{ universeId, roleId, admin: true, actAs: true }] })
})
afterAll(() => parts.close())

const options = { name: 'task 1', signal: new AbortController().signal }

/** The owner of work asked for in a session that is made for it. */
async function asked(user: MadeUser, actor: MadeUser | null = null) {
  const { token } = await startSession(parts.deps, { userId: user.id, universeId, actorUserId: actor?.id ?? null })
  const identity = await identifyByToken(parts.deps, token)
  if (!identity) throw new Error('there is no session')
  return ownerOf({ identity, locale: 'sv' })
}

test('work has the rights, the language and the organisation of whoever asked for it', async () => {
  const ctx = await ownerContext(parts.deps, await asked(narrow), options)
  expect(ctx.identity).toMatchObject({ userId: narrow.id, universe: { id: universeId }, actor: null, isRoot: false })
  expect(ctx.locale).toBe('sv')
  const { work } = ctx
  expect(work).toMatchObject({ signal: options.signal, caller: `task of user ${narrow.id}`, isBackground: true })
  expect(work?.endsAt).toBeGreaterThan(Date.now() + 60 * 60_000)
  const { places } = await surveyAccess(ctx, survey)
  expect(places.allows('stores', ['Norway'])).toBe(true)
  expect(places.allows('stores', ['Sweden'])).toBe(false)
})

test('figures of the work include what its owner wrote last', async () => {
  const ctx = await ownerContext(parts.deps, { ...(await asked(narrow)), lastWrite: 77 }, options)
  expect(ctx.identity.lastWrite).toEqual({ xid: 77 })
})

test('of a session that looks at the screens as a role, it has the rights of that role', async () => {
  const { db } = parts.deps
  const closed = await createRole(db, universeId, {})
  const { token } = await startSession(parts.deps, {
    ...{ userId: wide.id, universeId, actorUserId: wide.id, viewRoleId: closed },
  })
  const identity = await identifyByToken(parts.deps, token)
  if (!identity) throw new Error('there is no session')
  const owner = ownerOf({ identity, locale: 'sv' })
  expect(owner).toMatchObject({ userId: wide.id, actorUserId: null, viewRoleId: closed })
  const ctx = await ownerContext(parts.deps, owner, options)
  expect(ctx.identity.viewedRole).toBe(identity.viewedRole)
  await expect(surveyAccess(ctx, survey)).rejects.toMatchObject({ code: 'forbidden' })
})

test('root works outside of all organisations too', async () => {
  const root = await createUser(parts.deps.db, { isRoot: true })
  const { token } = await startSession(parts.deps, { userId: root.id, universeId: null, actorUserId: null })
  const identity = await identifyByToken(parts.deps, token)
  if (!identity) throw new Error('there is no session')
  const owner = ownerOf({ identity, locale: 'en' })
  expect(owner).toMatchObject({ universeId: null, viewRoleId: null })
  expect((await ownerContext(parts.deps, owner, options)).identity).toMatchObject({ isRoot: true, universe: null })
})

test('of a session in which somebody acted as another, it has what both may see', async () => {
  const actor = await actorConfinedTo('Sweden')
  const owner = await asked(wide, actor)
  expect(owner).toMatchObject({ actorUserId: actor.id, viewRoleId: null })
  const ctx = await ownerContext(parts.deps, owner, options)
  expect(ctx.work?.caller).toBe(`task of user ${actor.id}`)
  expect(ctx.identity.actor).not.toBeNull()
  const { places } = await surveyAccess(ctx, survey)
  expect(places.allows('stores', ['Norway'])).toBe(false)
})

test('who may no longer enter the organisation has no context', async () => {
  const { db } = parts.deps
  const owner = await asked(narrow)
  await db.updateTable('user_universe').set({ disabled: true }).where('user_id', '=', narrow.id).execute()
  await expect(ownerContext(parts.deps, owner, options)).rejects.toMatchObject({ code: 'forbidden' })
})

test('nor has work of two people when the actor may no longer act as others', async () => {
  const actor = await actorConfinedTo('Sweden')
  const owner = await asked(wide, actor)
  await parts.deps.db.updateTable('user_universe').set({ act_as: false }).where('user_id', '=', actor.id).execute()
  await expect(ownerContext(parts.deps, owner, options)).rejects.toMatchObject({ code: 'forbidden' })
})

function actorConfinedTo(country: string): Promise<MadeUser> {
  const place = { universeId, roleId, admin: true, actAs: true, filters: { country: [country] } }
  return createUser(parts.deps.db, { universes: [place] })
}
