import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { getSurveyStatus } from '@gensvar/contract/surveys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import type { TestRole } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import type { MadeSurvey, TestSurvey } from '#server/testing/survey-data.ts'
import { authorise } from './authorise.ts'
import type { Identity } from './identity.ts'
import { requireCase } from './require-case.ts'
import { identifyByToken, startSession } from './sessions.ts'
import { filterFieldsOf, surveyAccess, systemScopes } from './survey-access.ts'
import type { SurveyAccess } from './survey-access.ts'

let program: TestDeps
let universeId = 0
let survey: MadeSurvey

beforeAll(async () => {
  program = await testDeps()
  universeId = (await createUniverse(program.deps.db)).id
  survey = await createSurvey(program.deps.db, universeId)
})

afterAll(() => program.close())

interface Who {
  role?: TestRole
  filters?: Record<string, string[]>
  isRoot?: boolean
  in?: number
}

async function identityOf({
  role = { surveys: { [survey.surveyId]: {} } },
  filters,
  isRoot,
  in: where = universeId,
}: Who): Promise<Identity> {
  const { db } = program.deps
  const roleId = await createRole(db, where, role)
  const user = await createUser(db, {
    isRoot: isRoot ?? false,
    universes: [{ universeId: where, roleId, filters: filters ?? {} }],
  })
  const identity = await identifyByToken(program.deps, await signIn(program.deps, user))
  if (!identity) throw new Error('the user has no identity')
  return identity
}

async function accessOf(who: Who, extName = survey.extName): Promise<SurveyAccess> {
  return surveyAccess({ ...program.deps, identity: await identityOf(who) }, extName)
}

async function openCases(access: SurveyAccess, { responseIds }: MadeSurvey = survey): Promise<number[]> {
  const open = await Promise.allSettled(responseIds.map((id) => requireCase(program.deps, access, id)))
  return open.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []))
}

