import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test-app.ts'
import type { TestApp } from '../../test-app.ts'
import { printFindings } from '../attack.ts'
import { attackRoles } from './attack-roles.ts'

// A short part of `npm run attack -- roles`, the same every time: some ten calls to every route, by callers of all kinds.
let server: TestApp

beforeAll(async () => {
  server = await testApp()
})

afterAll(() => server.close())

test('no call answers its user with data they may not read', async () => {
  const { tried, findings, seen, missed } = await attackRoles(server, { seed: 6, rounds: 3000 })
  expect(printFindings(findings)).toEqual([])
  expect(tried).toBe(3000)
  expect(missed).toEqual([])
  // Users who may read the markers must see them; otherwise the test would prove nothing about the others.
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'comment',
      'e-mail address',
      'amount',
      'comment on the interview',
      'record',
      'saved filter',
      'owner of an alert',
      'comment in the history of an alert',
      'answer of an alert',
      'source of a script',
      'event of a script',
      'text of a draft',
      'page of a draft',
      'text of a version',
    ]),
  )
})
