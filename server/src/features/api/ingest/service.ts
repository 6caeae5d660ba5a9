import type { SentResponse } from '@gensvar/contract/api-responses'
import type pg from 'pg'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { holdSurvey } from '#server/domain/samples/sample-store.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import { Gathered } from '#server/platform/gathered.ts'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'
import { BodyHash, usedOtherwise } from './idempotency.ts'
import type { NamedRequest } from './idempotency.ts'
import { checkLines, linesOf } from './lines.ts'
import { parseLine, parseRow } from './parse-row.ts'
import type { ParsedRow } from './parse-row.ts'
import { rowSource } from './read-row.ts'
import type { RowSource } from './read-row.ts'
import { answerOf, endRequests, findRequest, startRequests } from './request-store.ts'
import type { KeptResult } from './request-store.ts'
import { answerWith, keptOf, refusal, refusedAs } from './results.ts'
import type { Answer } from './results.ts'
import { storeRows } from './store-rows.ts'
import type { StoredRow } from './store-rows.ts'

/** Single responses that are stored in one write; more would make those that wait for it wait long. */
const together = 100
/** Rows that are stored at a time. */
const batch = 1000
/** Most requests with many rows that are stored in parallel, in all and per key. */
const batchLimits = { slots: 3, perCaller: 2 }
/** Most sources that are kept of one survey. */
const mostSources = 100
/** Most responses that the audit log names one by one. */
const mostNamed = 100

/** A single response that waits to be stored. */
interface Single {
  ctx: KeyCtx
  sent: SentResponse
  request: NamedRequest | null
}

/** What became of a request: its rows, or an error of it alone. */
type Outcome = KeptResult[] | AppError

const queues = new WeakMap<pg.Pool, FairQueue>()
const singles = new WeakMap<RowSource, Gathered<Single, Outcome>>()
const sources = new WeakMap<SurveyModel, Map<string, RowSource>>()

/**
 * Stores a single response. Those that come with one key at the same time are written together, because many small commits
 * are what takes the time. Throws `validation` naming the wrong fields, `conflict` for a name of a request that was used
 * otherwise.
 */
export async function sendOne(ctx: KeyCtx, survey: string, value: unknown, name: string | null): Promise<Answer> {
  const access = await surveyAccess(ctx, survey)
  const source = await sourceOf(ctx, access)
  const row = parseRow(value)
  if ('wrong' in row) throw refusal(row.wrong)
  const request = name === null ? null : new BodyHash(ctx.key.id, name).add(JSON.stringify(value)).request()
  let queue = singles.get(source)
  if (!queue) singles.set(source, (queue = new Gathered((items) => storeSingles(source, items), together)))
  const outcome = await queue.add({ ctx, sent: row.sent, request })
  if (outcome instanceof AppError) throw outcome
  const [result] = outcome
  if (result?.status === 'refused') throw refusedAs(result)
  return answerWith(outcome)
}

/** Stores a list of responses, each by itself. Throws as `sendOne` does, but for what is wrong with a row. */
export async function sendMany(
  ctx: KeyCtx,
  survey: string,
  values: readonly unknown[],
  name: string | null,
): Promise<Answer> {
  const source = await sourceOf(ctx, await surveyAccess(ctx, survey))
  const rows = values.map(parseRow)
  const request = name === null ? null : new BodyHash(ctx.key.id, name).add(JSON.stringify(values)).request()
  return storeBatches(ctx, source, [rows], request)
}

/** Stores the responses of a file with one on each line. Throws as `sendMany` does, and `too_large`. */
export async function sendLines(ctx: KeyCtx, survey: string, path: string, name: string | null): Promise<Answer> {
  const source = await sourceOf(ctx, await surveyAccess(ctx, survey))
  const hash = name === null ? null : new BodyHash(ctx.key.id, name)
  await checkLines(path, (part) => void hash?.add(part))
  const batches = async function* (): AsyncGenerator<ParsedRow[]> {
    for await (const lines of linesOf(path, batch)) yield lines.map(parseLine)
  }
  return storeBatches(ctx, source, batches(), hash?.request() ?? null)
}