describe('access', () => {
  test('a survey without access for the role is not usable (ROLES-11)', async () => {
    await expect(accessOf({ role: {} })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(accessOf({})).resolves.toMatchObject({ model: { extName: survey.extName } })
  })

  test('filters on two levels without a common unit show nothing', async () => {
    expect(await openCases(await accessOf({ filters: { country: ['Norway'], store: ['Stockholm'] } }))).toEqual([])
  })

  test('a survey of another universe does not exist', async () => {
    const other = await createUniverse(program.deps.db)
    await expect(accessOf({ in: other.id, role: {} })).rejects.toMatchObject({ code: 'not_found' })
    await expect(accessOf({ in: other.id, isRoot: true, role: {} })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('before a universe is chosen there are no surveys', async () => {
    const identity = { ...(await identityOf({})), universe: null }
    await expect(surveyAccess({ ...program.deps, identity }, survey.extName)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('a child never exceeds its parents: access, flags and views (ROLES-04)', async () => {
    const { db } = program.deps
    const id = survey.surveyId
    const grandparent = await createRole(db, universeId, {
      canAddUsers: true,
      surveys: { [id]: { canViewSamples: true } },
    })
    const parent = await createRole(db, universeId, {
      parentId: grandparent,
      canAddUsers: true,
      canSeeAllData: true,
      surveys: { [id]: { canViewSamples: true, canHandleAlerts: true, startPage: 'overview' } },
    })
    const child = {
      parentId: parent,
      canAddUsers: true,
      canSeeAllData: true,
      surveys: { [id]: { canViewSamples: true, canHandleAlerts: true, canEditActions: true } },
    }
    const identity = await identityOf({ role: child })
    expect(identity.role).toMatchObject({ canAddUsers: true, canSeeAllData: false })
    const { rights } = await surveyAccess({ ...program.deps, identity }, survey.extName)
    expect(rights.flags).toMatchObject({ canViewSamples: true, canHandleAlerts: false, canEditActions: false })
    expect(rights.startPage).toBe('overview')
    const orphan = await createRole(db, universeId, { parentId: grandparent })
    await expect(accessOf({ role: { ...child, parentId: orphan } })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is worked out once for a request, and again in a transaction', async () => {
    const identity = await identityOf({})
    const ctx = { ...program.deps, identity }
    const access = surveyAccess(ctx, survey.extName)
    expect(surveyAccess({ ...ctx }, survey.extName)).toBe(access)
    expect(surveyAccess({ ...ctx, identity: { ...identity } }, survey.extName)).not.toBe(access)
    await program.deps.db.transaction().execute(async (db) => {
      expect(await surveyAccess({ ...ctx, db }, survey.extName)).not.toBe(await access)
    })
    expect(surveyAccess(ctx, survey.extName)).toBe(access)
  })

  test('of somebody who acts as a user has the limits of both, each with their own rights', async () => {
    const { db } = program.deps
    const surveys = { [survey.surveyId]: {} }
    const person = async (role: TestRole, filters: Record<string, string[]>) => {
      const place = { universeId, roleId: await createRole(db, universeId, role), admin: true, actAs: true, filters }
      return (await createUser(db, { universes: [place] })).id
    }
    const opened = async (userId: number, actorUserId: number) => {
      const { token } = await startSession(program.deps, { userId, universeId, actorUserId })
      const identity = await identifyByToken(program.deps, token)
      if (!identity) throw new Error('they may act as each other')
      return openCases(await surveyAccess({ ...program.deps, identity }, survey.extName))
    }
    const norwegian = await person({ surveys }, { country: ['Norway'] })
    const onTheWeb = await person({ surveys }, { channel: ['web'] })
    // Their own filter does not bind them.
    const everything = await person({ canSeeAllData: true, surveys }, { country: ['Norway'] })
    expect(await opened(norwegian, onTheWeb)).toEqual([4])
    expect(await opened(onTheWeb, norwegian)).toEqual([4])
    expect(await opened(everything, onTheWeb)).toEqual([0, 2, 4])
    expect(await opened(onTheWeb, everything)).toEqual([0, 2, 4])
  })

  test('a filter that both have is applied once, so that they share the figures of each alone', async () => {
    const { db } = program.deps
    const roleId = await createRole(db, universeId, { surveys: { [survey.surveyId]: {} } })
    const place = { universeId, roleId, admin: true, actAs: true, filters: { channel: ['web'] } }
    const [user, actor] = [await createUser(db, { universes: [place] }), await createUser(db, { universes: [place] })]
    const opened = async (actorUserId: number | null) => {
      const { token } = await startSession(program.deps, { userId: user.id, universeId, actorUserId })
      const identity = await identifyByToken(program.deps, token)
      if (!identity) throw new Error('they may act as each other')
      return surveyAccess({ ...program.deps, identity }, survey.extName)
    }
    const alone = await opened(null)
    expect((await opened(actor.id)).caseScope.key).toBe(alone.caseScope.key)
    // So is one that somebody has for all surveys and for this one.
    const row = { universe_id: universeId, survey_id: survey.surveyId, variable: 'channel', values: ['web'] }
    await db
      .insertInto('user_filter')
      .values({ ...row, user_id: user.id })
      .execute()
    expect((await opened(null)).caseScope.key).toBe(alone.caseScope.key)
  })

  test('a cycle of parent roles ends', async () => {
    const { db } = program.deps
    const one = await createRole(db, universeId, { surveys: { [survey.surveyId]: {} } })
    const two = await createRole(db, universeId, { parentId: one, surveys: { [survey.surveyId]: {} } })
    await db.updateTable('role').set({ parent_id: two }).where('id', '=', one).execute()
    const identity = await identityOf({ role: { parentId: two, surveys: { [survey.surveyId]: {} } } })
    expect(identity.role?.lineage).toHaveLength(3)
  })
})

describe('views', () => {
  const twoViews: TestSurvey = { ...smallSurvey, views: { stores: ['country', 'store'], channels: ['channel'] } }

  test('a role sees the views its list opens, in its order, with their default paths', async () => {
    const { surveyId, extName } = await createSurvey(program.deps.db, universeId, twoViews)
    const withRights = (rights: NonNullable<TestRole['surveys']>[number]) =>
      accessOf({ role: { surveys: { [surveyId]: rights } } }, extName)
    const all = await withRights({ viewOrder: ['channels'] })
    expect(all.views.map((view) => view.extName)).toEqual(['channels', 'stores'])
    const viewAccessList = [
      { view: 'channels', access: false },
      { view: 'stores', access: true, defaultDrill: 'country=Sweden' },
    ]
    const one = await withRights({ viewAccessList })
    expect(one.views.map((view) => view.extName)).toEqual(['stores'])
    expect(one.rights.defaultDrills.get('stores')).toBe('country=Sweden')
    await expect(withRights({ viewAccessList: [] })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('a survey without any view is open', async () => {
    const { questions } = smallSurvey
    const { surveyId, extName } = await createSurvey(program.deps.db, universeId, { questions })
    expect((await accessOf({ role: { surveys: { [surveyId]: {} } } }, extName)).views).toEqual([])
  })
})

describe('scopes', () => {
  test('without filters every case is open', async () => {
    const access = await accessOf({})
    expect(access.caseScope.conditions).toEqual([])
    expect(await openCases(access)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('a filter on a level confines the cases and not the comparison', async () => {
    const access = await accessOf({ filters: { country: ['Norway'] } })
    expect(access.caseScope.conditions).toEqual([{ kind: 'unit', view: 'stores', depth: 1, path: ['Norway'] }])
    expect(access.compareScope.conditions).toEqual([])
    expect(await openCases(access)).toEqual([4, 5])
  })

  test('a filter on a lower level alone finds its units', async () => {
    const access = await accessOf({ filters: { store: ['Oslo', 'Stockholm'] } })
    expect(await openCases(access)).toEqual([0, 1, 4, 5])
  })

  test('filters on two levels are combined with AND', async () => {
    const access = await accessOf({ filters: { country: ['Sweden'], store: ['Oslo', 'Stockholm'] } })
    expect(await openCases(access)).toEqual([0, 1])
  })

  test('a filter that is not on a level narrows cases and comparison alike', async () => {
    const access = await accessOf({ filters: { channel: ['web'] } })
    expect(access.compareScope.conditions).toEqual(access.caseScope.conditions)
    expect(await openCases(access)).toEqual([0, 2, 4])
  })

  test('a filter on a scale accepts numbers and ranges', async () => {
    expect(await openCases(await accessOf({ filters: { rating: ['range_4_5'] } }))).toEqual([0, 2, 5])
    expect(await openCases(await accessOf({ filters: { rating: ['1', '2'] } }))).toEqual([1, 4])
  })

  test('a filter for "not answered" opens those rows alone', async () => {
    expect(await openCases(await accessOf({ filters: { comment: ['none'] } }))).toEqual([2, 3, 5])
  })

  test('a question may have the name of what every object has', async () => {
    const questions = { ...smallSurvey.questions, constructor: { type: 'text' as const } }
    const made = await createSurvey(program.deps.db, universeId, { ...smallSurvey, questions })
    const role = { surveys: { [made.surveyId]: {} } }
    const access = await accessOf({ role, filters: { constructor: ['none'] } }, made.extName)
    expect(await openCases(access, made)).toHaveLength(6)
  })

  test('a place that does not exist opens nothing', async () => {
    const access = await accessOf({ filters: { store: ['Helsinki'] } })
    expect(access.caseScope.conditions).toHaveLength(1)
    expect(await openCases(access)).toEqual([])
  })

  test('a filter that cannot be applied closes the survey instead of being ignored', async () => {
    await expect(accessOf({ filters: { region: ['North'] } })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('"region"'),
    })
    await expect(accessOf({ filters: { rating: ['high'] } })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(accessOf({ filters: { channel: [] } })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('two filters on a level open what both open, and one of another survey is none', async () => {
    const identity = await identityOf({ filters: { country: ['Sweden', 'Norway'] } })
    const other = await createSurvey(program.deps.db, universeId)
    const filter = async (surveyId: number, values: string[]) => {
      const row = {
        user_id: identity.userId,
        universe_id: universeId,
        survey_id: surveyId,
        variable: 'country',
        values,
      }
      await program.deps.db.insertInto('user_filter').values(row).execute()
      const ctx = { ...program.deps, identity: { ...identity } }
      return openCases(await surveyAccess(ctx, survey.extName))
    }
    expect(await filter(other.surveyId, [])).toHaveLength(6)
    expect(await filter(survey.surveyId, ['Norway', 'Denmark'])).toEqual([4, 5])
    expect(await filter(survey.surveyId, ['Sweden'])).toEqual([])
  })

  test('hidden filters bind everybody, and close the survey where they cannot be applied', async () => {
    const { db } = program.deps
    const make = (value: string) =>
      createSurvey(db, universeId, {
        ...smallSurvey,
        config: `filters: { hidden: [{ extName: first, value: "channel=_till" }, { extName: second, value: "${value}" }] }`,
      })
    const made = await make('rating=_1')
    const role = { surveys: { [made.surveyId]: {} } }
    for (const who of [{ role }, { role, isRoot: true }]) {
      const access = await accessOf(who, made.extName)
      expect(await openCases(access, made)).toEqual([0, 2])
      expect(access.compareScope.conditions).toEqual(access.caseScope.conditions)
    }
    const broken = await make('rating=high')
    await expect(accessOf({ isRoot: true, role: {} }, broken.extName)).rejects.toThrow('The hidden filter on "rating"')
  })

  test('of the program hold all rows of its survey', () => {
    const { caseScope, compareScope } = systemScopes({ id: 7 })
    expect(caseScope).toMatchObject({ kind: 'case', surveyId: 7, conditions: [], isOpen: true })
    expect(compareScope).toMatchObject({ kind: 'compare', surveyId: 7, conditions: [], own: [], fixed: [] })
  })

  test('a role that sees all data is not bound by filters, nor is root (ROLES-08)', async () => {
    const filters = { country: ['Norway'] }
    const role = { canSeeAllData: true, surveys: { [survey.surveyId]: {} } }
    expect(await openCases(await accessOf({ role, filters }))).toHaveLength(6)
    expect(await openCases(await accessOf({ isRoot: true, filters }))).toHaveLength(6)
  })

  test('a unit with an alias is found by it', async () => {
    const { db } = program.deps
    const renamed = await createSurvey(db, universeId)
    await db
      .updateTable('unit')
      .set({ aliases: ['Christiania'] })
      .where('ext_name', '=', 'Oslo')
      .execute()
    const role = { surveys: { [renamed.surveyId]: {} } }
    const access = await accessOf({ role, filters: { store: ['Christiania'] } }, renamed.extName)
    expect(await openCases(access, renamed)).toEqual([4, 5])
  })

  test('equal rights share a cache key, others do not', async () => {
    const [norway, same, sweden] = await Promise.all(
      ['Norway', 'Norway', 'Sweden'].map((country) => accessOf({ filters: { country: [country] } })),
    )
    expect(norway?.caseScope.key).toBe(same?.caseScope.key)
    expect(norway?.caseScope.key).not.toBe(sweden?.caseScope.key)
    expect(norway?.compareScope.key).toBe(sweden?.compareScope.key)
  })

  test('a case of another survey cannot be opened by its id', async () => {
    const other = await createSurvey(program.deps.db, universeId)
    await expect(requireCase(program.deps, await accessOf({}), other.responseIds[0] ?? 0)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('places', () => {
  test("the path down to the user's place is open, its siblings are not", async () => {
    const { places } = await accessOf({ filters: { store: ['Stockholm'] } })
    const allowed = (...path: string[]) => places.allows('stores', path)
    expect([allowed(), allowed('Sweden'), allowed('Sweden', 'Stockholm')]).toEqual([true, true, true])
    expect([allowed('Norway'), allowed('Sweden', 'Gothenburg'), allowed('Norway', 'Oslo')]).toEqual([
      false,
      false,
      false,
    ])
    expect(allowed('Denmark')).toBe(false)
    expect(places.startOf('stores')).toEqual(['Sweden', 'Stockholm'])
  })

  test("everything below the user's place is open", async () => {
    const { places } = await accessOf({ filters: { country: ['Sweden'] } })
    expect(places.allows('stores', ['Sweden', 'Gothenburg'])).toBe(true)
    expect(places.allows('stores', ['Norway', 'Oslo'])).toBe(false)
    expect(places.startOf('stores')).toEqual(['Sweden'])
  })

  test('several places start from their common ancestor', async () => {
    expect((await accessOf({ filters: { store: ['Stockholm', 'Gothenburg'] } })).places.startOf('stores')).toEqual([
      'Sweden',
    ])
    expect((await accessOf({ filters: { store: ['Stockholm', 'Oslo'] } })).places.startOf('stores')).toEqual([])
    expect((await accessOf({})).places.startOf('stores')).toEqual([])
  })
})

describe('anonymous surveys', () => {
  test('open single answers to roles that were given it, and not to root (ROLES-12a)', async () => {
    const config = 'anonymity: {filters: []}\n'
    const { surveyId, extName } = await createSurvey(program.deps.db, universeId, { ...smallSurvey, config })
    const plain = await accessOf({ role: { surveys: { [surveyId]: {} } } }, extName)
    const trusted = await accessOf({ role: { surveys: { [surveyId]: { canViewAnon: true } } } }, extName)
    const root = await accessOf({ isRoot: true, role: {} }, extName)
    expect([plain, trusted, root].map((access) => access.canViewInterviews)).toEqual([false, true, false])
    // Nobody looked at it: there was no request.
    const noted = program.deps.db.selectFrom('audit').select('action').where('survey_id', '=', surveyId)
    expect(await noted.where('action', '=', 'anonymous.view').execute()).toEqual([])
  })

  test('note once a day who sees through the anonymity, and nobody else', async () => {
    const config = 'anonymity: {filters: []}\n'
    const { surveyId, extName } = await createSurvey(program.deps.db, universeId, { ...smallSurvey, config })
    for (const canViewAnon of [true, false]) {
      const identity = await identityOf({ role: { surveys: { [surveyId]: { canViewAnon } } } })
      for (const day of ['2026-03-01', '2026-03-02'])
        for (const request of [1, 2]) {
          const clock = { now: () => new Date(`${day}T12:00:00Z`) }
          const requestId = `${day} ${request} ${canViewAnon}`
          // An identity of its own, as every request has.
          const ctx = { ...program.deps, clock, identity: { ...identity }, requestId }
          await Promise.all([surveyAccess(ctx, extName), surveyAccess(ctx, extName)])
        }
    }
    const { rows } = await program.deps.pool.query(
      `select request_id from audit where survey_id = $1 and action = 'anonymous.view' order by id`,
      [surveyId],
    )
    expect(rows.map((row) => row.request_id)).toEqual(['2026-03-01 1 true', '2026-03-02 1 true'])
  })
})

test('rows can be filtered by questions, and by configured filters that need none', async () => {
  const { model } = await accessOf({})
  const filters = {
    standard: [{ key: 'a', filters: ['channel', 'campaign', 'unknown'] }],
    time: [
      {
        key: 'b',
        filters: [
          { extName: 'around', dateInterval: true },
          { extName: 'rating', dateInterval: true },
        ],
      },
    ],
  }
  const fields = filterFieldsOf({ ...model, config: surveyConfig.parse({ filters }) })
  expect(fields).toEqual([
    ...['country', 'store'].map((name) => ({ name, kind: 'choice', isLevel: true })),
    { name: 'channel', kind: 'choice', isLevel: false },
    { name: 'rating', kind: 'range', isLevel: false },
    { name: 'comment', kind: 'choice', isLevel: false },
    { name: 'campaign', kind: 'campaign', variable: 'campaign' },
    { name: 'around', kind: 'dates', variable: 'date' },
  ])
})

describe('a route of a survey', () => {
  const opens = async (who: Who, permission: string, extName = survey.extName, id = 'someRoute') => {
    const ctx = {
      ...program.deps,
      identity: await identityOf(who),
      locale: 'en' as const,
      requestId: `${id}/${made++}`,
    }
    const route = { id, permission } as Parameters<typeof authorise>[1]
    const answer = await authorise(ctx, route, { survey: extName }).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    )
    const noted = program.deps.db.selectFrom('audit').select('action').where('request_id', '=', ctx.requestId)
    return [answer, ...(await noted.execute()).map(({ action }) => action)].join(' ')
  }
  let made = 0

  test('opens to whoever may open the survey, whatever its permission', async () => {
    const closed: Who = { role: {} }
    for (const permission of ['signed-in', 'survey', 'view-interviews']) {
      expect(await opens({}, permission)).toBe('ok')
      expect(await opens(closed, permission)).toBe('forbidden')
      expect(await opens({}, permission, 'unknown')).toBe('not_found')
    }
    expect(await opens({}, 'survey', '-')).toBe('ok')
    expect(await opens({}, 'view-interviews', '-')).toBe('not_found')
    expect(await opens({}, 'signed-in', '-')).toBe('not_found')
  })

  test('of samples opens to roles that may open samples', async () => {
    const role = (canViewSamples: boolean) => ({ role: { surveys: { [survey.surveyId]: { canViewSamples } } } })
    expect(await opens(role(true), 'view-samples')).toBe('ok')
    expect(await opens(role(false), 'view-samples')).toBe('forbidden')
    expect(await opens(role(false), 'view-interviews')).toBe('ok')
  })

  test('of interviews or samples opens to roles that may see through the anonymity, which is noted but for the status', async () => {
    const config = 'anonymity: {filters: []}\n'
    const { surveyId, extName } = await createSurvey(program.deps.db, universeId, { ...smallSurvey, config })
    const role = (canViewAnon: boolean) => ({
      role: { surveys: { [surveyId]: { canViewAnon, canViewSamples: true } } },
    })
    expect(await opens(role(false), 'view-interviews', extName)).toBe('forbidden')
    expect(await opens(role(false), 'survey', extName)).toBe('ok')
    // Who was asked, and who answered, is told of single people.
    expect(await opens(role(false), 'view-samples', extName)).toBe('forbidden')
    expect(await opens(role(true), 'view-samples', extName)).toBe('ok anonymous.view')
    expect(await opens(role(true), 'view-interviews', extName)).toBe('ok anonymous.view')
    expect(await opens(role(true), 'survey', extName, getSurveyStatus.id)).toBe('ok')
  })
})
