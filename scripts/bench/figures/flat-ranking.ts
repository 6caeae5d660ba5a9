import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { insertUniverse } from '../../../server/src/domain/build/universe.ts'
import { insertUser } from '../../../server/src/domain/build/user.ts'
import { flatLoadTestSize, seedLoadTest } from '../load-test.ts'
import { timeEach } from '../measure.ts'
import { MeasuredServer } from '../measured-server.ts'
import { ms, verdict } from '../printing.ts'
import { components, flatSurvey } from '../request-kinds.ts'

/** Most ms of 95 of 100. */
const promised = 60
const warmUp = 5

/** Measures a ranking of 5,000 units in one level, of 200,000 responses. */
export async function measureFlatRanking(folder: string, print: (line: string) => void): Promise<void> {
  const own = join(folder, 'flat')
  await mkdir(own, { recursive: true })
  const server = await MeasuredServer.open(own)
  try {
    const universeId = await insertUniverse(server.deps.db, { name: 'flat' })
    await insertUser(server.deps.db, { username: 'root', email: 'root@example.org', isRoot: true })
    await seedLoadTest(server.deps, universeId, flatLoadTestSize)
    const ask = await server.asker(universeId)
    const { extName, paths } = flatSurvey
    const urls = Object.values(paths)
      .flat()
      .map((path) => `/rest/widgets/data/${extName}/${components.ranking}/${path}`)
    for (const url of urls.slice(0, warmUp)) await ask(url)
    const { p50, p95, runs } = await timeEach(urls.slice(warmUp), ask)
    print(
      `ranking of ${flatLoadTestSize.units} units in one level, ${flatLoadTestSize.rows} responses, ${runs} runs: p50 ${ms(p50)} ms  p95 ${ms(p95)} ms, goal ${promised} ms   ${verdict(p95 <= promised)}`,
    )
  } finally {
    await server.close()
    await rm(own, { recursive: true, force: true })
  }
}