async function storeBatches(
  ctx: KeyCtx,
  source: RowSource,
  batches: Iterable<ParsedRow[]> | AsyncIterable<ParsedRow[]>,
  request: NamedRequest | null,
): Promise<Answer> {
  const known = request && (await findRequest(ctx.db, request))
  if (known) return answerWith(known)
  const queue = queues.get(ctx.pool) ?? new FairQueue(batchLimits)
  queues.set(ctx.pool, queue)
  const store = (): Promise<KeptResult[]> =>
    write(ctx, async (tx) => {
      await holdSurvey(tx, source.access.model.id)
      const before = request && (await knownOutcome(tx, request))
      if (before) return before
      const results: KeptResult[] = []
      for await (const rows of batches) {
        ctx.work?.signal.throwIfAborted()
        results.push(...(await storeParsed(tx, source, rows, results.length)))
      }
      await auditRows(tx, source, results)
      if (request) await endRequests(tx, [{ request, answer: results }])
      return results
    })
  return answerWith(await queue.run(`key ${ctx.key.id}`, store, ctx.work?.signal))
}

async function knownOutcome(tx: WriteTx, request: NamedRequest): Promise<KeptResult[] | null> {
  const known = (await startRequests(tx, [request])).get(request.keyHash)
  return known ? answerOf(known, request) : null
}

/** Stores single responses of one key in one write, each once. */
async function storeSingles(source: RowSource, items: readonly Single[]): Promise<Outcome[]> {
  const [first] = items
  if (!first) return []
  // The write is of several requests: none ends it for the others.
  const { work: _, ...ctx } = first.ctx
  return write(ctx, async (tx) => {
    await holdSurvey(tx, source.access.model.id)
    // Of one request that is sent twice at once, the first is stored.
    const named = new Map<string, Single>()
    for (const item of items)
      if (item.request && !named.has(item.request.keyHash)) named.set(item.request.keyHash, item)
    const known = await startRequests(
      tx,
      [...named.values()].flatMap(({ request }) => request ?? []),
    )
    const stored = items.filter(
      (item) => !item.request || (named.get(item.request.keyHash) === item && !known.has(item.request.keyHash)),
    )
    const rows = await storeRows(
      tx,
      source,
      stored.map(({ sent }) => sent),
    )
    const answers = new Map(stored.map((item, at) => [item, [keptOf(rows[at], 1, item.ctx)]]))
    await auditRows(tx, source, [...answers.values()].flat())
    await endRequests(
      tx,
      [...answers].flatMap(([{ request }, answer]) => (request ? [{ request, answer }] : [])),
    )
    return items.map((item) => {
      const own = answers.get(item)
      if (own || !item.request) return own ?? []
      const { keyHash, bodyHash } = item.request
      const before = known.get(keyHash)
      const twin = named.get(keyHash)
      if ((before ?? twin?.request)?.bodyHash !== bodyHash) return usedOtherwise()
      return before ? answerOf(before, item.request) : ((twin && answers.get(twin)) ?? [])
    })
  })
}

/** Stores rows of a request; those that have not the shape of a response are refused. `before` rows came before them. */
async function storeParsed(
  tx: WriteTx<KeyCtx>,
  source: RowSource,
  rows: readonly ParsedRow[],
  before: number,
): Promise<KeptResult[]> {
  const good = rows.flatMap((row) => ('sent' in row ? [row] : []))
  const stored = await storeRows(
    tx,
    source,
    good.map(({ sent }) => sent),
  )
  const resultOf = new Map<ParsedRow, StoredRow | undefined>(good.map((row, at) => [row, stored[at]]))
  return rows.map((row, at) => {
    const result = 'wrong' in row ? { status: 'refused' as const, wrong: row.wrong } : resultOf.get(row)
    return keptOf(result, before + at + 1, tx)
  })
}

async function auditRows(tx: WriteTx, { access: { model } }: RowSource, results: readonly KeptResult[]): Promise<void> {
  const counts = Object.fromEntries(
    [...Map.groupBy(results, ({ status }) => status)].map(([status, rows]) => [status, rows.length]),
  )
  const changed = results.flatMap(({ status, responseId }) => (status === 'unchanged' ? [] : (responseId ?? [])))
  if (results.every(({ status }) => status === 'refused')) return
  await tx.audit({
    action: 'response.send',
    surveyId: model.id,
    details: { ...counts, ...(changed.length > 0 && changed.length <= mostNamed && { responses: changed }) },
  })
}

/** What rows of a survey are read with by whoever may write at the same places; made once. */
async function sourceOf(ctx: KeyCtx, access: SurveyAccess): Promise<RowSource> {
  const { model, caseScope } = access
  const today = todayIn(ctx.clock, model.timeZone)
  const key = `${ctx.key.id} ${today} ${caseScope.key}`
  let known = sources.get(model)
  if (!known || known.size >= mostSources) sources.set(model, (known = new Map()))
  let source = known.get(key)
  if (!source) known.set(key, (source = rowSource(access, await loadUnitTree(ctx, model), today)))
  return source
}
