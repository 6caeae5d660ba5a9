import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditParts } from '@gensvar/contract/audit-words'
import type { AuditEntryRow } from '@gensvar/contract/audit'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createUniverse, createUser } from '#server/testing/factories.ts'

let board: Dashboard
let root: Caller
let anna: number

beforeAll(async () => {
  board = await openDashboard()
  const { db } = board.deps
  root = await board.as({ isRoot: true })
  anna = (await createUser(db, { username: 'anna@example.org', firstName: 'Anna', lastName: 'Berg' })).id
  const kim = (await createUser(db, { firstName: 'Kim', lastName: 'Ek' })).id
  const elsewhere = await createUniverse(db)
  const own = { universe_id: board.universeId, survey_id: board.surveyId }
  await db
    .insertInto('audit')
    .values([
      { ...own, action: 'alert.closed', object: '7', user_id: anna, at: '2026-01-31T23:30:00Z', request_id: 'r1' },
      { ...own, action: 'alert.saved', object: '7', user_id: anna, actor_user_id: kim, at: '2026-02-01T08:00:00Z' },
      { ...own, action: 'campaign.start', object: 'spring', program: 'campaigns', at: '2026-02-02T08:00:00Z' },
      { ...own, action: 'user.save', object: 'x', user_id: 2_000_000_000, at: '2026-02-03T08:00:00Z' },
      {
        ...{ universe_id: null, action: 'settings.set', object: 'file.yaml', at: '2026-02-04T08:00:00Z' },
        details: JSON.stringify({ keys: ['egress', 'domain'], deep: { a: 1 } }),
      },
      { universe_id: elsewhere.id, action: 'alert.closed', object: '8', user_id: anna, at: '2026-02-05T08:00:00Z' },
    ])
    .execute()
})
afterAll(() => board.close())

async function list(query: string): Promise<AuditEntryRow[]> {
  const { status, body } = await root(
    'GET',
    `/rest/audit/list?${query.includes('to=') ? '' : 'to=2026-02-09&'}${query}`,
  )
  expect(status).toBe(200)
  expect(body.total).toBe(body.rows.length)
  return body.rows
}
const actions = async (query: string) => (await list(query)).map(({ action }) => action)

test('the log has who did what when, of the organisation and the installation, newest first', async () => {
  expect(await list('')).toMatchObject([
    { action: 'settings.set', user: null, isByUser: false, details: ['deep: {"a":1}', 'keys: egress, domain'] },
    { action: 'user.save', user: null, isByUser: true, survey: board.survey },
    { action: 'campaign.start', program: 'campaigns', object: 'spring' },
    { action: 'alert.saved', user: 'Anna Berg', actor: 'Kim Ek', at: '2026-02-01T08:00:00.000Z' },
    { action: 'alert.closed', user: 'Anna Berg', actor: null, requestId: 'r1' },
  ])
  expect(await actions('sortVar=at')).toEqual([
    'alert.closed',
    'alert.saved',
    'campaign.start',
    'user.save',
    'settings.set',
  ])
  const { body } = await root('GET', '/rest/audit/list?to=2026-02-09&rowFrom=1&rowTo=3')
  expect(body).toMatchObject({ total: 5, rows: [{ action: 'user.save' }, { action: 'campaign.start' }] })
})

test('it is filtered by who, what, when and of what', async () => {
  expect(await actions('thing=alert')).toEqual(['alert.saved', 'alert.closed'])
  expect(await actions('who=anna')).toEqual(['alert.saved', 'alert.closed'])
  expect(await actions('who=KIM')).toEqual(['alert.saved'])
  expect(await actions('who=campaigns')).toEqual(['campaign.start'])
  expect(await actions('by=program')).toEqual(['campaign.start'])
  expect(await actions('by=people&sortVar=at')).toEqual(['alert.closed', 'alert.saved', 'user.save', 'settings.set'])
  expect(await actions('filter=spring')).toEqual(['campaign.start'])
  expect(await actions('filter=egress')).toEqual(['settings.set'])
  await board.deps.db
    .updateTable('universe')
    .set({ time_zone: 'Europe/Stockholm' })
    .where('id', '=', board.universeId)
    .execute()
  expect(await actions('from=2026-02-01&to=2026-02-01')).toEqual(['alert.saved', 'alert.closed'])
  expect(await actions('to=2026-01-31')).toEqual([])
  expect((await root('GET', '/rest/audit/list?thing=nothing')).status).toBe(400)
})

test('every action that the program notes has words', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.split('/').includes('testing'),
  )
  const named = files.flatMap((path) =>
    readFileSync(join(folder, path), 'utf8')
      .split('\n')
      .filter((line) => /\baction: |\baudit\(/.test(line) && !line.includes('event ==='))
      .flatMap((line) => [...line.matchAll(/'([a-z][a-z-]*(?:\.[A-Za-z-]+)+)'/g)].map(([, action = '']) => action)),
  )
  expect(named.length).toBeGreaterThan(100)
  expect([...new Set(named)].filter((action) => auditParts(action) === null)).toEqual([])
})
