import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { reportCaller, rootCaller, startedEngine } from './testing/report-bench.ts'
import type { ReportCaller } from './testing/report-bench.ts'

const extra = `
filters:
  standard:
    - { key: visit, title: Visit, filters: [channel] }
pages:
  - extname: overview
    title: { en: Overview, sv: Översikt }
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
      - { type: variable-block, config: { id: secret, variables: [slow], rootOnly: true } }
      - { type: import-set-list, config: { id: imported } }
      - type: discriminator
        config:
          id: side
          branches:
            - { roles: [seller], components: [{ type: results-block, config: { id: mine } }] }
            - { components: [{ type: ranking-table, config: { id: all, columns: [satisfaction, n] } }] }
  - { extname: nothing, components: [{ type: import-set-list, config: { id: none } }] }
`

let board: Dashboard
let engine: TaskEngine
let root: ReportCaller

beforeAll(async () => {
  board = await openDashboard({ extra })
  engine = await startedEngine(board)
  root = await rootCaller(board)
})
afterAll(async () => {
  await engine.stop()
  await board.close()
})

async function memberOf(name: string): Promise<ReportCaller> {
  const { db } = board.deps
  const roleId = await createRole(db, board.universeId, { name, surveys: { [board.surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId: board.universeId, roleId }] })
  return reportCaller(board, await signIn(board.deps, user, board.universeId))
}

const namesOf = async (caller: ReportCaller): Promise<string[]> =>
  (await caller.sheets('page/overview/root', { format: 'xlsx' })).map(({ name }) => name)

describe('the report of a page', () => {
  test('has what the components of the page show to its reader, and leaves out those without figures', async () => {
    expect(await namesOf(root)).toEqual(['Key figures', 'Key figures (2)', 'country', 'What was asked'])
    expect(await namesOf(await memberOf('buyer'))).toEqual(['Key figures', 'country', 'What was asked'])
  })

  test('has the branch of a discriminator that the page shows to the role of its reader', async () => {
    expect(await namesOf(await memberOf('seller'))).toEqual(['Key figures', 'Results', 'What was asked'])
  })

  test('is a PDF with the title of the page', async () => {
    const { body } = await root.create('page/overview/country=Norway', { format: 'pdf' })
    expect(await root.ended(body.taskUUID)).toMatchObject({ status: 'FINISHED', title: 'Overview: Norway' })
    const { text } = readPdf((await root.download(body.taskUUID)).bytes)
    expect(text).toContain('Satisfaction')
  })

  test('of a compared page holds both sides, and how B differs from A as the screen tells it', async () => {
    const vs = 'country=Norway'
    const sheets = await root.sheets('page/overview/country=Sweden', { format: 'xlsx', vs })
    expect(sheets.map(({ name }) => name)).toEqual([
      'A and B',
      'A · Key figures',
      'A · Key figures (2)',
      'A · store',
      'B · Key figures',
      'B · Key figures (2)',
      'B · store',
      'What was asked',
    ])
    const url = `/rest/paths/comparison/${board.survey}/country=Sweden?page=overview&vs=${encodeURIComponent(vs)}`
    const told = (await board.app.inject({ url, headers: bearer(root.token) })).json()
    const satisfaction = told.differences.find(({ name }: { name: string }) => name === 'satisfaction')
    const [, a, b, difference] = sheets[0]?.rows.find(([name]) => name === 'Satisfaction') ?? []
    expect([a, b]).toEqual([expect.any(Number), expect.any(Number)])
    expect(difference).toBe(satisfaction.difference)
    expect(sheets[0]?.rows.flat()).toContain('From A')
    // Each side's own table has the value that the differences are of.
    const valuesOf = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows.flat()
    expect([valuesOf('A · Key figures'), valuesOf('B · Key figures')]).toEqual([
      expect.arrayContaining([a]),
      expect.arrayContaining([b]),
    ])
    const { body } = await root.create('page/overview/country=Sweden', { format: 'pdf', vs })
    expect(await root.ended(body.taskUUID)).toMatchObject({ status: 'FINISHED' })
    const { text } = readPdf((await root.download(body.taskUUID)).bytes)
    for (const words of ['A and B', 'From A', 'Norway', 'Sweden']) expect(text).toContain(words)
  })

  test('of a compared page is refused where side B cannot be read or may not be seen', async () => {
    const unknown = await root.create('page/overview/root', { format: 'xlsx', vs: 'country=Mars' })
    expect(unknown.status).toBe(404)
    const unreadable = await root.create('page/overview/root', { format: 'xlsx', vs: 'country' })
    expect(unreadable).toMatchObject({ status: 400, body: { fields: { vs: expect.any(String) } } })
    const { db } = board.deps
    const roleId = await createRole(db, board.universeId, { name: 'swede', surveys: { [board.surveyId]: {} } })
    const universes = [{ universeId: board.universeId, roleId, filters: { country: ['Sweden'] } }]
    const swede = reportCaller(board, await signIn(board.deps, await createUser(db, { universes }), board.universeId))
    const asked = { format: 'xlsx', vs: 'country=Norway' }
    expect((await swede.create('page/overview/country=Sweden', asked)).status).toBe(403)
  })

  test('is refused for an unknown page, one without figures, another format, and where the survey offers none', async () => {
    expect((await root.create('page/gone/root', { format: 'xlsx' })).status).toBe(404)
    expect((await root.create('page/nothing/root', { format: 'xlsx' })).status).toBe(400)
    expect((await root.create('page/overview/root', { format: 'csv' })).status).toBe(400)
    const closed = await openDashboard({ extra: `${extra}\nreports: { pages: false }` })
    try {
      const caller = await rootCaller(closed)
      expect((await caller.create('page/overview/root', { format: 'xlsx' })).status).toBe(403)
    } finally {
      await closed.close()
    }
  })
})
