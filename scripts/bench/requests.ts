// Server time of the dashboard's requests on the demo and on the large survey, against a plain loop over the same rows.
import { flatLoadTestSize, seedLoadTest } from './load-test.ts'
import { seedDemo } from '../../server/src/demo/service.ts'
import { MeasuredServer } from './measured-server.ts'
import { referenceLoop, spreadOf, timeEach } from './measure.ts'
import type { Spread } from './measure.ts'
import { inOwnFolder } from './own-folder.ts'
import { ms, ratio, seconds, verdict } from './printing.ts'
import {
  components,
  demoBank,
  demoComparisons,
  demoVisits,
  flatSurvey,
  largeAnonymous,
  largeSurvey,
} from './request-kinds.ts'
import type { MeasuredSurvey, RequestKind } from './request-kinds.ts'

/** Server times promised, in ms. */
const goal = { p50: 20, p95: 60 }
/** Warm-up requests of a kind, which are not measured. */
const warmUp = 3
/** Number of changes of a response, each followed by a ranking. */
const changes = 10

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder)
  try {
    const made = await timed(() => seedDemo(server.deps))
    console.log(`server time of requests; goal p50 ${goal.p50} ms, p95 ${goal.p95} ms`)
    console.log(
      'every request asks for a place and filters that no other one asks for, so none is answered from a kept result',
    )
    console.log(`demo made in ${seconds(made)}`)
    await measure(server, demoVisits)
    await measure(server, demoComparisons)
    await measure(server, demoBank)
    const { universeId } = await server.survey('retail', demoVisits.extName)
    console.log(`\nlarge survey made in ${seconds(await timed(() => seedLoadTest(server.deps, universeId)))}`)
    await measure(server, largeSurvey)
    await server.anonymise(await server.survey(largeSurvey.universe, largeSurvey.extName))
    await measure(server, largeAnonymous)
    const flatMade = await timed(() => seedLoadTest(server.deps, universeId, flatLoadTestSize))
    console.log(`\nflat survey made in ${seconds(flatMade)}`)
    await measure(server, flatSurvey)
  } finally {
    await server.close()
  }
})

async function measure(server: MeasuredServer, measured: MeasuredSurvey): Promise<void> {
  const survey = await server.survey(measured.universe, measured.extName)
  const ask = await server.asker(survey.universeId, measured.username)
  const urls = (kind: RequestKind): string[] =>
    measured.paths[kind].map((path) => `/rest/widgets/data/${survey.extName}/${components[kind]}/${path}`)
  const reference = referenceLoop(survey.responses, survey.units)
  console.log(`\n${measured.title}: ${survey.responses} responses, ${survey.units} units`)
  console.log(`reference loop over as many rows (8 columns by unit, one core): ${ms(reference)} ms`)
  const { rankingGoal } = measured
  if (rankingGoal) console.log(`goal of its ranking p50 ${rankingGoal.p50} ms, p95 ${rankingGoal.p95} ms`)
  console.log('request      p50 ms   p95 ms   p50/reference   p95/reference   runs   first ms')
  for (const kind of ['ranking', 'tiles', 'results'] as const) {
    const [first = '', ...others] = urls(kind)
    const begun = await timed(() => ask(first))
    for (const url of others.slice(0, warmUp - 1)) await ask(url)
    const spread = await timeEach(others.slice(warmUp - 1), ask)
    const wanted = (kind === 'ranking' && measured.rankingGoal) || goal
    const isReached = spread.p50 <= wanted.p50 && spread.p95 <= wanted.p95
    console.log(`${line(kind, spread, reference)}   ${ms(begun).padStart(8)}   ${verdict(isReached)}`)
  }
  const times: number[] = []
  for (const path of measured.paths.tiles.slice(-changes)) {
    await server.changeOne(survey)
    const url = `/rest/widgets/data/${survey.extName}/${components.ranking}/${path}`
    times.push(await timed(() => ask(url)))
  }
  console.log(`${line('ranking*', spreadOf(times), reference)}              * right after a response changed`)
  const printed = printingTime(await ask(`/rest/widgets/data/${survey.extName}/${components.ranking}/root`))
  console.log(`writing the answer of a ranking as JSON takes ${ms(printed)} ms of that`)
}

/** Time to write an answer as JSON, which every server needs. */
function printingTime(answer: string): number {
  const value: unknown = JSON.parse(answer)
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now()
    JSON.stringify(value)
    return performance.now() - began
  })
  return spreadOf(times).p50
}

function line(name: string, { p50, p95, runs }: Spread, reference: number): string {
  const cells = [
    ms(p50).padStart(8),
    ms(p95).padStart(9),
    ratio(p50, reference).padStart(16),
    ratio(p95, reference).padStart(16),
  ]
  return `${name.padEnd(11)}${cells.join('')}${String(runs).padStart(7)}`
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}
