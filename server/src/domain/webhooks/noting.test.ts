import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What must be noted for webhooks, how it is found in the code, and by which function. */
const changes: Readonly<Record<string, { writes: RegExp; notes: RegExp }>> = {
  campaign: {
    writes:
      /update campaign\b[^;]*?set state|updateTable\('campaign'\)\s*\.set\((?:[^)]|\)(?!\s*\.))*?\bstate\b|insertInto\('campaign'\)/,
    notes: /await noteCampaign\(/,
  },
  alert: { writes: /into alert_log|insertInto\('alert_log'\)/, notes: /await noteAlerts\(/ },
  action: {
    writes: /update action\b[^;]*?set state|(?:updateTable|insertInto|deleteFrom)\('action'\)/,
    notes: /await noteActions\(/,
  },
}

/** Files that write it and do not note it, with who does, or why nobody has to. */
const elsewhere: Readonly<Record<string, string>> = {
  'demo/campaigns-store.ts': 'the demo tells nobody',
  'demo/actions-store.ts': 'the demo tells nobody',
  'demo/responses/alerts-store.ts': 'the demo tells nobody',
  'domain/alerts/alert-store.ts': 'noted by save-alert.ts and assign-alerts.ts',
  'domain/alerts/escalate-store.ts': 'noted by escalate.ts',
  'domain/alerts/raise-store.ts': 'noted by raise.ts',
  'domain/actions/action-store.ts': 'noted by save-action.ts',
  'domain/actions/evaluate-store.ts': 'noted by evaluate.ts',
  'domain/campaigns/rounds/make-round.ts': 'sets the next round, not the state',
  'features/metadata/rename/people-places.ts': 'the same action with other names',
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.split('/').includes('testing'),
)

test.each(Object.entries(changes))(
  'whoever changes the state of an %s notes it for webhooks',
  (_what, { writes, notes }) => {
    const missing = files.filter((path) => writes.test(read(path)) && !notes.test(read(path)) && !(path in elsewhere))
    expect(missing).toEqual([])
    expect(files.filter((path) => writes.test(read(path))).length).toBeGreaterThan(1)
  },
)

test.each(Object.entries(elsewhere).filter(([, words]) => words.startsWith('noted by')))('%s is %s', (path, words) => {
  for (const [name] of words.matchAll(/[\w-]+\.ts/g))
    expect(read(join(path, '..', name))).toMatch(/await note(?:Campaign|Alerts|Actions)\(/)
})

test.each([
  'domain/samples/complete-sample.ts',
  'features/api/ingest/store-rows.ts',
  'features/imports/write-import.ts',
])('%s notes responses', (path) => {
  expect(read(path)).toMatch(/await note(?:Completed|Imported)\(/)
})
