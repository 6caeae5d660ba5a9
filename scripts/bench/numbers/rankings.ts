import { insertUniverse } from '../../../server/src/domain/build/universe.ts'
import { insertUser } from '../../../server/src/domain/build/user.ts'
import { programContext } from '../../../server/src/domain/context.ts'
import { figures } from '../../../server/src/domain/figures/figures.ts'
import type { IndicatorValue } from '../../../server/src/domain/figures/expressions/figure-arithmetic.ts'
import { FairRanks, besideTheRest, measurementsOf } from '../../../server/src/domain/indicators/fair-ranks.ts'
import { programAccess } from '../../../server/src/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '../../../server/src/domain/survey/load-survey-model.ts'
import { flatLoadTestSize, seedLoadTest } from '../load-test.ts'
import { referenceLoop, spreadOf } from '../measure.ts'
import { MeasuredServer } from '../measured-server.ts'
import { inOwnFolder } from '../own-folder.ts'
import { ms, ratio, verdict } from '../printing.ts'
import { flatSurvey } from '../request-kinds.ts'

/** Most of a ranking's time that significance may add. */
const mostShare = 0.1
/** Units that the first answer to a screen shows. */
const shown = 100
const warmUp = 5
const runs = 30

/** The time of a ranking of 5,000 units, and what of it is spent on who stands out, possible ranks and groups. */
export async function measureRankings(): Promise<void> {
  await inOwnFolder(async (folder) => {
    const server = await MeasuredServer.open(folder)
    try {
      const universeId = await insertUniverse(server.deps.db, { name: 'numbers' })
      await insertUser(server.deps.db, { username: 'root', email: 'root@example.org', isRoot: true })
      const surveyId = await seedLoadTest(server.deps, universeId, flatLoadTestSize)
      await measure(server, surveyId, universeId)
    } finally {
      await server.close()
    }
  })
}

async function measure(server: MeasuredServer, surveyId: number, universeId: number): Promise<void> {
  const ask = await server.asker(universeId)
  const urls = flatSurvey.paths.ranking.map(
    (path) => `/rest/widgets/data/${flatSurvey.extName}/units/${path}?rowTo=${shown}`,
  )
  const { values, total } = await valuesOf(server, surveyId)
  const indicator = { expression: 'mean(overall)', inverse: false }
  // In turns, so that both have the machine as it is at that time.
  const whole: number[] = []
  const times: number[] = []
  for (const [run, url] of urls.slice(0, warmUp + runs).entries()) {
    const asked = performance.now()
    await ask(url)
    // Just made, as those of a ranking are.
    const made = values.map((value) => ({ ...value }))
    const began = performance.now()
    const measured = measurementsOf(indicator.expression, made)
    const ranks = new FairRanks(indicator, made, measured)
    for (let at = 0; at < shown; at++) {
      ranks.rangeAt(at)
      ranks.groupAt(at)
    }
    besideTheRest(indicator, made, total, measured)
    const ended = performance.now()
    if (run < warmUp) continue
    whole.push(began - asked)
    times.push(ended - began)
  }
  const [ranking, added] = [spreadOf(whole), spreadOf(times)]
  const share = added.p50 / (ranking.p50 - added.p50)
  const reference = referenceLoop(flatLoadTestSize.rows, flatLoadTestSize.units)
  console.log(`significance in a ranking of ${values.length} units, of which ${shown} are shown`)
  console.log(`reference loop over as many rows (8 columns by unit, one core): ${ms(reference)} ms`)
  console.log(`a ranking takes p50 ${ms(ranking.p50)} ms, ${ratio(ranking.p50, reference)} times the reference`)
  console.log(
    `who stands out, possible ranks and groups take p50 ${ms(added.p50)} ms of that: they add ${(100 * share).toFixed(1)} %, ` +
      `goal ${100 * mostShare} % ${verdict(share <= mostShare)}`,
  )
}

/** The values of every unit and of all together, as a ranking has them. */
async function valuesOf(
  { deps }: MeasuredServer,
  surveyId: number,
): Promise<{ values: IndicatorValue[]; total: IndicatorValue | undefined }> {
  const ctx = programContext(deps, 'bench')
  const access = await programAccess(ctx, await loadSurveyModelById(deps, surveyId))
  const { rows, total } = await figures(ctx, access, {
    conditions: [],
    by: { level: { view: 'organisation', depth: 1 } },
    indicators: [{ key: 'csi', expression: 'mean(overall)' }],
    total: true,
  })
  return { values: rows.flatMap((row) => row.valueAt(0) ?? []), total: total?.valueAt(0) }
}
