import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { insertMembership } from '#server/domain/build/user.ts'
import { createSurvey, createUser } from '#server/testing/factories.ts'
import { forty, makePool, openPools, seenBy } from '#server/testing/pool-world.ts'
import type { Member, PoolWorld } from '#server/testing/pool-world.ts'

let world: PoolWorld
let attacker: Member
/** The attacker wants the figure of the last one: 100 points, where the others have 50. */
let others: Member[]
let victim: Member

beforeAll(async () => {
  world = await openPools()
})
afterAll(() => world.close())

// Each attack begins with a pool and organisations of its own.
beforeEach(async () => {
  world.time.now = '2026-02-10T12:00:00Z'
  attacker = await world.member()
  others = []
  for (let at = 0; at < 5; at++) others.push(await world.member({ ratings: forty(3) }))
  victim = await world.member({ ratings: forty(5) })
  await world.root('DELETE', '/rest/pools/pool/shops')
  await makePool(world)
})

/** A quarter later; the answers of three quarters of 2025 and of the new one are those of before. */
async function nextQuarter(): Promise<void> {
  world.time.now = '2026-05-10T12:00:00Z'
  await world.deps.db
    .updateTable('response')
    .set({ event_date: '2026-02-15' })
    .where('event_date', '<', '2025-04-01')
    .execute()
  await touchAll()
}

/** Has the figures read all answers again. */
async function touchAll(): Promise<void> {
  await write(programContext(world.deps, 'test'), async (tx) => {
    for (const { surveyId } of [attacker, victim, ...others]) await tx.surveyChanged(surveyId)
  })
}

const leave = ({ call }: Member) => call('POST', '/rest/pools/leave/shops', {})

test('what came with one who joined is not told by a difference', async () => {
  await world.join([attacker, ...others])
  expect(await world.compute()).toBe(1)
  const before = await attacker.seen()
  expect(before.base).toBe(50)
  await world.join([victim])
  for (const day of ['11', '12', '28']) {
    world.time.now = `2026-02-${day}T12:00:00Z`
    expect(await world.compute()).toBe(0)
    expect(await attacker.seen()).toEqual(before)
  }
  // Nor a quarter later, with the same ones and the new one.
  await nextQuarter()
  expect(await world.compute()).toBe(1)
  expect((await attacker.seen()).base).toBe(50)
})

test('what went with one who left is not told by a difference, also a quarter later', async () => {
  await world.join([attacker, ...others, victim])
  expect(await world.compute()).toBe(1)
  expect((await attacker.seen()).base).toBe(58.3)
  await leave(victim)
  expect((await attacker.seen()).base).toBeNull()
  expect(await world.compute()).toBe(0)
  await nextQuarter()
  expect(await world.compute()).toBe(0)
  expect((await attacker.seen()).base).toBeNull()
})

test('an attacker who joins, looks, leaves and joins again learns nothing more', async () => {
  await world.join([...others, victim])
  expect(await world.compute()).toBe(1)
  await world.join([attacker])
  // Whoever takes no part yet sees nothing.
  expect((await attacker.seen()).base).toBeNull()
  await leave(attacker)
  await world.join([attacker])
  await world.compute()
  expect((await attacker.seen()).base).toBeNull()
  // Nor is what the others see another.
  expect((await victim.seen()).base).toBe(50)
})

test('filters, places, periods and changed answers leave the other organisations as they are', async () => {
  await world.join([attacker, ...others, victim])
  await world.compute()
  const { base, row } = await attacker.seen()
  expect(base).toBe(58.3)
  for (const path of [
    'store=North',
    'channel=web',
    'store=South;channel=till',
    'date=2025-Q1',
    'date=2020',
    'units.as=now',
  ]) {
    const seen = await attacker.seen(path)
    expect([seen.base, seen.row['pool']], path).toEqual([base, row['pool']])
  }
  // Answers of another member that come later count from the next figures on.
  await world.deps.db.deleteFrom('response').where('survey_id', '=', victim.surveyId).where('id', '>', 0).execute()
  await touchAll()
  expect(await world.compute()).toBe(0)
  expect((await attacker.seen()).base).toBe(base)
})

