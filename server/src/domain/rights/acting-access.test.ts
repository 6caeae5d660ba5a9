import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { TestRole } from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import type { Identity } from './identity.ts'
import { requireCase } from './require-case.ts'
import { identifyByToken, startSession } from './sessions.ts'
import { surveyAccess } from './survey-access.ts'
import type { SurveyAccess } from './survey-access.ts'

let program: TestDeps
let universeId = 0
let survey: MadeSurvey

beforeAll(async () => {
  program = await testDeps()
  universeId = (await createUniverse(program.deps.db)).id
  survey = await createSurvey(program.deps.db, universeId, {
    ...smallSurvey,
    views: { stores: ['country', 'store'], channels: ['channel'] },
  })
})

afterAll(() => program.close())

interface Person {
  role?: TestRole
  rights?: NonNullable<TestRole['surveys']>[number]
  filters?: Record<string, string[]>
  isRoot?: boolean
}

async function idOf({ role = {}, rights = {}, filters = {}, isRoot = false }: Person, admin: boolean): Promise<number> {
  const { db } = program.deps
  if (isRoot) return (await createUser(db, { isRoot })).id
  const roleId = await createRole(db, universeId, { surveys: { [survey.surveyId]: rights }, ...role })
  const place = { universeId, roleId, filters, admin, actAs: admin }
  return (await createUser(db, { universes: [place] })).id
}

async function acting(actor: Person, user: Person): Promise<Identity> {
  const userId = await idOf(user, false)
  const actorUserId = await idOf(actor, true)
  const { token } = await startSession(program.deps, { userId, universeId, actorUserId })
  const identity = await identifyByToken(program.deps, token)
  if (!identity) throw new Error('the session has no identity')
  return identity
}

async function accessOf(actor: Person, user: Person): Promise<SurveyAccess> {
  return surveyAccess({ ...program.deps, identity: await acting(actor, user) }, survey.extName)
}

async function openCases(access: SurveyAccess): Promise<number[]> {
  const open = await Promise.allSettled(survey.responseIds.map((id) => requireCase(program.deps, access, id)))
  return open.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []))
}

const sweden = { filters: { country: ['Sweden'] } }
const stockholm = { filters: { store: ['Stockholm'] } }
const web = { filters: { channel: ['web'] } }

describe('whoever acts as another sees what both may see', () => {
  test.each<[string, Person, Person, number[]]>([
    ['the user is the narrower', sweden, stockholm, [0, 1]],
    ['the actor is the narrower', stockholm, sweden, [0, 1]],
    ['they share a level', { filters: { country: ['Sweden', 'Norway'] } }, sweden, [0, 1, 2, 3]],
    ['one has a filter off the first hierarchy', web, stockholm, [0]],
    ['they share nothing, by level', { filters: { country: ['Norway'] } }, sweden, []],
    ['they share nothing, across levels', { filters: { country: ['Norway'] } }, stockholm, []],
    ['they share nothing, by question', { filters: { channel: ['till'] } }, web, []],
    ['root acts', { isRoot: true }, stockholm, [0, 1]],
    ['the user sees everything, the actor does not', stockholm, { ...web, role: { canSeeAllData: true } }, [0, 1]],
    ['the actor sees everything, the user does not', { ...web, role: { canSeeAllData: true } }, stockholm, [0, 1]],
  ])('rows, where %s', async (_case, actor, user, rows) => {
    expect(await openCases(await accessOf(actor, user))).toEqual(rows)
  })

  test('places open where both may go, and start at the narrower one', async () => {
    const pair: Person[] = [sweden, { filters: { store: ['Stockholm', 'Oslo'] } }]
    for (const [actor, user] of [pair, pair.toReversed()]) {
      const { places } = await accessOf(actor ?? {}, user ?? {})
      expect(places.allows('stores', ['Sweden', 'Stockholm'])).toBe(true)
      expect(places.allows('stores', ['Sweden', 'Gothenburg'])).toBe(false)
      expect(places.allows('stores', ['Norway', 'Oslo'])).toBe(false)
      expect(places.startOf('stores')).toEqual(['Sweden', 'Stockholm'])
    }
  })

  test('comparisons apply the filters of both that are not on levels', async () => {
    const { db } = program.deps
    const flat = await createSurvey(db, universeId)
    const role = { surveys: { [flat.surveyId]: {} } }
    const user = { role, filters: { channel: ['web'] } }
    const actor = { role, filters: { channel: ['web', 'till'], rating: ['5'] } }
    const { compareScope } = await surveyAccess({ ...program.deps, identity: await acting(actor, user) }, flat.extName)
    const alone = { include: ['web'], exclude: [], contains: [], excludeContains: [] }
    expect(compareScope.conditions).toContainEqual({ kind: 'choice', variable: 'channel', ...alone })
    expect(compareScope.conditions).toContainEqual({
      kind: 'choice',
      variable: 'channel',
      ...alone,
      include: ['web', 'till'],
    })
    expect(compareScope.conditions.map((one) => 'variable' in one && one.variable)).toContain('rating')
  })

  test('flags and views are those of both', async () => {
    const stores = [{ view: 'stores', access: true }]
    const all = { canViewSamples: true, canHandleAlerts: true, canViewAnon: true }
    const both = await accessOf(
      { rights: { canViewSamples: true, viewAccessList: stores } },
      { rights: { ...all, startPage: 'own' } },
    )
    expect(both.rights.flags).toMatchObject({ canViewSamples: true, canHandleAlerts: false, canViewAnon: false })
    expect(both.views.map((view) => view.extName)).toEqual(['stores'])
    expect(both.rights.startPage).toBe('own')
    const turned = await accessOf({ rights: all }, { rights: { viewAccessList: stores } })
    expect(turned.views.map((view) => view.extName)).toEqual(['stores'])
    expect(turned.canViewSamples).toBe(false)
  })

  test('root does not see through anonymity by acting as somebody', async () => {
    const { rights } = await accessOf({ isRoot: true }, { rights: { canViewAnon: true, canViewSamples: true } })
    expect(rights.flags).toMatchObject({ canViewAnon: false, canViewSamples: true })
  })

  test('a survey is open where both have access to it', async () => {
    const closed = { role: { surveys: {} } }
    await expect(accessOf(closed, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(accessOf({}, closed)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('rights of the role are those of both, restrictions those of either', async () => {
    const everything = { canAddUsers: true, canSeeAllData: true, canViewCompletedSamples: true }
    const { role, isUserAdmin, mayActAs, isRoot } = await acting(
      { role: { canViewCompletedSamples: true, restricted: true } },
      { role: everything },
    )
    expect(role).toMatchObject({ canAddUsers: false, canSeeAllData: false, canViewCompletedSamples: true })
    expect(role?.restricted).toBe(true)
    expect({ isUserAdmin, mayActAs, isRoot }).toEqual({ isUserAdmin: false, mayActAs: false, isRoot: false })
  })
})
