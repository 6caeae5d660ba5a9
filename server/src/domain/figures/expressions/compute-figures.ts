import { unitsDayOf } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import type { Words } from '@gensvar/contract/say'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { Sums } from './atom-plan.ts'
import type { AtomGroup } from './atom-plan.ts'
import { isAdditive } from '../rows/atoms.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import { LazyRow } from './figure-rows.ts'
import type { FigureRow, RowValues } from './figure-rows.ts'
import { resolveGrouping } from '../rows/grouping.ts'
import { IdPlaces } from '../rows/id-places.ts'
import type { GroupBy, Grouping } from '../rows/grouping.ts'
import { compileIndicators } from './indicators.ts'
import type { CompiledIndicators, IndicatorRequest } from './indicators.ts'
import { demandLogic } from '../rows/row-demand.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import type { SumTable } from '../rows/sum-table.ts'
import type { FigureStore } from '../rows/sums.ts'

/**
 * A request for figures. All conditions must match, and those of the scope. Units are grouped as the conditions read them.
 */
export interface AggregateRequest {
  conditions: readonly Condition[]
  by: GroupBy
  indicators: readonly IndicatorRequest[]
  /** Also return the figures of all rows together, as `by: 'none'` does. */
  total?: boolean
}

/** The figures. Rows without a single response are left out, except the one row of `by: 'none'`. */
export interface AggregateResult {
  rows: FigureRow[]
  /** Null unless it was requested. */
  total: FigureRow | null
  /** Why all comparisons were left out; null where they were not. */
  leftOut: Words | null
}

/** A request with all that computing it takes. */
export interface FigureWork {
  store: FigureStore
  source: ColumnSource
  scope: readonly Condition[]
  request: AggregateRequest
  signal: AbortSignal
}

/** Computes exact figures over the rows of a scope, without a cache. */
export async function computeFigures({ store, source, scope, request, signal }: FigureWork): Promise<AggregateResult> {
  const surveyId = source.survey.id
  const compiled = compileIndicators(request.indicators, source)
  const { groups } = compiled
  const grouping = await resolveGrouping(request.by, source, unitsDayOf(request.conditions), () =>
    store.dayRange(surveyId, signal),
  )
  const where = applyConditions([...scope, ...request.conditions], source)
  const tables = await sumsOf(store, surveyId, { groups, grouping, where, signal })
  const rows = rowsOf(tables, grouping, compiled)
  if (!request.total) return { rows, total: null, leftOut: null }
  const whole = await resolveGrouping('none', source, null, async () => null)
  const sums = areTotal(grouping, groups)
    ? totalsOf(tables)
    : await sumsOf(store, surveyId, { groups, grouping: whole, where, signal })
  const [total = null] = rowsOf(sums, whole, compiled)
  return { rows, total, leftOut: null }
}

/** The numbers of groups of atoms over the rows that match. */
export function sumsOf(
  store: FigureStore,
  surveyId: number,
  {
    groups,
    grouping,
    where,
    signal,
  }: { groups: readonly AtomGroup[]; grouping: Grouping; where: RowDemand; signal: AbortSignal },
): Promise<SumTable[]> {
  return Promise.all(
    groups.map((group) => {
      const rows = demandLogic.all([where, group.where])
      return store.sums(surveyId, { of: group.of, grouping, where: rows, atoms: group.atoms }, signal)
    }),
  )
}

/** Rows of figures in the order in which to show them. */
function rowsOf(tables: readonly SumTable[], grouping: Grouping, compiled: CompiledIndicators): FigureRow[] {
  const whole = grouping.isWhole ? [Float64Array.of(0)] : []
  const ids = new IdPlaces([...whole, ...tables.map((table) => table.ids)]).ids.slice()
  grouping.sort(ids)
  const values: RowValues = {
    count: compiled.count,
    keyOf: (id) => grouping.describe(id),
    valueOf: (id, at) => compiled.finish(at, new Sums(tables, id)),
  }
  return Array.from(ids, (id) => new LazyRow(values, Number.isNaN(id) ? null : id))
}

/** Whether the numbers of all rows together can be computed from the groups' numbers. */
export function areTotal(grouping: Grouping, groups: readonly AtomGroup[]): boolean {
  return grouping.parts.length === 1 && groups.every(({ atoms }) => atoms.every(isAdditive))
}

/** The numbers of all rows together, from those of the groups. */
export function totalsOf(tables: readonly SumTable[]): SumTable[] {
  return tables.map((table) => table.total(0))
}
