import { spreadOf } from '../measure.ts'
import type { Client } from './client.ts'
import { storeManager, userName } from './measured-data.ts'
import type { MeasuredData } from './measured-data.ts'
import type { Floor } from './floor.ts'
import type { NamedRequest, Variant } from './named-requests.ts'
import type { PlainDuckDb } from './plain-duckdb.ts'
import type { PlainPostgres } from './plain-postgres.ts'
import { differenceOf } from './questions.ts'
import type { Answer, Question } from './questions.ts'
import { RunningServer } from './running-server.ts'
import { surveyName } from './survey-plan.ts'

/** Whoever answers beside the product. PostgreSQL is left out where it takes too long. */
export interface Beside {
  postgres: PlainPostgres | null
  duckDb: PlainDuckDb
  floor: Floor
}

/** Times in ms. */
export interface Times {
  p50: number
  p95: number
}

/** What a kind of request takes. */
export interface MeasuredRequest {
  name: string
  isRollUp: boolean
  /** The first request after a server has started. */
  first: number
  warm: Times
  /** The same request again, which a kept result answers: all that is not counting. */
  kept: number
  postgres: Times | null
  duckDb: Times | null
  floor: Times | null
  /** The first difference between the answers, in words; null where all agree. */
  difference: string | null
}

/**
 * Requests at first, which are not measured, in two halves with a pause behind each: columns are loaded in the first, which takes
 * longer the more rows there are, and roll-ups of them made in the second.
 */
const warmUp = { requests: 8, milliseconds: 3_000, perRow: 0.003 }
/** Variants answered by everybody and compared. */
const compared = 3
/** Times somebody beside answers, and when they are stopped, in ms. */
const besideRuns = { most: 21, least: 5, until: 5_000 }

/** What the first figures of a kind take on a server that has just started and has its survey open. */
export async function firstTouch(data: MeasuredData, { byManager, variants }: NamedRequest): Promise<number> {
  const server = await RunningServer.start(data)
  try {
    const client = await server.client(byManager ? storeManager.username : userName(1))
    // Whoever opens a survey has asked for this before, and no columns are read for it.
    await client.ask({ urls: [`/rest/surveys/start/${surveyName}`] })
    const { ms } = await client.ask(variants.at(-1) ?? { urls: [] })
    client.close()
    return ms
  } finally {
    await server.stop()
  }
}

/** Measures a kind of request with at least `runs` variants, then the same by the others, and compares answers. */
export async function measureRequest(
  request: NamedRequest,
  client: Client,
  beside: Beside,
  first: number,
  { runs, rows }: { runs: number; rows: number },
): Promise<MeasuredRequest> {
  const { name, isRollUp, variants } = request
  let asked = 0
  const next = (): Variant => variants[asked++] ?? outOf(name)
  for (const pause of [Math.max(warmUp.milliseconds, warmUp.perRow * rows), warmUp.milliseconds]) {
    for (let at = 0; at < warmUp.requests / 2; at++) await client.ask(next())
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const times: number[] = []
  for (let at = 0; at < runs; at++) times.push((await client.ask(next())).ms)
  const last = variants[asked - 1] ?? outOf(name)
  const again: number[] = []
  for (let at = 0; at < 9; at++) again.push((await client.ask(last)).ms)
  const difference = await compareAnswers(variants.slice(0, compared), client, beside)
  const others = variants.slice(compared)
  const [{ page } = {}] = variants
  return {
    ...{ name, isRollUp, first, difference },
    warm: spreadOf(times),
    kept: spreadOf(again).p50,
    postgres: beside.postgres && (await timesOf(others, (variant) => bySql(beside.postgres, variant))),
    duckDb: page ? null : await timesOf(others, (variant) => inTurn(variant, (one) => beside.duckDb.answer(one))),
    floor: page ? null : await timesOf(others, (variant) => inTurn(variant, (one) => beside.floor.answer(one))),
  }
}

function outOf(name: string): never {
  throw new Error(`There are no further variants of ${name}`)
}

async function bySql(postgres: PlainPostgres | null, variant: Variant): Promise<void> {
  if (variant.page) await postgres?.page(variant.page.store, variant.page.rows)
  else await inTurn(variant, (one) => postgres?.answer(one))
}

async function inTurn(
  { questions }: Variant,
  answer: (question: Question) => Promise<unknown> | unknown,
): Promise<void> {
  for (const question of questions) await answer(question)
}

async function timesOf(variants: readonly Variant[], answer: (variant: Variant) => Promise<void>): Promise<Times> {
  const times: number[] = []
  const began = performance.now()
  // The first two are warm-up.
  for (const [at, variant] of variants.slice(0, besideRuns.most + 2).entries()) {
    const start = performance.now()
    await answer(variant)
    if (at >= 2) times.push(performance.now() - start)
    if (times.length >= besideRuns.least && performance.now() - began > besideRuns.until) break
  }
  return spreadOf(times)
}

async function compareAnswers(
  variants: readonly Variant[],
  client: Client,
  { postgres, duckDb, floor }: Beside,
): Promise<string | null> {
  for (const variant of variants) {
    const { bodies } = await client.ask(variant)
    const answers = variant.read(bodies.map((body) => JSON.parse(body) as unknown))
    if (variant.page && postgres) {
      const { ids, total } = await postgres.page(variant.page.store, variant.page.rows)
      const wanted = JSON.stringify([ids, total])
      const listed = answers[0]?.get('ids')?.map((one) => one?.value)
      if (JSON.stringify([listed, answers[0]?.get('total')?.[0]?.value]) !== wanted)
        return `${variant.urls[0]} lists other responses than PostgreSQL`
    }
    for (const [at, question] of variant.questions.entries()) {
      const answer: Answer = answers[at] ?? new Map()
      const others = { floor: floor.answer(question), DuckDB: await duckDb.answer(question) }
      const all = { ...others, ...(postgres && { PostgreSQL: await postgres.answer(question) }) }
      for (const [who, other] of Object.entries(all)) {
        const difference = differenceOf(answer, other)
        if (difference !== null) return `${variant.urls[at]}: ${difference} (${who})`
      }
    }
  }
  return null
}
