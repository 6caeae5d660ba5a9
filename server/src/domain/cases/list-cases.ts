import type pg from 'pg'
import { caseOf, selectCases, whereCases } from './case-query.ts'
import type { CaseDeps, CaseRow, CaseSelection, RawCase } from './case-query.ts'
import { FairQueue, systemCaller } from '#server/platform/fair-queue.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { shownCase } from './shown-case.ts'

/** Most lists read in parallel, in all and per caller; the other connections stay free for other queries. */
const listLimits = { slots: 6, perCaller: 3 }
const queues = new WeakMap<pg.Pool, FairQueue>()

/** A request for a page of cases. */
export interface CaseRequest extends CaseSelection {
  /** Half-open window of rows. */
  from: number
  to: number
  /** False leaves the cases uncounted, where only the first ones are wanted: `total` is then the number of rows. */
  isCounted?: boolean
}

/** A page of cases and how many there are in all. */
export interface CaseList {
  rows: CaseRow[]
  total: number
}

/**
 * Lists the responses of a scope from the system of record, so that it includes what was just written. Throws
 * `validation` for an unknown variable, and the signal's reason when it is aborted.
 */
export async function listCases(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  request: CaseRequest,
): Promise<CaseList> {
  const where = await whereCases(deps, model, scope, request)
  return inTurn(deps, async () => {
    const [rows, total] = await Promise.all([
      readPage(deps, model, scope, { where, request }),
      request.isCounted === false ? null : countRows(deps, where),
    ])
    return { rows, total: total ?? rows.length }
  })
}

/** Reads a list when it is its caller's turn. */
export function inTurn<T>({ pool, work }: CaseDeps, read: () => Promise<T>): Promise<T> {
  const queue = queues.get(pool) ?? new FairQueue(listLimits)
  queues.set(pool, queue)
  return queue.run(work?.caller ?? systemCaller, read, work?.signal)
}

/** The ids of the selected responses, `most` at most, in no order. */
export async function listCaseIds(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: Omit<CaseSelection, 'sort'>,
  most: number,
): Promise<number[]> {
  const where = await whereCases(deps, model, scope, selection)
  const statement = portableSql`select r.id from response r where ${where} limit ${integer(most)}`
  const rows = await limitedQuery<{ id: number }>(deps.pool, statement, deps.work)
  return rows.map(({ id }) => id)
}

/** The number of the selected responses. */
export async function countCases(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: CaseSelection,
): Promise<number> {
  return countRows(deps, await whereCases(deps, model, scope, selection))
}

async function readPage(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { where, request }: { where: Fragment; request: CaseRequest },
): Promise<CaseRow[]> {
  if (request.to <= request.from) return []
  const rows = await limitedQuery<RawCase>(
    deps.pool,
    portableSql`${selectCases(model, where, request)}
     limit ${integer(request.to - request.from)} offset ${integer(request.from)}`,
    deps.work,
  )
  return rows.map((row) => shownCase(model, scope, caseOf(row)))
}

async function countRows(deps: CaseDeps, where: Fragment): Promise<number> {
  const statement = portableSql`select count(*) as n from response r where ${where}`
  const [counted] = await limitedQuery<{ n: number }>(deps.pool, statement, deps.work)
  return counted?.n ?? 0
}
