import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendChange } from '#server/domain/figures/feed/change-log.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createSurvey, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import { maxStoredPaths } from './store.ts'

let board: Dashboard
let everyone: Caller
let swede: Caller

beforeAll(async () => {
  board = await openDashboard()
  everyone = await board.as()
  swede = await board.as({ filters: { country: ['Sweden'] } })
  const slow = board.responseIds[1] ?? 0
  const xid = await board.deps.db.transaction().execute(async (trx) => {
    await trx.insertInto('alert').values({ survey_id: board.surveyId, response_id: slow, rule: 'low' }).execute()
    return appendChange(trx, board.surveyId, [slow])
  })
  expect(await board.deps.analytics.feed.waitFor(xid, 10_000)).toBe(true)
})

afterAll(() => board.close())

describe('the drill path bar', () => {
  test('answers segments with path, helpText, children, entityId and isCompleted, and the open alerts below (NAV-35) (NAV-37)', async () => {
    const { status, body } = await everyone('GET', `/rest/paths/segments/${board.survey}/country=Sweden`)
    expect(status).toBe(200)
    expect(body.segments).toHaveLength(2)
    expect(body.segments[0]).toMatchObject({ path: 'root', entityId: null, isCompleted: false })
    expect(body.segments[0].children.map((child: { text: string }) => child.text)).toEqual(['Norway', 'Sweden'])
    expect(body.segments[1]).toMatchObject({ path: 'country=Sweden', text: 'Sweden', helpText: 'country' })
    expect(body.segments[1].entityId).toBeTypeOf('number')
    expect(body.segments[1].children.map((child: { path: string }) => child.path)).toEqual([
      'country=Sweden;store=Gothenburg',
      'country=Sweden;store=Stockholm',
    ])
    expect(body.nOpenAlerts).toBe(1)
    expect((await everyone('GET', `/rest/paths/segments/${board.survey}/country=Norway`)).body.nOpenAlerts).toBe(0)
  })

  test('says where the figures count responses whose alerts the reader may not open', async () => {
    const segments = async (caller: Caller, path: string) =>
      (await caller('GET', `/rest/paths/segments/${board.survey}/${path}`)).body
    expect(await segments(everyone, 'root')).not.toHaveProperty('ownAlertsOnly')
    expect(await segments(swede, 'root')).toMatchObject({ nOpenAlerts: 1, ownAlertsOnly: true })
    expect(await segments(swede, 'country=Sweden')).not.toHaveProperty('ownAlertsOnly')
  })

  test('counts the answers of a path, over the period of the page where the path has none', async () => {
    const count = async (path: string, caller = everyone) =>
      (await caller('GET', `/rest/paths/count/${board.survey}/${path}`)).body.n
    const all = await count('root')
    const units = await Promise.all(['country=Sweden', 'country=Norway'].map((path) => count(path)))
    expect(units[0]).toBeGreaterThan(0)
    expect(units[0] + units[1]).toBe(all)
    const web = await count('channel=web')
    expect(web).toBeGreaterThan(0)
    expect(web).toBeLessThan(all)
    expect(await count('root?interval=2026-01')).toBe(await count('date=2026-01'))
    expect(await count('date=2026-02?interval=2026-01')).toBe(await count('date=2026-02'))
    expect(await count('date=2026-02')).not.toBe(await count('date=2026-01'))
    expect(await count('country=Sweden', swede)).toBe(units[0])
    expect((await swede('GET', `/rest/paths/count/${board.survey}/country=Norway`)).status).toBe(403)
  })

  test('does not tell the number of a few answers of an anonymous survey', async () => {
    const { db } = board.deps
    const { universeId } = board
    const config = 'anonymity: {filters: []}\n'
    const { surveyId, extName } = await createSurvey(db, universeId, { ...smallSurvey, config })
    const roleId = await createRole(db, universeId, { surveys: { [surveyId]: {} } })
    const token = await signIn(board.deps, await createUser(db, { universes: [{ universeId, roleId }] }))
    for (const path of ['root', 'country=Sweden']) {
      const answer = await board.app.inject({ url: `/rest/paths/count/${extName}/${path}`, headers: bearer(token) })
      expect(answer.json(), path).toEqual({ n: null })
    }
  })

  test('keeps the filters in the path of every step', async () => {
    const { body } = await everyone('GET', `/rest/paths/segments/${board.survey}/country=Sweden;channel=web`)
    expect(body.segments[0].path).toBe('channel=web')
    expect(body.segments[1].path).toBe('country=Sweden;channel=web')
  })

  test('says what is wrong with a path that cannot be read, is unknown or out of bounds', async () => {
    const wrong = await everyone('GET', `/rest/paths/segments/${board.survey}/country`)
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { drillPath: expect.any(String) } },
    })
    const filter = await everyone('GET', `/rest/paths/segments/${board.survey}/colour=red`)
    expect(filter).toMatchObject({ status: 400, body: { fields: { colour: expect.any(String) } } })
    expect((await everyone('GET', `/rest/paths/segments/${board.survey}/country=Mars`)).status).toBe(404)
    expect((await swede('GET', `/rest/paths/segments/${board.survey}/country=Norway`)).status).toBe(403)
    expect((await everyone('GET', '/rest/paths/segments/nothing/root')).status).toBe(404)
  })
})

describe('children of a segment', () => {
  test('carry the main indicator and n; siblings a user may not open are marked, and shown from five answers', async () => {
    const { body } = await swede('GET', `/rest/paths/children/${board.survey}/root`)
    expect(body.children).toEqual([
      { path: 'country=Norway', text: 'Norway', accessAllowed: false, formattedValue: null, nInterviews: null },
      { path: 'country=Sweden', text: 'Sweden', accessAllowed: true, formattedValue: '3.5', nInterviews: 4 },
    ])
    const found = await everyone('GET', `/rest/paths/children/${board.survey}/root?filter=nor`)
    expect(found.body).toMatchObject({ total: 1, children: [{ text: 'Norway' }] })
  })
})

