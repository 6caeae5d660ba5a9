import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import type { TestRole } from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { surveyFlags } from './role-rights.ts'
import { identifyByToken } from './sessions.ts'
import { rightsWithin } from './subset.ts'

let program: TestDeps
let universeId = 0
let survey: MadeSurvey
let other: MadeSurvey

beforeAll(async () => {
  program = await testDeps()
  universeId = (await createUniverse(program.deps.db)).id
  survey = await createSurvey(program.deps.db, universeId, {
    ...smallSurvey,
    views: { stores: ['country', 'store'], channels: ['channel'] },
  })
  other = await createSurvey(program.deps.db, universeId)
})

afterAll(() => program.close())

interface Person {
  role?: TestRole
  /** Rights in the first survey; the second is closed unless `role` says otherwise. */
  rights?: NonNullable<TestRole['surveys']>[number]
  filters?: Record<string, string[]>
  admin?: boolean
  actAs?: boolean
  isRoot?: boolean
  in?: number
}

async function identityOf({ role = {}, rights = {}, in: where = universeId, isRoot = false, ...place }: Person) {
  const { db } = program.deps
  const surveys = where === universeId ? { [survey.surveyId]: rights } : {}
  const roleId = await createRole(db, where, { surveys, ...role })
  const user = await createUser(db, { isRoot, universes: [{ universeId: where, roleId, ...place }] })
  const identity = await identifyByToken(program.deps, await signIn(program.deps, user, where))
  if (!identity) throw new Error('the user has no identity')
  return identity
}

async function within(inner: Person, outer: Person): Promise<boolean> {
  return rightsWithin(program.deps, await identityOf(inner), await identityOf(outer))
}

const at = (level: 'country' | 'store' | 'channel' | 'rating' | 'comment', ...values: string[]): Person => ({
  filters: { [level]: values },
})
const every = Object.fromEntries(surveyFlags.map((flag) => [flag, true]))
const anchors = (...levels: string[]): Person => ({
  rights: { anchorAccessList: levels.map((level) => ({ view: 'stores', level, access: true })) },
})
const view = (name: string) => ({ viewAccessList: [{ view: name, access: true }] })

describe('rights are within those of another', () => {
  test.each<[string, Person, Person]>([
    ['equal ones', {}, {}],
    ['fewer flags in a survey', { rights: { canViewSamples: true } }, { rights: every }],
    ['fewer flags of the role', {}, { role: { canAddUsers: true, canSeeAllData: true } }],
    ['one of two views', { rights: view('stores') }, {}],
    ['the place itself', at('country', 'Sweden'), at('country', 'Sweden')],
    ['a place below', at('store', 'Stockholm'), at('country', 'Sweden')],
    ['one of two places', at('country', 'Norway'), at('country', 'Sweden', 'Norway')],
    ['a limit where the other has none', at('rating', '5'), {}],
    ['one of two answers', at('channel', 'web'), at('channel', 'web', 'till')],
    ['the same limit of another kind', at('rating', 'range_4_5'), at('rating', 'range_4_5')],
    ['a user administrator', { admin: true }, { admin: true }],
    ['actions on one of two levels', anchors('store'), anchors('store', 'country')],
    ['actions on one level under all', anchors('store'), {}],
    ['whoever acts as others', { admin: true, actAs: true }, { admin: true, actAs: true }],
    ['everything under root', { admin: true, rights: every }, { isRoot: true }],
  ])('%s', async (_case, inner, outer) => {
    expect(await within(inner, outer)).toBe(true)
  })
})

