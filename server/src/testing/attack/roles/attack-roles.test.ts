import { expect, test } from 'vitest'
import { testApp } from '../../test-app.ts'
import { printFindings } from '../attack.ts'
import { attackRoles } from './attack-roles.ts'

// A short part of `npm run attack -- roles`, the same every time: some ten calls to every route, by callers of all kinds.
const rounds = 1500
/** One after the other, until everything was called and seen: a new route changes what each of them draws. */
const seeds = [6, 3, 7, 10, 11, 12]

/** What users who may read it must see; otherwise the test would prove nothing about the others. */
const markers = [
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
]

test('no call answers its user with data they may not read', async () => {
  const unseen = new Set(markers)
  let uncalled: readonly string[] | null = null
  for (const seed of seeds) {
    const server = await testApp()
    const { tried, findings, seen, missed } = await attackRoles(server, { seed, rounds }).finally(() => server.close())
    expect(printFindings(findings)).toEqual([])
    expect(tried).toBe(rounds)
    for (const marker of seen.keys()) unseen.delete(marker)
    uncalled = (uncalled ?? missed).filter((one) => missed.includes(one))
    if (unseen.size === 0 && uncalled.length === 0) break
  }
  expect([...unseen]).toEqual([])
  expect(uncalled).toEqual([])
})
