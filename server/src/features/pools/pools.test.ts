import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { createUser } from '#server/testing/factories.ts'
import { runWidgetReport } from '#server/widgets/run-report.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'
import { forty, makePool, openPools } from '#server/testing/pool-world.ts'
import type { Member, PoolWorld } from '#server/testing/pool-world.ts'

let world: PoolWorld
/** Of 75, 50, 25, 100 and 0 points. */
let members: Member[]

beforeAll(async () => {
  world = await openPools()
  await makePool(world)
  members = []
  for (const rating of [4, 3, 2, 5, 1]) members.push(await world.member({ ratings: forty(rating) }))
})
afterAll(() => world.close())

const at = (index: number): Member => {
  const member = members[index]
  if (!member) throw new Error('There are five members')
  return member
}
const audited = async (action: string) =>
  world.deps.db.selectFrom('audit').select(['object', 'universe_id']).where('action', '=', action).execute()

describe('root', () => {
  const indicators = [{ name: 'satisfaction', scale: 'index' }]

  test('makes, saves and removes pools, each told at the field and in the audit log', async () => {
    const { root } = world
    const made = await root('POST', '/rest/pools/pool', { name: 'banks', title: 'Banks', indicators })
    expect(made.body.pools.map(({ name }: { name: string }) => name)).toEqual(['banks', 'shops'])
    expect(await root('POST', '/rest/pools/pool', { name: 'banks', title: 'Again', indicators })).toMatchObject({
      status: 409,
      body: { fields: { name: 'in use' } },
    })
    expect(
      await root('POST', '/rest/pools/pool', { name: 'two', title: 'Two', indicators: [...indicators, ...indicators] }),
    ).toMatchObject({ status: 400, body: { fields: { 'indicators.1.name': 'is named twice' } } })
    expect(await root('POST', '/rest/pools/pool', { name: 'a b', title: '', indicators: [] })).toMatchObject({
      status: 400,
      body: { fields: { name: expect.any(String), title: expect.any(String) } },
    })
    const save = (body: object) =>
      root('POST', '/rest/pools/save/banks', { title: 'Nordic banks', version: 1, ...body })
    expect(await save({ indicators: [{ name: 'satisfaction', scale: 'balance' }] })).toMatchObject({
      status: 400,
      body: { fields: { 'indicators.0.scale': expect.stringContaining('cannot be changed') } },
    })
    expect((await save({ indicators })).body.pools[0]).toMatchObject({ title: 'Nordic banks', version: 2, members: 0 })
    expect(await save({ indicators })).toMatchObject({ status: 409, body: { fields: { version: 'is out of date' } } })
    expect((await root('DELETE', '/rest/pools/pool/banks')).body.pools).toHaveLength(1)
    expect(await root('DELETE', '/rest/pools/pool/banks')).toMatchObject({ status: 404 })
    for (const action of ['pool.create', 'pool.save', 'pool.remove'])
      expect(await audited(action)).toContainEqual(expect.objectContaining({ object: 'banks' }))
  })
})

describe('an administrator', () => {
  test('joins and leaves, and is not told who else is in the pool', async () => {
    const { call, universeId } = at(0)
    const before = (await call('GET', '/rest/pools/list')).body.pools[0]
    expect(before).toMatchObject({ name: 'shops', joinedAt: null, members: null, indicators: [{ state: null }] })
    const joined = (await call('POST', '/rest/pools/join/shops', {})).body.pools[0]
    expect(joined).toMatchObject({ joinedAt: '2026-02-10T12:00:00.000Z', members: null })
    expect(joined.indicators[0].state.en).toMatch(/^Takes part from the next figures on/)
    expect((await call('POST', '/rest/pools/join/shops', {})).status).toBe(409)
    expect((await call('POST', '/rest/pools/leave/shops', {})).body.pools[0].joinedAt).toBeNull()
    expect((await call('POST', '/rest/pools/leave/shops', {})).status).toBe(409)
    expect((await call('POST', '/rest/pools/join/none-such', {})).status).toBe(404)
    for (const action of ['pool.join', 'pool.leave'])
      expect(await audited(action)).toContainEqual({ object: 'shops', universe_id: universeId })
  })

  test('makes no pools, and others neither join nor see them', async () => {
    const { call, universeId, roleId } = at(0)
    expect((await call('DELETE', '/rest/pools/pool/shops')).status).toBe(403)
    const reader = await createUser(world.deps.db, { universes: [{ universeId, roleId }] })
    const read = world.callAs(reader, universeId)
    expect((await read('GET', '/rest/pools/list')).status).toBe(403)
    expect((await read('POST', '/rest/pools/join/shops', {})).status).toBe(403)
  })
})

