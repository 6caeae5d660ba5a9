import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Every file that writes responses, with how the alerts of what it writes come into being. A new writer raises them
 * (`raise.ts`) in the same write, and is then added here.
 */
const writers: Readonly<Record<string, string>> = {
  'domain/figures/publishing/publication-store.ts': 'changes no answers, and anonymous surveys have no alerts',
  'domain/samples/complete-sample.ts': 'raises them itself',
  'domain/samples/sample-store.ts': 'raised by save-sample.ts and complete-sample.ts; anonymous surveys have none',
  'domain/samples/updates/update-store.ts': 'raised by updates/handle-updates.ts',
  'features/api/ingest/store-rows.ts': 'raises them itself',
  'features/api/ingest/store.ts': 'raised by store-rows.ts',
  'features/imports/doubts/answers-store.ts': 'raised by write-import.ts and by doubts/service.ts',
  'features/imports/load/store.ts': 'raised by write-import.ts',
  'features/imports/load/update-store.ts': 'raised by write-import.ts',
  'features/imports/sets/store.ts': 'undoing restores what was there, with the alerts there were',
  'features/sample-list/store.ts': 'makes samples, which are not completed',
  'features/metadata/retype-store.ts': 'writes the same answers as another type',
  'features/units/relocate-store.ts': 'moves responses to another place, with the alerts they have',
  'demo/responses/store.ts': 'the demo makes its alerts itself',
}

/** Files that must call `raise.ts` because of the above. */
const raising = [
  'domain/samples/complete-sample.ts',
  'domain/samples/save-sample.ts',
  'domain/samples/updates/handle-updates.ts',
  'features/api/ingest/store-rows.ts',
  'features/imports/doubts/service.ts',
  'features/imports/write-import.ts',
]

const read = (path: string): string => readFileSync(join(root, 'server/src', path), 'utf8')

test('everything that writes responses is known to raise their alerts, or why not', () => {
  const writes =
    /insert\s+into\s+response\b|update\s+response\b|(?:insertInto|updateTable)\('response'\)|insertRows\([^'"]*'response'/
  const found = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.split('/').includes('testing'))
    .filter((path) => writes.test(read(path)))
  expect(found.toSorted()).toEqual(Object.keys(writers).toSorted())
})

/** Files that note what they write for the scripts of samples (`note-updates.ts`). */
const noting = [
  'domain/samples/complete-sample.ts',
  'domain/samples/save-sample.ts',
  'features/api/ingest/store-rows.ts',
  'features/imports/doubts/service.ts',
  'features/imports/write-import.ts',
  'features/sample-list/insert-samples.ts',
]

test.each(noting)('%s tells scripts of samples', (path) => {
  expect(read(path)).toMatch(/await note(?:SampleChange|NewSamples|SamplesOf)\(/)
})

test.each(raising)('%s raises', (path) => {
  expect(read(path)).toMatch(/await raiseAlerts(?:Of)?\(/)
})
