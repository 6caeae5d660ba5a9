import type { Permission } from '@gensvar/contract/define-route'
import { describe, expect, test } from 'vitest'
import type { Authorise } from '#server/domain/context.ts'
import { authorise } from './authorise.ts'
import type { Identity } from './identity.ts'

type Who = {
  isRoot?: boolean
  isUserAdmin?: boolean
  mayCreateSurveys?: boolean
  universe?: object | null
  role?: object | null
  actor?: object
}

/** Whether a caller passes a permission of a route; without a survey in the path nothing is read. */
async function passes(permission: Permission, who: Who, params: Record<string, unknown> = {}, id = 'some') {
  const identity = { isRoot: false, isUserAdmin: false, universe: {}, role: null, actor: null, username: 'x', ...who }
  const [ctx, route] = [{ identity: identity as unknown as Identity }, { id, permission }]
  try {
    await authorise(ctx as Parameters<Authorise>[0], route as Parameters<Authorise>[1], params as never)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden' })
    return false
  }
}

const everybody: Who = { universe: null }
const member: Who = {}
const mayAdd: Who = { role: { canAddUsers: true } }
const admin: Who = { isUserAdmin: true }
const root: Who = { isRoot: true, isUserAdmin: true, mayCreateSurveys: true, universe: null }

describe('a permission lets in', () => {
  test.each<[Permission, boolean[]]>([
    ['none', [true, true, true, true, true]],
    ['sign-in', [true, true, true, true, true]],
    ['signed-in', [true, true, true, true, true]],
    ['root', [false, false, false, false, true]],
    ['universe-admin', [false, false, false, true, true]],
    ['create-surveys', [false, false, false, false, true]],
    ['user-admin', [false, false, true, true, true]],
    ['role-admin', [false, false, false, false, true]],
    ['survey', [false, true, true, true, false]],
    ['view-samples', [false, true, true, true, false]],
    ['view-interviews', [false, true, true, true, false]],
    ['view-campaigns', [false, true, true, true, false]],
    ['survey-admin', [false, false, false, true, false]],
  ])('%s: everybody, members, who may add users, administrators, root', async (permission, expected) => {
    const found = await Promise.all([everybody, member, mayAdd, admin, root].map((who) => passes(permission, who)))
    expect(found).toEqual(expected)
  })

  test('administrators to make surveys where root allows it', async () => {
    expect(await passes('create-surveys', { ...admin, mayCreateSurveys: true })).toBe(true)
  })

  test('roles that may create roles to administer them', async () => {
    expect(await passes('role-admin', { role: { canCreateRoles: true } })).toBe(true)
    expect(await passes('role-admin', { ...admin, role: { canAddUsers: true, canCreateRoles: false } })).toBe(false)
  })

  test('for calls that concern the user alone, without a survey', async () => {
    expect(await passes('survey', member, { survey: '-' })).toBe(true)
    expect(await passes('survey', everybody, { survey: '-' })).toBe(false)
  })
})

test('whoever acts as another may not change who the session is of', async () => {
  const acting = { actor: { userId: 2 } }
  for (const id of ['impersonate', 'changeUniverse']) {
    expect(await passes('signed-in', acting, {}, id)).toBe(false)
    expect(await passes('signed-in', member, {}, id)).toBe(true)
  }
  expect(await passes('signed-in', acting)).toBe(true)
})

test('the refusal names the user whom the session is of, or the role it is looked at as', async () => {
  const refused = (viewedRole: string | null) => {
    const identity = { username: 'anna', viewedRole, actor: { userId: 2 } } as unknown as Identity
    const [ctx, route] = [{ identity }, { id: 'impersonate', permission: 'signed-in' }]
    return authorise(ctx as Parameters<Authorise>[0], route as Parameters<Authorise>[1], {})
  }
  await expect(refused(null)).rejects.toThrow('You are acting as anna.')
  await expect(refused('store manager')).rejects.toThrow('You are acting as store manager.')
})
