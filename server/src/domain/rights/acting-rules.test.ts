import { describe, expect, test } from 'vitest'
import { actTogether, nameOf, peopleOf, personAtScreen, sharedSurveyRights } from './acting-access.ts'
import type { Identity } from './identity.ts'
import { surveyFlags } from './role-rights.ts'
import type { RoleRights, SurveyRights } from './role-rights.ts'

const universe = { id: 1, name: 'retail', timeZone: 'UTC', defaultLocale: 'en' }
const role: RoleRights = {
  ...{ id: 1, name: 'role', restricted: false, lineage: [1, 2] },
  ...{ canAddUsers: false, canSeeAllData: false, canCreateRoles: false, canViewCompletedSamples: false },
}
const roleFlags = ['canAddUsers', 'canSeeAllData', 'canCreateRoles', 'canViewCompletedSamples'] as const

function person(more: Partial<Identity>): Identity {
  return {
    ...{
      sessionId: 7,
      userId: 1,
      username: 'user',
      isRoot: false,
      isUserAdmin: false,
      mayCreateSurveys: false,
      mayEditDashboards: false,
      mayActAs: false,
      universe,
    },
    ...{ role, locale: 'en', actor: null, program: null, lastWrite: { xid: null }, expiresAt: new Date(0) },
    ...more,
  }
}

const actor = (more: Partial<Identity> = {}) => person({ userId: 2, username: 'actor', mayActAs: true, ...more })

describe('acting as somebody', () => {
  test.each<[string, Identity, Identity, boolean]>([
    ['in one universe', person({}), actor(), true],
    ['without the right to', person({}), actor({ mayActAs: false }), false],
    ['who is root', person({ isRoot: true }), actor(), false],
    ['in another universe', person({}), actor({ universe: { ...universe, id: 2 } }), false],
    ['from no universe', person({}), actor({ universe: null }), false],
    ['in no universe', person({ universe: null }), actor(), false],
    ['where neither is in one', person({ universe: null }), actor({ universe: null }), false],
  ])('%s: %#', (_case, user, by, isAllowed) => {
    expect(actTogether(user, by) !== null).toBe(isAllowed)
  })

  test('does not go on to a third, and administers users only where both do', () => {
    const admins = [
      [true, true],
      [true, false],
      [false, true],
    ].map(([user = false, by = false]) => actTogether(person({ isUserAdmin: user }), actor({ isUserAdmin: by })))
    expect(admins.map((one) => one?.isUserAdmin)).toEqual([true, false, false])
    expect(actTogether(person({ mayActAs: true }), actor())?.mayActAs).toBe(false)
  })

  test.each(roleFlags)('has the right %s of the role where both have it', (flag) => {
    const all = Object.fromEntries(roleFlags.map((one) => [one, true]))
    const both = (user: boolean, by: boolean) =>
      actTogether(person({ role: { ...role, ...all, [flag]: user } }), actor({ role: { ...role, ...all, [flag]: by } }))
        ?.role?.[flag]
    expect([both(true, true), both(true, false), both(false, true), both(false, false)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('is restricted where either is, and has the roles of both in its lineage, each once', () => {
    const of = (user: Partial<RoleRights>, by: Partial<RoleRights>) =>
      actTogether(person({ role: { ...role, ...user } }), actor({ role: { ...role, ...by } }))?.role
    expect(of({ restricted: true }, {})?.restricted).toBe(true)
    expect(of({}, { restricted: true })?.restricted).toBe(true)
    expect(of({}, {})?.restricted).toBe(false)
    expect(of({}, { lineage: [2, 3] })?.lineage).toEqual([1, 2, 3])
  })

  test('under root has the rights of the role as they are; without a role it has none', () => {
    const own = { ...role, canAddUsers: true }
    expect(actTogether(person({ role: own }), actor({ isRoot: true, role: null }))?.role).toBe(own)
    expect(actTogether(person({ role: own }), actor({ isRoot: true }))?.role).toBe(own)
    expect(actTogether(person({ role: own }), actor({ role: null }))?.role).toBe(own)
    expect(actTogether(person({ role: null }), actor())?.role).toBeNull()
  })

  test('names both, and the person at the screen is the actor', () => {
    const [user, by] = [person({}), actor()]
    const both = actTogether(user, by)
    if (!both) throw new Error('they may')
    expect(peopleOf(both)).toEqual([user, by])
    expect(peopleOf(user)).toEqual([user])
    expect([personAtScreen(both), personAtScreen(user)]).toEqual([2, 1])
    expect([nameOf(both), nameOf(user)]).toEqual(['user (actor)', 'user'])
  })
})

describe('rights in a survey that several people have', () => {
  const rights = (more: Partial<SurveyRights>, given: readonly string[] = surveyFlags): SurveyRights => ({
    flags: Object.fromEntries(surveyFlags.map((flag) => [flag, given.includes(flag)])) as SurveyRights['flags'],
    ...{ views: null, anchors: null, defaultDrills: new Map(), viewOrder: ['stores'], startPage: 'own', ...more },
  })

  test.each(surveyFlags)('include %s if all have it', (flag) => {
    const others = surveyFlags.filter((one) => one !== flag)
    expect(sharedSurveyRights([rights({}), rights({})]).flags[flag]).toBe(true)
    expect(sharedSurveyRights([rights({}, others), rights({})]).flags[flag]).toBe(false)
    expect(sharedSurveyRights([rights({}), rights({}, others)]).flags[flag]).toBe(false)
  })

  test('are of the views all may open; no list means every view', () => {
    const views = (...lists: (string[] | null)[]) => {
      const [first, ...more] = lists.map((list) => rights({ views: list && new Set(list) }))
      if (!first) throw new Error('one at least')
      const shared = sharedSurveyRights([first, ...more]).views
      return shared && [...shared]
    }
    expect(views(null)).toBeNull()
    expect(views(null, null)).toBeNull()
    expect(views(['a', 'b'], null)).toEqual(['a', 'b'])
    expect(views(null, ['a', 'b'])).toEqual(['a', 'b'])
    expect(views(['a', 'b'], ['b', 'c'])).toEqual(['b'])
    expect(views(['a'], [])).toEqual([])
  })

  test('keep the preferences of the first', () => {
    const shared = sharedSurveyRights([rights({}), rights({ viewOrder: ['other'], startPage: 'other' })])
    expect(shared).toMatchObject({ viewOrder: ['stores'], startPage: 'own' })
  })
})
