// How much a user who constantly requests the heaviest figures slows down another user and the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedLoadTest } from './load-test.ts'
import { seedDemo } from '../../server/src/demo/service.ts'
import { copyRows, manyRanges } from '../../server/src/testing/many-rows.ts'
import { timeEach } from './measure.ts'
import type { Spread } from './measure.ts'
import { MeasuredServer } from './measured-server.ts'
import { inOwnFolder } from './own-folder.ts'
import { ms, ratio, verdict } from './printing.ts'

/** The promised limits: how many times slower a request is during a flood, and the longest event loop delay in ms. */
const goal = { times: 3, delay: 100 }
/** Ranges per filter (the most allowed) and concurrent requests of the flood. */
const flood = { ranges: 5000, clients: 8 }
const requests = 60
const copies = 10

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder)
  try {
    await seedDemo(server.deps)
    const { universeId } = await server.survey('retail', 'visits')
    await seedLoadTest(server.deps, universeId, { rows: 49_000, units: 1000, questions: 20 })
    const survey = await server.survey('retail', 'load')
    await copyRows(server.deps.analytics, survey.id, copies)
    console.log(`a survey of ${copies * survey.responses} responses, ${survey.units} units`)
    await measure(server, universeId)
  } finally {
    await server.close()
  }
})

async function measure(server: MeasuredServer, universeId: number): Promise<void> {
  const ask = await server.asker(universeId)
  const flooder = await server.otherCaller(universeId)
  const url = (component: string, path: string): string => `/rest/widgets/data/load/${component}/${path}`
  const ordinary = (from: number): string[] =>
    Array.from({ length: requests }, (_, at) =>
      url(at % 2 ? 'units' : 'head', `age=range_${16 + (at % 20)}_${45 + from + at}`),
    )
  await timeEach([...ordinary(1000), ...ordinary(2000)], ask)
  const alone = await timeEach(ordinary(0), ask)
  const paths: string[] = []
  for (let at = 0; at < 64; at++) {
    const { body } = await flooder('POST', '/rest/paths/store/load', {
      path: manyRanges('overall', flood.ranges, at + 1),
    })
    paths.push((JSON.parse(body) as { path: string }).path)
  }
  const statuses = new Map<number, number>()
  const client = async (): Promise<void> => {
    for (let path = paths.pop(); path; path = paths.pop()) {
      const { statusCode } = await flooder('GET', url('results', path))
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  }
  const flooding = Promise.all(Array.from({ length: flood.clients }, client))
  await sleep(500)
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const beside = await timeEach(ordinary(500), ask)
  loop.disable()
  paths.splice(0)
  await flooding
  print('alone', alone)
  print('beside a flood', beside)
  const told = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
  console.log(`the flood of ${flood.clients} at once was answered ${told}`)
  const slower = beside.p95 / alone.p95
  console.log(
    `p95 beside / alone ${ratio(beside.p95, alone.p95)}; goal ${goal.times}   ${verdict(slower <= goal.times)}`,
  )
  const longest = loop.max / 1e6
  console.log(`longest event loop delay ${ms(longest)} ms; goal ${goal.delay}   ${verdict(longest <= goal.delay)}`)
}

function print(name: string, { p50, p95, runs }: Spread): void {
  console.log(`${name.padEnd(16)} p50 ${ms(p50).padStart(7)} ms   p95 ${ms(p95).padStart(7)} ms   ${runs} runs`)
}