describe('suggestions', () => {
  test('come as viewResults with a header and paths of text and value (NAV-38) (RANK-21)', async () => {
    const { body } = await everyone('GET', `/rest/rankings/suggestions/${board.survey}/root?term=oth`)
    expect(body).toEqual({
      viewResults: [
        { header: 'store', paths: [{ text: 'Sweden / Gothenburg', value: 'country=Sweden;store=Gothenburg' }] },
      ],
    })
  })

  test('name only places the user may open', async () => {
    expect((await swede('GET', `/rest/rankings/suggestions/${board.survey}/root?term=oslo`)).body.viewResults).toEqual(
      [],
    )
  })
})

describe('a path too long for an address', () => {
  test('is stored and means the same', async () => {
    const long = `country=Sweden;comment=${'x'.repeat(1600)}*Good`
    const stored = await everyone('POST', `/rest/paths/store/${board.survey}`, { path: long })
    expect(stored.body.path).toMatch(/^sel=\w+$/)
    const id = stored.body.path.slice(4)
    expect((await everyone('GET', `/rest/paths/expand/${board.survey}/${id}`)).body).toEqual({ path: long })
    const { body } = await everyone('GET', `/rest/widgets/data/${board.survey}/units/${stored.body.path}`)
    expect(body.rankingData.footer.cells[3].value).toBe(1)
    expect((await everyone('GET', `/rest/paths/segments/${board.survey}/sel=gone`)).status).toBe(404)
  })

  test('holds no other stored path, neither when it is stored nor when it is asked for', async () => {
    const filler = `comment=${'x'.repeat(1600)}`
    const inner = (await everyone('POST', `/rest/paths/store/${board.survey}`, { path: `${filler}*inner` })).body.path
    const nested = `${filler}*outer;${inner}`
    const refused = await everyone('POST', `/rest/paths/store/${board.survey}`, { path: nested })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation', fields: { path: expect.any(String) } } })
    await board.deps.db
      .insertInto('stored_path')
      .values({ id: 'nested', survey_id: board.surveyId, path: nested })
      .execute()
    for (const path of ['sel=nested', `${inner};${inner}`]) {
      const { status, body } = await everyone('GET', `/rest/paths/segments/${board.survey}/${path}`)
      expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: ['drillPath'] })
    }
  })

  test('keeps to the limits of any path, what is added to it included', async () => {
    const conditions = (count: number) => Array.from({ length: count }, () => 'channel=web').join(';')
    const long = `${conditions(50)};comment=${'x'.repeat(1600)}`
    const refused = await everyone('POST', `/rest/paths/store/${board.survey}`, { path: long })
    expect(refused).toMatchObject({ status: 400, body: { fields: { path: 'There are more than 50 conditions.' } } })
    const fits = `${conditions(49)};comment=${'x'.repeat(1600)}`
    const stored = await everyone('POST', `/rest/paths/store/${board.survey}`, { path: fits })
    expect((await everyone('GET', `/rest/paths/segments/${board.survey}/${stored.body.path}`)).status).toBe(200)
    const added = await everyone('GET', `/rest/paths/segments/${board.survey}/${stored.body.path};channel=till`)
    expect(added).toMatchObject({ status: 400, body: { fields: { drillPath: 'There are more than 50 conditions.' } } })
    const values = `channel=${Array.from({ length: 5001 }, () => 'web').join('*')}`
    const tooMany = await everyone('POST', `/rest/paths/store/${board.survey}`, { path: values })
    expect(tooMany).toMatchObject({ status: 400, body: { fields: { path: '"channel" has more than 5000 values.' } } })
    const tooLong = await everyone('GET', `/rest/paths/segments/${board.survey}/comment=${'x'.repeat(2000)}`)
    expect(tooLong).toMatchObject({ status: 400, body: { fields: { drillPath: expect.any(String) } } })
  })

  test('is kept for as long as it is used, and a user has so many', async () => {
    const other = await board.as()
    const store = async (call: Caller, text: string): Promise<string> =>
      (await call('POST', `/rest/paths/store/${board.survey}`, { path: `comment=${'y'.repeat(1600)}*${text}` })).body
        .path
    const ofOther = await store(other, 'theirs')
    const oldest = await store(everyone, 'oldest')
    const used = await store(everyone, 'used')
    await sql`UPDATE stored_path SET used_at = now() - interval '2 days' WHERE survey_id = ${board.surveyId}`.execute(
      board.deps.db,
    )
    const opened = (path: string) => everyone('GET', `/rest/paths/segments/${board.survey}/${path}`)
    expect((await opened(used)).status).toBe(200)
    // As many as are allowed, of which the two above already exist.
    await sql`
      INSERT INTO stored_path (id, survey_id, user_id, path)
      SELECT 'more' || at, survey_id, user_id, path FROM stored_path, generate_series(3, ${maxStoredPaths}) AS at
      WHERE 'sel=' || id = ${used}`.execute(board.deps.db)
    expect((await opened(oldest)).status).toBe(200)
    await sql`UPDATE stored_path SET used_at = now() - interval '2 days' WHERE 'sel=' || id = ${oldest}`.execute(
      board.deps.db,
    )
    const newest = await store(everyone, 'newest')
    for (const path of [used, ofOther, 'sel=more3', newest]) expect((await opened(path)).status).toBe(200)
    expect((await opened(oldest)).status).toBe(404)
  })
})
