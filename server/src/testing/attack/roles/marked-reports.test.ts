import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { reportTaskTypes } from '#server/features/reports/service.ts'
import { testApp } from '../../test-app.ts'
import type { TestApp } from '../../test-app.ts'
import { makeCallers } from './callers.ts'
import { makeMarkedWorld } from './marked-world.ts'

let server: TestApp
let engine: TaskEngine

beforeAll(async () => {
  server = await testApp()
  engine = new TaskEngine(server.deps, reportTaskTypes)
})
afterAll(async () => {
  await engine.stop()
  await server.close()
})

const reports = [
  ['ranking', { component: 'units', format: 'csv' }],
  ['interviews', { format: 'csv' }],
  ['actions', { format: 'csv' }],
  ['samples', { format: 'csv', columns: ['comment', 'mail', 'amount'] }],
  ['alerts', { component: 'alerts', format: 'csv', columns: ['comment', 'mail', 'amount', 'owner'] }],
  ['named', { format: 'csv' }],
  ['page', { format: 'xlsx' }],
] as const
const names: Partial<Record<string, string>> = { named: 'monthly/', page: 'overview/' }
const places = ['root', 'country=Norway;store=Oslo']

test('no file holds what its owner may not read, whoever asks for whatever', async () => {
  const marked = await makeMarkedWorld(server.deps, 1)
  engine.start()
  const seen = new Set<string>()
  const faults: string[] = []
  let files = 0
  for (const caller of await makeCallers(server.deps, marked.world)) {
    const { headers } = await caller.credentials(false)
    for (const survey of ['survey', 'anonymous', 'foreign'] as const) {
      const { extName } = marked.world[survey]
      const asked = reports.flatMap(([kind, body]) => places.map((place) => ({ kind, body, place })))
      const made = await Promise.all(
        asked.map(async ({ kind, body, place }) => {
          const url = `/rest/reports/${kind}/${extName}/${names[kind] ?? ''}${encodeURIComponent(place)}`
          const answer = await server.app.inject({ method: 'POST', url, headers, payload: body })
          return answer.statusCode === 200 ? [answer.json<{ taskUUID: string }>().taskUUID] : []
        }),
      )
      for (const uuid of made.flat()) {
        const url = `/rest/reports/status/${extName}/${uuid}`
        let status = ''
        await expect
          .poll(async () => (status = (await server.app.inject({ url, headers })).json<{ status: string }>().status), {
            interval: 10,
            timeout: 10_000,
          })
          .toMatch(/FINISHED|FAILED/)
        if (status === 'FAILED') continue
        const file = await server.app.inject({ url: `/rest/reports/download/${extName}/${uuid}`, headers })
        expect(file.statusCode).toBe(200)
        files += 1
        for (const marker of marked.markers.shownIn(await textOf(file.rawPayload, file.body), ''))
          if (caller.mayRead(marker.owner)) seen.add(marker.what)
          else faults.push(`${caller.name}: a ${marker.what} in a report of ${survey}`)
      }
    }
  }
  expect([...new Set(faults)]).toEqual([])
  expect(files).toBeGreaterThan(40)
  // What may be read is there; otherwise nothing would be proven.
  expect([...seen]).toEqual(
    expect.arrayContaining(['comment', 'e-mail address', 'amount', 'owner of an alert', 'kind of an action']),
  )
}, 120_000)

/** What a file says; of a workbook the texts of its cells. */
async function textOf(bytes: Buffer, body: string): Promise<string> {
  if (!body.startsWith('PK')) return body
  const { sheets } = await readXlsx(bytes)
  return sheets.flatMap(({ rows }) => rows.flat()).join('\n')
}
