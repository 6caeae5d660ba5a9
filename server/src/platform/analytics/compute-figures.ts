import type { Condition } from '@gensvar/contract/conditions'
import { ident, sql } from '../sql.ts'
import type { SurveyModel } from '../survey-model.ts'
import type { FigureEngine } from './analytics.ts'
import { applyConditions } from './apply-conditions.ts'
import { isAdditive } from './atoms.ts'
import type { ColumnSource } from './column-source.ts'
import { resolveGrouping } from './grouping.ts'
import type { DayRange, GroupBy, Grouping, RowKey } from './grouping.ts'
import { suppressedValues } from './guard.ts'
import type { Counts } from './guard.ts'
import { compileIndicators } from './indicators.ts'
import type { AtomGroup, CompiledIndicators, IndicatorRequest, IndicatorValue } from './indicators.ts'
import { demandLogic } from './row-demand.ts'
import type { RowDemand } from './row-demand.ts'
import type { SumTable } from './sums.ts'
import { responseTable } from './tables.ts'

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
  readonly key: RowKey
  readonly values: IndicatorValue[]
}

/** A row that works its values out when they are looked at: of thousands of rows few are shown. */
export interface FigureRow extends AggregateRow {
  /** The value of one indicator, by its place in the order they were asked for. */
  valueAt(at: number): IndicatorValue | undefined
}

/** The figures. Rows without a single response are left out, except the one row of `by: 'none'`. */
export interface AggregateResult {
  rows: FigureRow[]
  /** Null unless it was asked for. */
  total: FigureRow | null
}

/** A request to be computed; its conditions as the survey takes them. */
export interface FigureWork {
  analytics: FigureEngine
  source: ColumnSource
  model: SurveyModel
  scope: readonly Condition[]
  request: AggregateRequest
  signal: AbortSignal
}

/** Computes figures as `aggregate` promises them, nothing kept. */
export async function computeFigures(work: FigureWork): Promise<AggregateResult> {
  const { request, source, signal } = work
  const compiled = compileIndicators(request.indicators, source)
  const grouping = await resolveGrouping(request.by, source, () => readDayRange(work.analytics, work.model.id, signal))
  const where = applyConditions([...work.scope, ...request.conditions], source)
  const tables = await sumsOf(work, compiled.groups, grouping, where)
  const guard = guardOf(work, compiled)
  const rows = await finish(tables, grouping, request.by, compiled, guard)
  rows.sort((a, b) => grouping.compare(a.key, b.key))
  if (!request.total) return { rows, total: null }
  const whole = await resolveGrouping('none', source, async () => null)
  const sums = totalSums(tables, grouping, compiled.groups) ?? (await sumsOf(work, compiled.groups, whole, where))
  const [total = null] = await finish(sums, whole, 'none', compiled, guard)
  return { rows, total }
}

/** The numbers of groups of atoms over the rows that meet a demand. */
function sumsOf(
  { analytics, model, signal }: FigureWork,
  groups: readonly AtomGroup[],
  grouping: Grouping,
  where: RowDemand,
): Promise<SumTable[]> {
  return Promise.all(
    groups.map((group) => {
      const rows = demandLogic.all([where, group.where])
      return analytics.sums(model.id, { grouping, where: rows, atoms: group.atoms }, signal)
    }),
  )
}

type Guard = (by: GroupBy, grouping: Grouping) => Promise<(id: number | null, indicator: number) => boolean>

/** Rows of figures, in no order; what the guard hides is suppressed. */
async function finish(
  tables: readonly SumTable[],
  grouping: Grouping,
  by: GroupBy,
  compiled: CompiledIndicators,
  guard: Guard | null,
): Promise<FigureRow[]> {
  const isHidden = guard ? await guard(by, grouping) : () => false
  const ids = new Set<number | null>(grouping.isWhole ? [0] : [])
  for (const table of tables) for (const id of table.keys()) ids.add(id)
  const work: RowWork = { tables, compiled, isHidden }
  return [...ids].map((id) => new LazyRow(grouping.describe(id), id, work))
}

