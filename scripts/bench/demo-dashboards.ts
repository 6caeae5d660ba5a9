// The demo's dashboards, looked at as readers do: one request after the other, with pauses.
import { setTimeout as wait } from 'node:timers/promises'
import { seedDemo } from '../../server/src/demo/service.ts'
import type { MeasuredServer } from './measured-server.ts'
import { spreadOf } from './measure.ts'
import { ms, ratio, verdict } from './printing.ts'
import { components, demoVisits } from './request-kinds.ts'

/** Between two requests, as readers look at what they got, in ms. */
const pause = 100
/** The first requests are not measured. */
const warmUp = 9

/** Dashboards that are asked while nothing else is done, and then while something is. */
export interface Dashboards {
  /** Times in ms of the first half of the requests. */
  alone: () => Promise<number[]>
  /** Times in ms of the other half, as many of them as there is time for until `isOver`. */
  meanwhile: (isOver: () => boolean) => Promise<number[]>
}

/** Makes the demo's surveys on a server, and opens their dashboards. */
export async function openDashboards(server: MeasuredServer): Promise<Dashboards> {
  await seedDemo(server.deps)
  const { extName, universeId } = await server.survey(demoVisits.universe, demoVisits.extName)
  const ask = await server.asker(universeId)
  const [first, second] = halves(extName)
  const times = async (urls: readonly string[], isOver: () => boolean): Promise<number[]> => {
    const taken: number[] = []
    for (const url of urls) {
      if (isOver()) break
      const began = performance.now()
      await ask(url)
      taken.push(performance.now() - began)
      await wait(pause)
    }
    return taken
  }
  return {
    alone: async () => (await times(first, () => false)).slice(warmUp),
    meanwhile: (isOver) => times(second, isOver),
  }
}

/** Prints times alone and meanwhile; reached where the p95 meanwhile is at most `goal` times the one alone. */
export function printMeanwhile(alone: number[], meanwhile: number[], goal: number): void {
  const [before, during] = [spreadOf(alone), spreadOf(meanwhile)]
  console.log(
    `idle p50 ${ms(before.p50)} p95 ${ms(before.p95)} ms (${before.runs})  meanwhile p50 ${ms(during.p50)} p95 ${ms(during.p95)} ms (${during.runs})  ${ratio(during.p95, before.p95)} x   ${verdict(during.p95 <= goal * before.p95)}`,
  )
}

/** Two lists of requests, each with as many of every kind and place, in an order that mixes them. */
function halves(extName: string): [string[], string[]] {
  const kinds = ['ranking', 'tiles', 'results'] as const
  const urls = kinds.map((kind) =>
    demoVisits.paths[kind].map((path) => `/rest/widgets/data/${extName}/${components[kind]}/${path}`),
  )
  const half = (rest: number): string[] => {
    const own = urls.map((ofKind) => ofKind.filter((_, at) => at % 2 === rest))
    const length = Math.min(...own.map((ofKind) => ofKind.length))
    // The places follow each other in the list: a stride that shares no divisor with its length visits them in turn.
    const stride = Array.from({ length }, (_, at) => at + Math.floor(length / 4)).find((one) => isCoprime(one, length))
    return Array.from({ length }, (_, at) => (at * (stride ?? 1)) % length).flatMap((at) =>
      own.flatMap((ofKind) => ofKind[at] ?? []),
    )
  }
  return [half(0), half(1)]
}

function isCoprime(a: number, b: number): boolean {
  return b === 0 ? a === 1 : isCoprime(b, a % b)
}
