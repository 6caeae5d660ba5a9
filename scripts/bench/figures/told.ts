import { ms, verdict } from '../printing.ts'
import type { MeasuredRequest, Times } from './measured-requests.ts'

/** Times promised in ms, by the number of rows: warm, where roll-ups serve, and at first touch. */
const promised = {
  usual: { warm: 60, rolledUp: 60, first: 800 },
  large: { warm: 150, rolledUp: 50, first: Number.POSITIVE_INFINITY },
}
/** From so many rows on the numbers of large surveys hold. */
const largeFrom = 5_000_000
/** How many times as fast as PostgreSQL some kinds are; all others are as fast at least. */
const fasterThanPostgres: Readonly<Record<string, number>> = { ranking: 10, 'question-block': 10 }
/** Most ms over the bare statement, of a kind that PostgreSQL serves. */
const overBare: Readonly<Record<string, number>> = { 'cases-page-40': 15 }
/** A time is also kept within so many times that of the fastest beside it; and a floor over this many ms is measured. */
const ofBeside = 1.5
const floorFrom = 10

/** The head of the table of requests. */
export const tableHead =
  'request              p50 ms   p95 ms first ms  kept ms   PostgreSQL      DuckDB       floor   (p50 ms, x as fast)'

/** A line of the table, and one with what is promised. */
export function requestLines(measured: MeasuredRequest, rows: number): string[] {
  const { name, warm, first, kept, postgres, duckDb, floor, difference } = measured
  const cells = [warm.p50, warm.p95, first, kept].map((value) => ms(value).padStart(9))
  const beside = [postgres, duckDb, floor].map((times) => besideCell(times, warm))
  const goals = goalsOf(measured, rows)
  const missed = goals.filter(({ isReached }) => !isReached)
  return [
    `${name.padEnd(18)}${cells.join('')}  ${beside.join('')}`,
    `  ${goals.map(({ told }) => told).join(', ')}   ${verdict(missed.length === 0)}${
      missed.length > 0 ? `: ${missed.map(({ told }) => told).join(', ')}` : ''
    }`,
    ...(difference === null ? [] : [`  the answers differ: ${difference}   ${verdict(false)}`]),
  ]
}

function besideCell(times: Times | null, warm: Times): string {
  if (!times) return '-'.padStart(13)
  return `${ms(times.p50).padStart(8)} ${`${(times.p50 / warm.p50).toFixed(1)} x`.padStart(7)}`.padStart(13)
}

function goalsOf(
  { name, isRollUp, warm, first, postgres, duckDb, floor }: MeasuredRequest,
  rows: number,
): { told: string; isReached: boolean }[] {
  const numbers = rows >= largeFrom ? promised.large : promised.usual
  const most = isRollUp ? numbers.rolledUp : numbers.warm
  const fastest = Math.min(...[postgres, duckDb, floor].map((times) => times?.p95 ?? Number.POSITIVE_INFINITY))
  const goals = [{ told: `p95 <= ${most} ms`, isReached: warm.p95 <= Math.max(most, ofBeside * fastest) }]
  if (Number.isFinite(numbers.first))
    goals.push({ told: `first <= ${numbers.first} ms`, isReached: first <= numbers.first })
  const over = overBare[name]
  if (postgres && over !== undefined)
    return [{ told: `<= ${over} ms over PostgreSQL`, isReached: warm.p50 <= postgres.p50 + over }, ...goals.slice(1)]
  if (postgres) {
    const least = fasterThanPostgres[name] ?? 1
    goals.push({ told: `>= ${least} x PostgreSQL`, isReached: postgres.p50 / warm.p50 >= least })
  }
  if (floor && floor.p50 > floorFrom)
    goals.push({ told: `<= ${ofBeside} x floor`, isReached: warm.p50 <= ofBeside * floor.p50 })
  return goals
}