/** What the rows of a result are worked out from. */
interface RowWork {
  tables: readonly SumTable[]
  compiled: CompiledIndicators
  isHidden: (id: number | null, indicator: number) => boolean
}

class LazyRow implements FigureRow {
  readonly key: RowKey
  private readonly id: number | null
  private readonly work: RowWork
  private made: (IndicatorValue | undefined)[] | null = null

  constructor(key: RowKey, id: number | null, work: RowWork) {
    this.key = key
    this.id = id
    this.work = work
  }

  get values(): IndicatorValue[] {
    return Array.from({ length: this.work.compiled.count }, (_, at) => this.value(at))
  }

  valueAt(at: number): IndicatorValue | undefined {
    return at >= 0 && at < this.work.compiled.count ? this.value(at) : undefined
  }

  private value(at: number): IndicatorValue {
    this.made ??= []
    return (this.made[at] ??= this.make(at))
  }

  private make(at: number): IndicatorValue {
    const { tables, compiled, isHidden } = this.work
    if (isHidden(this.id, at)) return suppressed
    return compiled.finish(
      at,
      tables.map((table) => table.get(this.id) ?? []),
    )
  }
}

const suppressed: IndicatorValue = { value: null, n: 0, low: null, high: null, suppressed: true }

/** What keeps an anonymous survey's figures from giving anyone away; null for a named one. */
function guardOf(work: FigureWork, { counting }: CompiledIndicators): Guard | null {
  const { analytics, model, source, scope, request, signal } = work
  const { anonymity } = model
  if (!anonymity) return null
  const read = async (within: FigureWork, grouping: Grouping, where: RowDemand): Promise<Counts> => {
    const counted = await sumsOf(within, counting.groups, grouping, where)
    const ids = new Set(counted.flatMap((table) => [...table.keys()]))
    return new Map([...ids].map((id) => [id, counting.counts(counted.map((table) => table.get(id) ?? []))]))
  }
  // Tables of fewer conditions serve the rows, their total and requests with other filters alike.
  const count = (grouping: Grouping, where: RowDemand): Promise<Counts> =>
    analytics.results.get(
      JSON.stringify([
        'counts',
        model.id,
        analytics.feed.dataVersion(model.id),
        grouping.parts,
        where,
        counting.groups,
      ]),
      (until) => read({ ...work, signal: until }, grouping, where),
      (counts) => counts.size * request.indicators.length,
      signal,
    )
  return (by, grouping) =>
    suppressedValues({
      least: anonymity.numbers,
      scope,
      conditions: request.conditions,
      by,
      grouping,
      indicators: request.indicators.length,
      source,
      count,
    })
}

/** The numbers of all rows together, as of the one group of a whole; null where they are not the groups' added up. */
function totalSums(tables: readonly SumTable[], grouping: Grouping, groups: readonly AtomGroup[]): SumTable[] | null {
  const isSum = grouping.parts.length === 1 && groups.every(({ atoms }) => atoms.every(isAdditive))
  if (!isSum) return null
  return tables.map((table) => {
    const total: number[] = []
    for (const numbers of table.values())
      for (let at = 0; at < numbers.length; at++) total[at] = (total[at] ?? 0) + (numbers[at] ?? 0)
    return new Map([[0, total]])
  })
}

async function readDayRange(analytics: FigureEngine, surveyId: number, signal: AbortSignal): Promise<DayRange> {
  const statement = sql`select min(day), max(day) from ${ident(responseTable(surveyId))}`
  const [[first], [last]] = (await analytics.store.query(statement, { signal })).columns as [
    (number | null)[],
    (number | null)[],
  ]
  return first === null || first === undefined || last === null || last === undefined ? null : { first, last }
}
