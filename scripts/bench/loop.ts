// Closing the loop: what ten alert rules add to the time of an import, how fast lists of many alerts and actions answer, how
// long many actions take to evaluate, and how fast users are told.
// GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of the responses; GENSVAR_BENCH_PART=imports, lists or notices measures one
// part alone.
import { join } from 'node:path'
import { insertUniverse } from '../../server/src/domain/build/universe.ts'
import { insertUser } from '../../server/src/domain/build/user.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { importFile } from '../../server/src/features/imports/service.ts'
import { measureActions } from './action-lists.ts'
import { measureAlertLists } from './alert-lists.ts'
import { importFileSize, writeImportCsv } from './import-files.ts'
import { MeasuredServer } from './measured-server.ts'
import { measureNotices } from './notices.ts'
import { inOwnFolder } from './own-folder.ts'
import { verdict } from './printing.ts'

/** How many times the time without rules an import with ten of them may take. */
const goal = 1.15
/** Imports of each kind, in turns; the fastest counts. */
const turns = 3

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

const size = { ...importFileSize, rows: Math.round(importFileSize.rows * share) }
const username = 'bench-owner'

/** Rules as surveys have them: most on one rating, some on several answers. */
const rules = [
  'overall <= 3',
  'overall <= 5 and channel = web',
  'q1 <= 2',
  'q2 <= 2',
  'q3 <= 3 and q4 <= 3',
  'q5 <= 2 or q6 <= 1',
  'amount > 1000 and overall <= 6',
  'answered(comment) and overall <= 4',
  'not answered(channel) and overall <= 6',
  'q7 in (1, 2)',
]
const config = `alerts:\n${rules
  .map((when, index) => `  - { extname: rule${index}, when: '${when}', due: 2d, defaultOwner: ${username} }\n`)
  .join('')}`

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(join(folder, 'data'))
  const parts: [string, () => Promise<void>][] = [
    ['imports', () => measureImports(server, folder)],
    ['lists', async () => measureActions(server, share, await measureAlertLists(server, share))],
    ['notices', () => measureNotices(server, share)],
  ]
  try {
    for (const [name, measure] of parts) if (only === undefined || only === name) await measure()
  } finally {
    await server.close()
  }
})

/** What the rules add to the time of an import. */
async function measureImports(server: MeasuredServer, folder: string): Promise<void> {
  const { deps } = server
  console.log(`import of ${size.rows} rows with ${rules.length} alert rules; goal ${goal} x without`)
  const file = join(folder, 'import.csv')
  await writeImportCsv(file, size)
  await insertUniverse(deps.db, { name: 'bench' })
  await insertUser(deps.db, { username, isRoot: true })
  let alerts = 0
  const load = async (survey: string, text: string | null): Promise<number> => {
    const began = performance.now()
    const given = text === null ? {} : { config: { name: 'alerts.yaml', text } }
    const request = { file, universe: 'bench', survey, key: 'response_id', ...given }
    const { stored } = await importFile(programContext(deps, 'import'), request)
    const taken = performance.now() - began
    if (stored?.inserted !== size.rows) throw new Error(`${stored?.inserted ?? 0} rows were stored of ${size.rows}`)
    alerts = stored.alerts
    await deps.analytics.feed.waitFor(stored.xid, 600_000)
    return taken
  }
  const times = { without: Number.POSITIVE_INFINITY, with: Number.POSITIVE_INFINITY }
  await load('warm-up', null)
  for (let turn = 0; turn < turns; turn++) {
    times.without = Math.min(times.without, await load(`without${turn}`, null))
    times.with = Math.min(times.with, await load(`with${turn}`, config))
  }
  if (alerts === 0) throw new Error('the rules raised nothing')
  const more = times.with / times.without
  console.log(
    `without ${(times.without / 1000).toFixed(1)} s  with ${(times.with / 1000).toFixed(1)} s  ${alerts} alerts  ${more.toFixed(2)} x   ${verdict(more <= goal)}`,
  )
}
