import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { figures } from '#server/domain/figures/figures.ts'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { programContext } from '#server/domain/context.ts'
import { bearer, createSurvey, createUser, signIn } from '#server/testing/factories.ts'
import { createKeyRow } from '#server/testing/key-rows.ts'
import { openMetadata } from '../testing/metadata-board.ts'
import type { MetadataBoard } from '../testing/metadata-board.ts'

/** A configuration as somebody writes it: with comments, in their own order and layout. */
const written = `# Ours, do not touch.
version: 1
lowBase: 0
rankFrom: 0
indicators:
  satisfaction: { title: rating, expression: "mean(rating)", goal: 3 } # the main one
  online: { title: Online, expression: 'share(channel, web)', where: 'rating >= 1 and channel in (web, till)' }
filters:
  standard:
    - key: channel
      filters: [channel, { extName: store, serverSide: true }]
  hidden:
    - { extName: spam, value: channel=_spam }
interview:
  title: "{store}: {channel}"
  rating: rating   # shown big
  background: [country, "channel"]
comparable: [channel]
bands:
  channel: [[web, till]]
weights: { shares: { channel: { web: 60, till: 40 } } }
alerts:
  - { extname: low, when: 'rating <= 2 and channel = web' }
actions: { items: [rating] }
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: channel, variables: [satisfaction, { indicator: rating }] } }
  - extname: records
    components:
      - { type: record-table, config: { id: records, recordset: calls } }
  - extname: ranking
    kind: rankings
    components:
      - type: ranking-table
        config: { id: units, columns: [{ value: rating, extra: true }], leafColumns: [eventdate, channel, { value: x, renderType: custom }] }
`

let board: MetadataBoard
beforeEach(async () => {
  board = await openMetadata()
  await write(programContext(board.deps, 'test'), async (tx) => {
    await saveConfiguration(
      tx.db,
      { id: board.surveyId, universeId: board.universeId, extName: board.survey },
      { text: written, source: 'user', author: 'kim' },
    )
    await tx.surveyChanged(board.surveyId)
  })
})
afterEach(() => board.close())

/** Everything that names the question `channel` and its choice `web` besides answers and configuration. */
async function useEverywhere(): Promise<{ userId: number; token: string }> {
  const { db } = board.deps
  const { surveyId: survey_id, universeId } = board
  const roleId = (await db.selectFrom('role').select('id').executeTakeFirstOrThrow()).id
  const user = await createUser(db, { universes: [{ universeId, roleId, filters: {} }] })
  const user_id = user.id
  await db
    .insertInto('user_filter')
    .values({ user_id, universe_id: universeId, survey_id, variable: 'channel', values: ['web', 'till'] })
    .execute()
  const rights = {
    canViewSamples: true,
    viewAccessList: [{ view: 'stores', access: true, defaultDrill: 'channel=web' }],
    questionNotificationList: [{ variable: 'channel', enabled: true }],
  }
  await db
    .updateTable('role_survey')
    .set({ rights: JSON.stringify(rights) })
    .where('survey_id', '=', survey_id)
    .execute()
  await db
    .insertInto('saved_filter')
    .values({ survey_id, user_id, name: 'Online', path: 'country=Sweden;channel=web*_till' })
    .execute()
  await db
    .insertInto('stored_path')
    .values({ id: `p${survey_id}`, survey_id, path: 'channel=web' })
    .execute()
  await db
    .insertInto('action')
    .values({
      survey_id,
      view: 'stores',
      filters: 'channel=web',
      extname: 'channel',
      expression: 'share(channel, web)',
      goal: 1,
      period: 'this_q',
      period_start: '2026-01-01',
      deadline: '2026-12-31',
    })
    .execute()
  const rows = JSON.stringify([{ questionVariable: 'channel', effectSize: 0.2 }])
  await db.insertInto('effect_block').values({ survey_id, drill_path: 'root', rows }).execute()
  await db
    .insertInto('survey_doubt')
    .values({ survey_id, kind: 'codes', variable: 'channel', facts: '{}', chosen: 'number' })
    .execute()
  await db
    .insertInto('import_set')
    .values({
      survey_id,
      created: new Date(),
      username: 'kim',
      filename: 'a.csv',
      made_survey: false,
      before: '{}',
      component: 'up',
      mapping: JSON.stringify({ state: '1', fields: { channel: 'Channel' }, key: null }),
    })
    .execute()
  const times = { cadence: 'daily', weekday: 1, month_day: 1, hour: 7 } as const
  const asked = JSON.stringify({ drillPath: 'country=Sweden;channel=web', format: 'xlsx', component: 'channel' })
  await db
    .insertInto('subscription')
    .values({
      ...{ survey_id, universe_id: universeId, owner_id: user_id, kind: 'ranking', asked, title: 'Ranking' },
      ...{ ...times, locale: 'en', next_at: new Date(), created_at: new Date() },
    })
    .execute()
  const chosen = JSON.stringify({ shown: ['channel', 'rating'], hidden: ['channel 4', 'channels'] })
  await board.deps.pool.query(
    `insert into user_preference (user_id, survey_id, key, value)
     values ($1, $2, 'columns.units.rows', $3), ($1, $2, 'columns.records', $3)`,
    [user_id, survey_id, chosen],
  )
  return { userId: user_id, token: await signIn(board.deps, user, universeId) }
}

