// Server time of the dashboard's requests on the demo and on the large survey, against a plain loop.
import { buildApp } from '../../server/src/app.ts'
import { compose } from '../../server/src/compose.ts'
import type { Composed } from '../../server/src/compose.ts'
import { loadTestSize, seedLoadTest } from '../../server/src/features/demo/load-test.ts'
import { seedDemo } from '../../server/src/features/demo/service.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { startSession } from '../../server/src/platform/rights/sessions.ts'
import { referenceLoop } from './measure.ts'
import type { Spread } from './measure.ts'
import { inOwnFolder } from './own-folder.ts'
import { ms, ratio, seconds } from './printing.ts'
import { demoRequests, loadRequests, measureRequests } from './request-kinds.ts'
import type { RequestKind } from './request-kinds.ts'

await inOwnFolder(async (data) => {
  const composed = await compose(readConfig({ GENSVAR_DATA: data }))
  const app = await buildApp(composed.deps)
  try {
    const began = performance.now()
    await seedDemo(composed.deps)
    console.log(`demo made in ${seconds(performance.now() - began)}`)
    const { id: universeId } = await composed.deps.db
      .selectFrom('universe')
      .select('id')
      .where('name', '=', 'retail')
      .executeTakeFirstOrThrow()
    const token = await rootToken(composed, universeId)
    await printRequests(app, token, 'demo: 50,000 interviews, 600 agents', 56_120, 600, demoRequests())
    const before = performance.now()
    await seedLoadTest(composed.deps, universeId)
    const { rows, units } = loadTestSize
    console.log(`\nlarge survey made in ${seconds(performance.now() - before)}`)
    await printRequests(app, token, `large: ${rows} responses, ${units} units`, rows, units, loadRequests())
  } finally {
    await app.close()
    await composed.close()
  }
})

async function printRequests(
  app: Parameters<typeof measureRequests>[0],
  token: string,
  title: string,
  rows: number,
  units: number,
  kinds: readonly RequestKind[],
): Promise<void> {
  const reference = referenceLoop(rows, units)
  console.log(`\n${title}; reference loop (8 columns by unit, one core): ${ms(reference)}`)
  console.log('request    p50 ms   p95 ms   p50/reference   p95/reference   runs   goal p50 20, p95 60')
  for (const [name, spread] of await measureRequests(app, token, kinds))
    console.log(requestLine(name, spread, reference))
}

function requestLine(name: string, { p50, p95, runs }: Spread, reference: number): string {
  const cells = [
    ms(p50).padStart(9),
    ms(p95).padStart(9),
    ratio(p50, reference).padStart(16),
    ratio(p95, reference).padStart(16),
  ]
  return `${name.padEnd(8)}${cells.join('')}${String(runs).padStart(7)}   ${p50 <= 20 && p95 <= 60 ? 'reached' : 'MISSED'}`
}

async function rootToken({ deps }: Composed, universeId: number): Promise<string> {
  const root = await deps.db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'root')
    .executeTakeFirstOrThrow()
  const { token } = await startSession(deps, { userId: root.id, universeId, actorUserId: null })
  return token
}