describe('rights are not within those of another', () => {
  test.each(surveyFlags)('with the flag %s more', async (flag) => {
    const { [flag]: _, ...others } = every
    expect(await within({ rights: { [flag]: true } }, { rights: others })).toBe(false)
  })

  test.each(['canAddUsers', 'canSeeAllData', 'canCreateRoles', 'canViewCompletedSamples'] as const)(
    'with the right %s of the role more',
    async (flag) => {
      const all = { canAddUsers: true, canSeeAllData: true, canCreateRoles: true, canViewCompletedSamples: true }
      const surveys = { [survey.surveyId]: {} }
      expect(await within({ role: { [flag]: true, surveys } }, { role: { ...all, [flag]: false, surveys } })).toBe(
        false,
      )
    },
  )

  test.each<[string, Person, Person]>([
    ['root', { isRoot: true }, { admin: true, rights: every }],
    ['a user administrator under a user', { admin: true }, {}],
    ['whoever acts as others under who does not', { admin: true, actAs: true }, { admin: true }],
    ['a second view', {}, { rights: view('stores') }],
    ['another view', { rights: view('channels') }, { rights: view('stores') }],
    ['no place under a place', {}, at('country', 'Sweden')],
    ['a higher place', at('country', 'Sweden'), at('store', 'Stockholm')],
    ['a place beside', at('country', 'Norway'), at('country', 'Sweden')],
    ['a place below another one', at('store', 'Oslo'), at('country', 'Sweden')],
    ['two places under one of them', at('country', 'Sweden', 'Norway'), at('country', 'Sweden')],
    ['a place of another view', at('store', 'Stockholm'), at('channel', 'web')],
    ['another answer', at('channel', 'till'), at('channel', 'web')],
    ['two answers under one of them', at('channel', 'web', 'till'), at('channel', 'web')],
    ['no limit under a limit', {}, at('rating', '5')],
    ['a wider range', at('rating', 'range_1_5'), at('rating', 'range_4_5')],
    ['actions on another level', anchors('country'), anchors('store')],
    ['actions on all levels under one', {}, anchors('store')],
    ['an answer excluded under one included', at('comment', '_Good'), at('comment', 'Good')],
  ])('%s', async (_case, inner, outer) => {
    expect(await within(inner, outer)).toBe(false)
  })

  test('a survey more', async () => {
    const one = { role: { surveys: { [survey.surveyId]: {} } } }
    const two = { role: { surveys: { [survey.surveyId]: {}, [other.surveyId]: {} } } }
    expect(await within(two, one)).toBe(false)
    expect(await within(one, two)).toBe(true)
  })

  test('a limit of another survey, in which it is on a question and not on a level', async () => {
    const limited = (...values: string[]): Person => ({
      ...{ role: { surveys: { [other.surveyId]: {} } }, filters: { channel: values } },
    })
    expect(await within(limited('web'), limited('web', 'till'))).toBe(true)
    expect(await within(limited('web', 'till'), limited('web'))).toBe(false)
  })

  test('of another universe, root included', async () => {
    const elsewhere = (await createUniverse(program.deps.db)).id
    expect(await within({}, { in: elsewhere })).toBe(false)
    expect(await within({}, { in: elsewhere, isRoot: true })).toBe(false)
    const none = { ...(await identityOf({})), universe: null }
    expect(await rightsWithin(program.deps, none, none)).toBe(false)
    expect(await rightsWithin(program.deps, await identityOf({}), none)).toBe(false)
  })

  test('where the other has lost their role', async () => {
    const [member, other] = [await identityOf({}), await identityOf({})]
    const roleless = { ...other, role: null }
    expect(await rightsWithin(program.deps, member, roleless)).toBe(false)
    expect(await rightsWithin(program.deps, roleless, member)).toBe(true)
    const adding = await identityOf({ role: { canAddUsers: true } })
    expect(await rightsWithin(program.deps, adding, roleless)).toBe(false)
  })
})

test('rights in a survey that cannot be read are an error, not missing rights', async () => {
  const { db } = program.deps
  const where = (await createUniverse(db)).id
  const config = 'filters: { hidden: [{ extName: illegal, value: rating=high }] }'
  const { surveyId } = await createSurvey(db, where, { ...smallSurvey, config })
  const person = await identityOf({ in: where, role: { surveys: { [surveyId]: {} } } })
  await expect(rightsWithin(program.deps, person, { ...person })).rejects.toThrow('The hidden filter on "rating"')
})