describe('a benchmark beside a pool', () => {
  test('is withheld in words before the organisation joins, and before enough have', async () => {
    expect(await at(0).seen()).toMatchObject({
      value: 75,
      base: null,
      why: 'Your organisation has not joined the pool Nordic shops. Its administrators can join.',
    })
    await world.join(members.slice(0, 3))
    expect(await world.compute()).toBe(0)
    expect((await at(0).seen()).why).toMatch(/^Your organisation takes part from the next figures/)
    const [pool] = (await at(0).call('GET', '/rest/pools/list')).body.pools
    expect(pool.indicators[0].state.en).toBe('Will take part with 75.0, of 40 answers, once enough organisations do.')
  })

  test('shows the mean of the others, each counting once, without the own figure', async () => {
    await world.join(members.slice(3, 4))
    expect(await world.compute()).toBe(1)
    // 50, 25 and 100 beside 75.
    const seen = await at(0).seen()
    expect(seen).toMatchObject({ value: 75, base: 58.3, median: null, why: null })
    expect(seen.row).toMatchObject({
      formattedValue: '75.0',
      formattedBase: '58.3',
      formattedDiff: '+16.7',
      against: { name: { en: 'Other organisations (Nordic shops)' } },
      pool: {
        organisations: { en: 'At least 3 other organisations' },
        period: { en: '1 Jan – 31 Dec 2025' },
        withheld: { en: 'Median and quartiles are shown from 8 other organisations on.' },
      },
    })
    // 75, 50 and 25 beside 100.
    expect(await at(3).seen()).toMatchObject({ value: 100, base: 50 })
    const [pool] = (await at(0).call('GET', '/rest/pools/list')).body.pools
    expect(pool.indicators[0].state.en).toBe('Takes part with 75.0, of 40 answers.')
    expect(await audited('pool.publish')).toHaveLength(1)
  })

  test('shows no other organisation beside a figure that takes part in no pool', async () => {
    const { body } = await at(0).call('GET', `/rest/widgets/data/${at(0).survey}/bench/root`)
    expect(body).toMatchObject({ withheld: null, baseTitle: { sv: 'Andra organisationer (Nordic shops)' } })
    expect(body.rows[1]).toMatchObject({
      name: 'other',
      value: 4,
      base: null,
      pool: null,
      baseWithheld: { en: 'This figure takes part in no pool.' },
    })
  })

  test('has one period, so that there is no chart over the years', async () => {
    const { body } = await at(0).call('GET', `/rest/widgets/chart/${at(0).survey}/bench/root?period=years`)
    expect(body).toEqual({ charts: [] })
  })

  test('stays as it is while somebody waits to take part, and goes at once when somebody leaves', async () => {
    await world.join(members.slice(4))
    expect(await world.compute()).toBe(0)
    expect(await at(0).seen()).toMatchObject({ base: 58.3 })
    expect((await at(4).seen()).why).toMatch(/^Your organisation takes part from the next figures/)
    await at(1).call('POST', '/rest/pools/leave/shops', {})
    for (const one of [at(0), at(2), at(3)])
      expect(await one.seen()).toMatchObject({
        base: null,
        why: expect.stringMatching(/^Who is in the pool has changed/),
      })
    expect((await at(1).seen()).why).toMatch(/^Your organisation has not joined/)
    const kept = world.deps.db.selectFrom('pool_figure').select('value').where('universe_id', '=', at(1).universeId)
    expect(await kept.execute()).toEqual([])
  })
})

describe('eight other organisations or more', () => {
  test('have a median and quartiles, in the report as well', async () => {
    await world.root('DELETE', '/rest/pools/pool/shops')
    await makePool(world)
    const all = [...members]
    // 0, 25, 50, 75 and 100 twice.
    for (const rating of [1, 2, 3, 5]) all.push(await world.member({ ratings: forty(rating) }))
    await world.join(all)
    expect(await world.compute()).toBe(1)
    // The others: 0 0 25 25 50 50 100 100.
    const { row } = await at(0).seen()
    expect(row).toMatchObject({
      base: 43.8,
      pool: {
        ...{ lower: 12.5, median: 37.5, upper: 75, withheld: null },
        ...{ formattedLower: '12.5', formattedMedian: '37.5', formattedUpper: '75.0' },
        organisations: { en: 'At least 8 other organisations' },
      },
    })
    const ctx = await world.contextOf(at(0))
    const report = await runWidgetReport(ctx, await surveyAccess(ctx, at(0).survey), {
      ...{ components: ['bench'], drillPath: 'root', shown: shownAtFirst },
    })
    const [table] = (await report.sections()).sections
    if (table?.kind !== 'table') throw new Error('The report has no table')
    expect(table.columns.map(({ title }) => title)).toEqual([
      ...[
        'Figure',
        'Value',
        'Other organisations (Nordic shops)',
        'Median of the others',
        'Lower quartile',
        'Upper quartile',
      ],
      ...['Difference', expect.any(String), 'Based on', 'Time'],
    ])
    const texts: string[][] = []
    for await (const row of table.rows) texts.push(row.slice(1, 7).map((cell) => cell.text))
    expect(texts[0]).toEqual(['75.0', '43.8', '37.5', '12.5', '75.0', '+31.2'])
    expect(table.notes).toEqual(['At least 8 other organisations, 1 Jan – 31 Dec 2025'])
  })

  test('are no longer shown of a figure that root takes out of the pool, also when it comes back', async () => {
    const save = (name: string, version: number) =>
      world.root('POST', '/rest/pools/save/shops', {
        ...{ title: 'Nordic shops', version, indicators: [{ name, scale: 'index' }] },
      })
    expect((await save('advice', 1)).status).toBe(200)
    expect((await at(0).seen()).why).toBe('This figure takes part in no pool.')
    expect((await save('satisfaction', 2)).status).toBe(200)
    expect((await at(0).seen()).base).toBeNull()
  })
})

describe('a survey takes part', () => {
  test('only on the scale that the pool compares on', async () => {
    const wrong = await world.member({ indicator: 'expression: "nps(rating)", minValue: -100, maxValue: 100' })
    const few = await world.member({ ratings: forty(4).slice(0, 29) })
    await world.root('DELETE', '/rest/pools/pool/shops')
    await makePool(world)
    await world.join([wrong, few, ...members])
    expect(await world.compute()).toBe(1)
    const stored = await world.deps.db.selectFrom('pool_figure').select('universe_id').execute()
    const ids = stored.map((row) => row.universe_id)
    expect(ids).toContain(at(0).universeId)
    expect(ids).not.toContain(wrong.universeId)
    expect(ids).not.toContain(few.universeId)
  })
})