test('one who has more than half of the answers is not shown through the mean', async () => {
  const giant = await world.member({ ratings: Array.from({ length: 130 }, () => 5) })
  await world.join([attacker, ...others.slice(0, 3), giant])
  expect(await world.compute()).toBe(1)
  expect(await attacker.seen()).toMatchObject({
    base: null,
    why: 'One of the other organisations has more than half of their answers.',
  })
  // The giant itself sees the others, of whom none has more than half.
  expect((await giant.seen()).base).toBe(56.3)
})

test('two organisations under one administrator count as one', async () => {
  const { db } = world.deps
  const second = await world.member()
  await insertMembership(db, {
    userId: attacker.admin.id,
    universeId: second.universeId,
    roleId: second.roleId,
    admin: true,
  })
  await world.join([attacker, ...others])
  expect(await second.call('POST', '/rest/pools/join/shops', {})).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('An administrator of your organisation') },
  })
  // Nor do they where somebody became administrator of the second after both had joined.
  const third = await world.member({ ratings: forty(1) })
  await world.join([third])
  await insertMembership(db, {
    userId: attacker.admin.id,
    universeId: third.universeId,
    roleId: third.roleId,
    admin: true,
  })
  expect(await world.compute()).toBe(1)
  expect((await attacker.seen()).base).toBe(50)
  expect((await third.seen()).base).toBeNull()
})

test('somebody who belongs to several members is shown only what three others have', async () => {
  const { db } = world.deps
  await world.join([attacker, ...others.slice(0, 2), victim])
  expect(await world.compute()).toBe(1)
  expect((await attacker.seen()).base).toBe(66.7)
  const [first] = others
  if (!first) throw new Error('There are others')
  const both = await createUser(db, {
    universes: [attacker, first].map(({ universeId, roleId }) => ({ universeId, roleId })),
  })
  const call = world.callAs(both, attacker.universeId)
  expect(await seenBy(call, attacker.survey)).toMatchObject({
    base: null,
    why: 'Fewer than three other organisations take part.',
  })
})

test('three surveys of one organisation are one organisation', async () => {
  for (let at = 0; at < 3; at++)
    await createSurvey(world.deps.db, attacker.universeId, {
      questions: { rating: { type: 'scale', min: 1, max: 5 } },
      config: `
indicators: { csi: { expression: "index(rating)", minValue: 0, maxValue: 100 } }
pool: { name: shops, indicators: { csi: satisfaction } }`,
      rows: forty(1).map((rating) => ({ date: '2025-05-05', answers: { rating } })),
    })
  await world.join([attacker, victim])
  expect(await world.compute()).toBe(0)
  expect((await victim.seen()).base).toBeNull()
})

test('an anonymous survey takes part by what it publishes', async () => {
  // Ten answers a quarter are published, nine are not.
  const anonymity = 'anonymity: { filters: [] }'
  const many = await world.member({ ratings: [...forty(2), ...forty(3).slice(0, 20)], extra: anonymity })
  const few = await world.member({ ratings: forty(2).slice(0, 36), extra: anonymity })
  await world.join([attacker, ...others, many, few])
  expect(await world.compute()).toBe(1)
  const stored = await world.deps.db.selectFrom('pool_figure').select(['universe_id', 'n']).execute()
  const of = ({ universeId }: Member) => stored.find((row) => row.universe_id === universeId)
  expect(of(few)).toBeUndefined()
  expect((of(many)?.n ?? 0) % 5).toBe(0)
})

test('nothing that a member is answered names another one, or tells how many there are', async () => {
  await world.join([attacker, ...others, victim])
  await world.compute()
  const answers = JSON.stringify([
    await attacker.call('GET', '/rest/pools/list'),
    await attacker.call('GET', `/rest/widgets/data/${attacker.survey}/bench/root`),
  ])
  const names = await world.deps.db
    .selectFrom('universe')
    .select('name')
    .where('id', '<>', attacker.universeId)
    .execute()
  expect(names.length).toBeGreaterThan(6)
  for (const { name } of names) expect(answers).not.toContain(JSON.stringify(name))
  expect(answers).toContain('At least 5 other organisations')
  expect(answers).toContain('"members":null')
})
