import { setTimeout as wait } from 'node:timers/promises'
import { spreadOf } from '../measure.ts'
import { ms, verdict } from '../printing.ts'
import { userName } from './measured-data.ts'
import type { Variant } from './named-requests.ts'
import type { RunningServer } from './running-server.ts'

/** Promises: throughput of the best, the slowest user's median of the usual one, and p95 of a single user's. */
const promised = { ofBest: 0.8, slowest: 2, p95: 4 }
/** Users at once, for how long without a pause, and for how long with one, in ms. */
const load = { users: [1, 8, 32], busy: 15_000, pause: 5_000, calm: 40_000 }

/** Times of each user's requests, in ms. */
type ByUser = number[][]

/** Measures several users at once: as fast as they can, and with a pause as people make it. */
export async function measureUsers(
  server: RunningServer,
  variants: Iterator<Variant>,
  print: (line: string) => void,
): Promise<void> {
  const throughput: number[] = []
  let single = Number.NaN
  for (const count of load.users) {
    const times = await askAtOnce(server, variants, { count, until: load.busy, pause: 0 })
    const perSecond = (times.flat().length * 1000) / load.busy
    throughput.push(perSecond)
    const all = spreadOf(times.flat())
    if (count === 1) single = all.p95
    const medians = times.map((own) => spreadOf(own).p50).toSorted((a, b) => a - b)
    const [usual = 0, slowest = 0] = [medians[Math.floor(medians.length / 2)], medians.at(-1)]
    const best = Math.max(...throughput)
    const line = `${String(count).padStart(2)} users without a pause: ${perSecond.toFixed(1)} requests/s  p50 ${ms(all.p50)} ms  p95 ${ms(all.p95)} ms`
    if (count < 2) print(line)
    else {
      const isFair = slowest <= promised.slowest * usual
      print(
        `${line}  slowest user's median ${(slowest / usual).toFixed(2)} x the usual one, goal ${promised.slowest} x   ${verdict(isFair)}`,
      )
    }
    if (count === load.users.at(-1))
      print(
        `  throughput ${(perSecond / best).toFixed(2)} of the best, goal ${promised.ofBest}   ${verdict(perSecond >= promised.ofBest * best)}`,
      )
  }
  const count = load.users.at(-1) ?? 0
  const calm = spreadOf((await askAtOnce(server, variants, { count, until: load.calm, pause: load.pause })).flat())
  print(
    `${count} users, a request each ${load.pause / 1000} s: p50 ${ms(calm.p50)} ms  p95 ${ms(calm.p95)} ms, ${(calm.p95 / single).toFixed(1)} x a single user's, goal ${promised.p95} x   ${verdict(calm.p95 <= promised.p95 * single)}`,
  )
}

async function askAtOnce(
  server: RunningServer,
  variants: Iterator<Variant>,
  { count, until, pause }: { count: number; until: number; pause: number },
): Promise<ByUser> {
  const clients = await Promise.all(Array.from({ length: count }, (_, at) => server.client(userName(at + 1))))
  const end = performance.now() + until
  try {
    return await Promise.all(
      clients.map(async (client, at) => {
        const times: number[] = []
        // People do not begin at the same moment.
        await wait((pause * at) / count)
        while (performance.now() < end) {
          const next = variants.next()
          if (next.done) throw new Error('There are no further requests')
          const { ms: took } = await client.ask(next.value)
          times.push(took)
          if (pause > 0) await wait(Math.max(0, pause - took))
        }
        return times
      }),
    )
  } finally {
    for (const client of clients) client.close()
  }
}
