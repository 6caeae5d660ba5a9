import type { Condition } from '@gensvar/contract/conditions'
import type { Kysely } from 'kysely'
import type { Database } from '../db-types.ts'
import { AppError } from '../errors.ts'
import type { Scope } from '../rights/scope.ts'
import { ident, sql } from '../sql.ts'
import type { SurveyModel } from '../survey-model.ts'
import { loadUnitTree } from '../unit-tree.ts'
import type { Analytics } from './analytics.ts'
import { applyConditions } from './apply-conditions.ts'
import { ColumnSource } from './column-source.ts'
import { resolveGrouping, wholeKey } from './grouping.ts'
import type { DayRange, GroupBy, Grouping, RowKey } from './grouping.ts'
import { suppressedValues } from './guard.ts'
import { guardGrouping, widenConditions } from './guarded-request.ts'
import { compileIndicators } from './indicators.ts'
import type { AtomGroup, IndicatorRequest, IndicatorValue } from './indicators.ts'
import { isAdditive } from './atoms.ts'
import { demandLogic } from './row-demand.ts'
import type { RowDemand } from './row-demand.ts'
import type { SumTable } from './sums.ts'
import { SurveyTables, responseTable } from './tables.ts'

/** What aggregates need of the program. */
export interface AggregateDeps {
  db: Kysely<Database>
  analytics: Analytics
}

/** Figures asked for. Conditions hold together, and together with the scope's. */
export interface AggregateRequest {
  conditions: readonly Condition[]
  by: GroupBy
  indicators: readonly IndicatorRequest[]
  /** Also the figures of all rows together, as `by: 'none'` gives them. */
  total?: boolean
}

/** A row of figures: what it stands for, and the indicators' values in the order they were asked for. */
export interface AggregateRow {
  key: RowKey
  values: IndicatorValue[]
}

/** The figures. Rows without a single response are left out, except the one row of `by: 'none'`. */
export interface AggregateResult {
  rows: AggregateRow[]
  /** Null unless it was asked for. */
  total: AggregateRow | null
}

/**
 * Computes figures over the responses of a scope: the only way to any. Results are kept until the survey's data,
 * metadata or configuration change. In an anonymous survey values that could give a person away are suppressed.
 * Throws `validation` for expressions, variables or periods that make no sense, `unavailable` when the survey's table
 * is not there yet or the time is up, and the signal's reason when it is aborted.
 */
export async function aggregate(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: Scope,
  request: AggregateRequest,
  options: { signal?: AbortSignal } = {},
): Promise<AggregateResult> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  const source = await columnSource(deps, model)
  if (model.anonymity) guardGrouping(request.by)
  const conditions = model.anonymity ? widenConditions(request.conditions, source) : request.conditions
  const key = JSON.stringify([
    'aggregate',
    scope.key,
    deps.analytics.feed.dataVersion(model.id),
    model.version,
    conditions,
    request.by,
    request.indicators,
    request.total,
  ])
  return deps.analytics.results.get(
    key,
    (signal) => compute(deps, source, model, scope, { ...request, conditions }, signal),
    (result) => result.rows.length * request.indicators.length,
    options.signal,
  )
}

/** Where a survey's answers are found in the analytics store, once its tables are as the survey is now. */
export async function columnSource(deps: AggregateDeps, model: SurveyModel): Promise<ColumnSource> {
  const tree = await loadUnitTree(deps, model)
  let signature = signatures.get(model)
  if (signature === undefined) signatures.set(model, (signature = new SurveyTables(model, tree).signature))
  if (!(await deps.analytics.feed.ensureTable(model.id, signature)))
    throw new AppError('unavailable', 'The survey is being changed right now. Try again in a moment.')
  return new ColumnSource(model, tree, deps.analytics.feed.oddQuestions(model.id))
}

const signatures = new WeakMap<SurveyModel, string>()

async function compute(
  deps: AggregateDeps,
  source: ColumnSource,
  model: SurveyModel,
  scope: Scope,
  request: AggregateRequest,
  signal: AbortSignal,
): Promise<AggregateResult> {
  const compiled = compileIndicators(request.indicators, source)
  const grouping = await resolveGrouping(request.by, source, () => readDayRange(deps.analytics, model.id, signal))
  const sumsOf = (of: Grouping, where: RowDemand) => (group: AtomGroup) => {
    const rows = demandLogic.all([where, group.where])
    return deps.analytics.sums(model.id, { grouping: of, where: rows, atoms: group.atoms }, signal)
  }
  const where = applyConditions([...scope.conditions, ...request.conditions], source)
  const tables = await Promise.all(compiled.groups.map(sumsOf(grouping, where)))
  const ids = new Set<number | null>(grouping.isWhole ? [0] : [])
  for (const table of tables) for (const id of table.keys()) ids.add(id)
  const rows = [...ids].map((id) => ({
    id,
    row: { key: grouping.describe(id), values: compiled.finish(tables.map((table) => table.get(id) ?? [])) },
  }))
  rows.sort((a, b) => grouping.compare(a.row.key, b.row.key))
  const whole = async (): Promise<AggregateRow | null> => {
    if (!request.total) return null
    // Of an anonymous survey the whole has a guard of its own.
    const sums = model.anonymity ? null : totalSums(tables, grouping, compiled.groups)
    if (sums) return { key: wholeKey, values: compiled.finish(sums) }
    const { rows: all } = await compute(deps, source, model, scope, { ...request, by: 'none', total: false }, signal)
    return all[0] ?? null
  }
  const total = await whole()
  if (!model.anonymity) return { rows: rows.map(({ row }) => row), total }
  const hidden = await suppressedValues({
    least: model.anonymity.numbers,
    scope: scope.conditions,
    conditions: request.conditions,
    by: request.by,
    grouping,
    indicators: request.indicators.length,
    source,
    count: async (of, rowsWhere) => {
      const counted = await Promise.all(compiled.groups.map(sumsOf(of, rowsWhere)))
      const found = new Set(counted.flatMap((table) => [...table.keys()]))
      return new Map([...found].map((id) => [id, compiled.counts(counted.map((table) => table.get(id) ?? []))]))
    },
  })
  return {
    rows: rows.map(({ id, row }) => ({
      ...row,
      values: row.values.map((value, index) => (hidden(id, index) ? suppressed : value)),
    })),
    total,
  }
}

/** The numbers of all rows together; null where they are not the groups' added up. */
function totalSums(tables: readonly SumTable[], grouping: Grouping, groups: readonly AtomGroup[]): number[][] | null {
  const isSum = grouping.parts.length === 1 && groups.every(({ atoms }) => atoms.every(isAdditive))
  if (!isSum) return null
  return tables.map((table) => {
    const total: number[] = []
    for (const numbers of table.values())
      for (const [at, number] of numbers.entries()) total[at] = (total[at] ?? 0) + number
    return total
  })
}

const suppressed: IndicatorValue = { value: null, n: 0, low: null, high: null, suppressed: true }

async function readDayRange(analytics: Analytics, surveyId: number, signal: AbortSignal): Promise<DayRange> {
  const statement = sql`select min(day), max(day) from ${ident(responseTable(surveyId))}`
  const [[first], [last]] = (await analytics.store.query(statement, { signal })).columns as [
    (number | null)[],
    (number | null)[],
  ]
  return first === null || first === undefined || last === null || last === undefined ? null : { first, last }
}
