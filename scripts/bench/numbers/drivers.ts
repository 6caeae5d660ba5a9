import { insertUniverse } from '../../../server/src/domain/build/universe.ts'
import { programContext } from '../../../server/src/domain/context.ts'
import { driversAt } from '../../../server/src/domain/drivers/drivers.ts'
import { requestedPath } from '../../../server/src/domain/paths/request-conditions.ts'
import { programAccess } from '../../../server/src/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '../../../server/src/domain/survey/load-survey-model.ts'
import { loadTestSize, seedLoadTest } from '../load-test.ts'
import { referenceLoop, timeEach } from '../measure.ts'
import { MeasuredServer } from '../measured-server.ts'
import { inOwnFolder } from '../own-folder.ts'
import { ms, ratio, seconds, verdict } from '../printing.ts'

/** Longest time of the drivers of 15 questions over all responses with 200 bootstraps, in ms; and of those that are kept. */
const goal = 2_000
const keptGoal = 50
const questions = Array.from({ length: 15 }, (_, at) => `q${at + 1}`)

/** The time of the drivers of a score over 200,000 responses: read, computed in a thread, kept. */
export async function measureDrivers(): Promise<void> {
  await inOwnFolder(async (folder) => {
    const server = await MeasuredServer.open(folder)
    try {
      const { deps } = server
      const universeId = await insertUniverse(deps.db, { name: 'numbers' })
      const surveyId = await seedLoadTest(deps, universeId)
      const ctx = programContext(deps, 'bench')
      const access = await programAccess(ctx, await loadSurveyModelById(deps, surveyId))
      const requested = await requestedPath(ctx, access, 'root')
      const ask = (of: readonly string[]) => driversAt({ ctx, access, requested, score: 'csi', questions: of })
      // Each asks for the questions in another order, so that nothing is kept; the first reads the file.
      const orders = questions.slice(0, 6).map((_, at) => [...questions.slice(at), ...questions.slice(0, at)])
      const [first = questions, ...others] = orders
      const { n, effects } = await ask(first)
      const computed = await timeEach(others, ask)
      const kept = await timeEach(others, ask)
      const reference = referenceLoop(loadTestSize.rows, loadTestSize.units)
      console.log(
        `drivers of ${questions.length} questions over ${n} responses, 200 bootstraps, ${effects.length} effects`,
      )
      console.log(
        `computed p50 ${seconds(computed.p50)}, ${ratio(computed.p50, reference)} times the reference loop of ${ms(reference)} ms; ` +
          `goal ${seconds(goal)} ${verdict(computed.p50 <= goal)}`,
      )
      console.log(`kept     p50 ${ms(kept.p50)} ms; goal ${keptGoal} ms ${verdict(kept.p50 <= keptGoal)}`)
    } finally {
      await server.close()
    }
  })
}