/** Figures of the survey as root sees them, by a question. */
async function countsBy(question: string): Promise<Record<string, number | null>> {
  await board.deps.analytics.feed.catchUp()
  const ctx = await board.contextAs({ isRoot: true })
  const access = await surveyAccess(ctx, board.survey)
  const { rows } = await figures(ctx, access, {
    conditions: [],
    by: { question },
    indicators: [{ key: 'n', expression: 'count()' }],
  })
  return Object.fromEntries(rows.map((row) => [row.key.name, row.values[0]?.value ?? null]))
}

/** The same counted over the answers themselves. */
async function answersBy(question: string): Promise<Record<string, number>> {
  const { rows } = await board.deps.pool.query<{ name: string; n: number }>(
    `select answers->>$2 as name, count(*)::int as n from response
      where survey_id = $1 and state = 0 and answers ? $2 group by 1`,
    [board.surveyId, question],
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

describe('a variable that gets another name', () => {
  test('is shown with everything it touches, and nothing is changed by that', async () => {
    await useEverywhere()
    const before = await board.configuration()
    const { id } = await board.question('channel')
    const { status, body } = await board.preview({ question: id, name: 'contact_way' })
    expect(status).toBe(200)
    expect(body.touched).toEqual([
      { kind: 'responses', count: 6 },
      { kind: 'userFilters', count: 1 },
      { kind: 'roles', count: 1 },
      { kind: 'savedFilters', count: 1 },
      { kind: 'storedPaths', count: 1 },
      { kind: 'actions', count: 1 },
      { kind: 'effects', count: 1 },
      { kind: 'doubts', count: 1 },
      { kind: 'mappings', count: 1 },
      { kind: 'subscriptions', count: 1 },
      { kind: 'chosenColumns', count: 1 },
      { kind: 'configuration', count: 11 },
    ])
    expect(body.lines).toContainEqual({ line: 23, place: 'alerts.0.when' })
    // The key of a group and the id of a component are called the same and are something else.
    expect(body.left).toEqual([10, 28])
    expect(await board.configuration()).toBe(before)
    expect((await board.question('channel')).id).toBe(id)
  })

  test('has it everywhere at once, and figures, filters and rights stay what they were', async () => {
    const { userId, token } = await useEverywhere()
    const before = await countsBy('channel')
    const keys = () => board.deps.pool.query('select id, record_key from response order by id')
    const keysBefore = (await keys()).rows
    const { status, body } = await board.saveQuestion('channel', { variable: 'contact_way', title: { en: 'Way' } })
    expect([status, body.variable, body.foreignName]).toEqual([200, 'contact_way', 'channel'])
    expect(await countsBy('contact_way')).toEqual(before)
    expect(await answersBy('contact_way')).toEqual(before)
    expect(await answersBy('channel')).toEqual({})
    expect((await keys()).rows).toEqual(keysBefore)
    const { db } = board.deps
    const filter = await db.selectFrom('user_filter').selectAll().where('user_id', '=', userId).executeTakeFirst()
    expect(filter).toMatchObject({ variable: 'contact_way', values: ['web', 'till'] })
    const { rights } = await db.selectFrom('role_survey').select('rights').executeTakeFirstOrThrow()
    expect(rights).toMatchObject({
      viewAccessList: [{ view: 'stores', access: true, defaultDrill: 'contact_way=web' }],
      questionNotificationList: [{ variable: 'contact_way', enabled: true }],
    })
    expect((await db.selectFrom('saved_filter').select('path').executeTakeFirst())?.path).toBe(
      'country=Sweden;contact_way=web*_till',
    )
    expect((await db.selectFrom('stored_path').select('path').executeTakeFirst())?.path).toBe('contact_way=web')
    expect(await db.selectFrom('action').selectAll().executeTakeFirst()).toMatchObject({
      filters: 'contact_way=web',
      extname: 'contact_way',
      expression: 'share(contact_way, web)',
    })
    expect((await db.selectFrom('survey_doubt').select('variable').executeTakeFirst())?.variable).toBe('contact_way')
    expect((await db.selectFrom('import_set').select('mapping').executeTakeFirst())?.mapping).toMatchObject({
      fields: { contact_way: 'Channel' },
    })
    expect((await db.selectFrom('subscription').select('asked').executeTakeFirst())?.asked).toEqual({
      ...{ drillPath: 'country=Sweden;contact_way=web', format: 'xlsx', component: 'channel' },
    })
    const columns = await db.selectFrom('user_preference').select('value').orderBy('key', 'desc').execute()
    expect(columns.map(({ value }) => value)).toEqual([
      { shown: ['contact_way', 'rating'], hidden: ['contact_way 4', 'channels'] },
      { shown: ['channel', 'rating'], hidden: ['channel 4', 'channels'] },
    ])
    // The user is still limited by it, and nobody else sees more or less.
    const drill = await board.app.inject({
      url: `/rest/filters/data/${board.survey}/standard`,
      headers: bearer(token),
    })
    expect(drill.statusCode).toBe(200)
    expect(drill.body).toContain('contact_way')
  })

  test('has it in the configuration, whose comments, order and layout stay', async () => {
    await board.saveQuestion('channel', { variable: 'contact_way' })
    const expected = written
      .replace('share(channel, web)', 'share(contact_way, web)')
      .replace('and channel in (web', 'and contact_way in (web')
      .replace('filters: [channel,', 'filters: [contact_way,')
      .replace('value: channel=_spam', 'value: contact_way=_spam')
      .replace('{store}: {channel}', '{store}: {contact_way}')
      .replace('"channel"]', '"contact_way"]')
      .replace('comparable: [channel]', 'comparable: [contact_way]')
      .replace('  channel: [[web', '  contact_way: [[web')
      .replace('{ channel: { web: 60', '{ contact_way: { web: 60')
      .replace('and channel = web', 'and contact_way = web')
      .replace('[eventdate, channel,', '[eventdate, contact_way,')
    expect(await board.configuration()).toBe(expected)
    await board.saveQuestion('rating', { variable: 'overall' })
    expect(await board.configuration()).toBe(
      expected
        .replace('mean(rating)', 'mean(overall)')
        .replace("where: 'rating", "where: 'overall")
        .replace('rating: rating ', 'rating: overall ')
        .replace("'rating <= 2", "'overall <= 2")
        .replace('items: [rating]', 'items: [overall]')
        .replace('indicator: rating', 'indicator: overall')
        .replace('value: rating, extra', 'value: overall, extra'),
    )
    expect((await board.find('')).problems).toEqual([{ line: 13, text: "'contact_way' has no choice 'spam'" }])
  })

  test('that is a level stays the level of its views', async () => {
    const { status } = await board.saveQuestion('store', { variable: 'shop' })
    expect(status).toBe(200)
    const view = await board.deps.db.selectFrom('view').select('levels').executeTakeFirstOrThrow()
    expect(view.levels).toEqual(['country', 'shop'])
    const tile = await board.root('GET', `/rest/rankings/data/${board.survey}/units/country=Sweden;shop=Stockholm`)
    expect(tile.status).not.toBe(500)
    expect(await countsBy('shop')).toEqual({ Stockholm: 2, Gothenburg: 2, Oslo: 1 })
  })
})

describe('a choice that gets another name', () => {
  test('has it everywhere at once, and figures and filters stay what they were', async () => {
    const { userId } = await useEverywhere()
    const before = await countsBy('channel')
    const { status } = await board.saveChoice('channel', 'web', { extname: 'web shop', title: { en: 'Web shop' } })
    expect(status).toBe(200)
    const renamed = { 'web shop': before['web'], till: before['till'] }
    expect(await countsBy('channel')).toEqual(renamed)
    expect(await answersBy('channel')).toEqual(renamed)
    const { db } = board.deps
    const filter = await db.selectFrom('user_filter').selectAll().where('user_id', '=', userId).executeTakeFirst()
    expect(filter?.values).toEqual(['web shop', 'till'])
    expect((await db.selectFrom('saved_filter').select('path').executeTakeFirst())?.path).toBe(
      'country=Sweden;channel=web!20shop*_till',
    )
    expect((await db.selectFrom('subscription').select('asked').executeTakeFirst())?.asked).toMatchObject({
      drillPath: 'country=Sweden;channel=web!20shop',
    })
    expect(await board.configuration()).toBe(
      written
        .replace('share(channel, web)', 'share(channel, "web shop")')
        .replace('channel in (web, till)', 'channel in ("web shop", till)')
        .replace('[[web, till]]', '[[web shop, till]]')
        .replace('{ web: 60', '{ web shop: 60')
        .replace('and channel = web', 'and channel = "web shop"'),
    )
    expect((await board.question('channel')).format).toEqual({ renamed: { web: 'web shop' } })
    await board.saveChoice('channel', 'web shop', { extname: 'shop' })
    expect((await board.question('channel')).format).toEqual({ renamed: { web: 'shop', 'web shop': 'shop' } })
  })

  test('of a level renames its places, which are still found by the old name', async () => {
    const { db } = board.deps
    const { surveyId } = board
    const survey = await db
      .selectFrom('survey')
      .select('universe_id')
      .where('id', '=', surveyId)
      .executeTakeFirstOrThrow()
    const path = 'country=Norway;store=Oslo'
    const key = await createKeyRow(db, { universeId: survey.universe_id, surveyId }, { path })
    const { status } = await board.saveChoice('store', 'Oslo', { extname: 'Oslo City' })
    expect(status).toBe(200)
    const bound = await db.selectFrom('api_key').select('path').where('id', '=', key).executeTakeFirst()
    expect(bound?.path).toBe('country=Norway;store=Oslo!20City')
    const unit = await board.deps.db
      .selectFrom('unit')
      .selectAll()
      .where('ext_name', '=', 'Oslo City')
      .executeTakeFirst()
    expect(unit?.aliases).toEqual(['Oslo'])
    expect(await countsBy('store')).toEqual({ Stockholm: 2, Gothenburg: 2, 'Oslo City': 1 })
  })
})

describe('a name is refused with the reason, and nothing is changed,', () => {
  const refusedVariable = async (name: string) => {
    const { id } = await board.question('channel')
    const { status, body } = await board.preview({ question: id, name })
    const saved = await board.saveQuestion('channel', { variable: name, renameSeen: null })
    expect(saved.status).toBeGreaterThanOrEqual(400)
    return [status, body.fields?.name]
  }

  test('where it is taken, reserved, or cannot stand in an expression', async () => {
    const before = await board.configuration()
    expect(await refusedVariable('store')).toEqual([409, 'Another question has the variable "store".'])
    expect(await refusedVariable('satisfaction')).toEqual([409, 'An indicator has the name "satisfaction".'])
    const shape =
      'Use letters, digits and _ only, and begin with a letter: a variable stands in expressions and addresses.'
    for (const name of ['way;x=1', 'a b', '1st', 'a{b}', "x'--"])
      expect(await refusedVariable(name)).toEqual([400, shape])
    for (const name of ['view', 'state', 'date', 'and', 'constructor', 'email'])
      expect(await refusedVariable(name)).toEqual([
        400,
        `"${name}" means something else in paths, columns and expressions.`,
      ])
    expect(await board.configuration()).toBe(before)
    expect(await answersBy('channel')).toEqual({ web: 3, till: 2 })
  })

  test('where a choice has it, or a place beside', async () => {
    const taken = await board.saveChoice('channel', 'web', { extname: 'till' })
    expect(taken).toMatchObject({ status: 409 })
    const { id } = await board.question('rating')
    await board.deps.db.insertInto('choice').values({ question_id: id, ext_name: '1', code: 1 }).execute()
    await write(programContext(board.deps, 'test'), (tx) => tx.surveyChanged(board.surveyId))
    const step = await board.choice('rating', '1')
    const asked = await board.preview({ question: id, choice: step.id, name: 'one' })
    expect(asked.body.fields.name).toBe('The steps of a scale are called by their numbers. Change the title instead.')
    await board.deps.db.updateTable('unit').set({ ext_name: 'Kiruna' }).where('ext_name', '=', 'Gothenburg').execute()
    const store = await board.question('store')
    const stockholm = await board.choice('store', 'Stockholm')
    const beside = await board.preview({ question: store.id, choice: stockholm.id, name: 'Kiruna' })
    expect(beside.body.fields.name).toBe(
      'There is a place "Kiruna" beside it already. Merge the two on the page Units.',
    )
  })

  test('where users are filtered by it in several surveys of the organisation at once', async () => {
    const user = await board.deps.db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
    await board.deps.db
      .insertInto('user_filter')
      .values({
        user_id: user.id,
        universe_id: board.universeId,
        survey_id: null,
        variable: 'channel',
        values: ['web'],
      })
      .execute()
    // As long as no other survey has such a question, the filter is as good as one of this survey.
    await board.saveChoice('channel', 'web', { extname: 'online' })
    const filter = () => board.deps.db.selectFrom('user_filter').select('values').executeTakeFirst()
    expect((await filter())?.values).toEqual(['online'])
    await createSurvey(board.deps.db, board.universeId)
    const words =
      'Question filters of users hold in all surveys of the organisation, and several have this question (1). Make them filters of one survey first.'
    expect(await refusedVariable('contact_way')).toEqual([409, words])
    const choice = await board.saveChoice('channel', 'online', { extname: 'web', renameSeen: null })
    expect(choice.status).toBe(409)
    expect((await filter())?.values).toEqual(['online'])
  })

  test('in an anonymous survey, whose published figures depend on it', async () => {
    const text = 'version: 1\nanonymity: { filters: [] }\n'
    await write(programContext(board.deps, 'test'), async (tx) => {
      await saveConfiguration(
        tx.db,
        { id: board.surveyId, universeId: board.universeId, extName: board.survey },
        { text, source: 'user', author: 'kim' },
      )
      await tx.surveyChanged(board.surveyId)
    })
    const [status, words] = await refusedVariable('contact_way')
    expect([status, words]).toEqual([409, expect.stringContaining('anonymous survey stay')])
  })

  test('where what it touches was not looked at, or the survey has changed since', async () => {
    const { id } = await board.question('channel')
    const { body } = await board.preview({ question: id, name: 'contact_way' })
    await board.saveQuestion('comment', { title: { en: 'Words' } })
    const late = await board.saveQuestion('channel', { variable: 'contact_way', renameSeen: body.seen })
    expect(late).toMatchObject({
      status: 409,
      body: { message: 'Look first at what the other name changes.', fields: { renameSeen: 'is out of date' } },
    })
    expect((await board.question('channel')).id).toBe(id)
  })

  test('of two editors at the same moment, one', async () => {
    const both = await Promise.all([
      board.saveQuestion('channel', { variable: 'one_way' }),
      setTimeout(0).then(() => board.saveQuestion('channel', { variable: 'other_way' }).catch(() => ({ status: 409 }))),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const left = [await answersBy('one_way'), await answersBy('other_way')]
    expect(left).toContainEqual({ web: 3, till: 2 })
    expect(left).toContainEqual({})
  })
})
