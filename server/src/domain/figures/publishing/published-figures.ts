import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { periodIndex, periodName, periodSpan } from '@gensvar/contract/periods'
import type { WholePeriods } from '@gensvar/contract/periods'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import { areTotal, sumsOf, totalsOf } from '../expressions/compute-figures.ts'
import type { AggregateResult } from '../expressions/compute-figures.ts'
import { LazyRow } from '../expressions/figure-rows.ts'
import type { FigureRow, RowValues } from '../expressions/figure-rows.ts'
import type { IndicatorValue } from '../expressions/figure-arithmetic.ts'
import { resolveGrouping } from '../rows/grouping.ts'
import type { GroupBy, Grouping, RowKey } from '../rows/grouping.ts'
import type { IndicatorRequest } from '../expressions/indicators.ts'
import { demandLogic } from '../rows/row-demand.ts'
import { Sums } from '../expressions/atom-plan.ts'
import type { SumTable } from '../rows/sum-table.ts'
import type { FigureStore } from '../rows/sums.ts'
import { recordKeyColumn } from '../store/built-in-columns.ts'
import type { Publication } from './publication.ts'
import { compilePublished } from './published-indicators.ts'
import type { PublishedIndicators } from './published-indicators.ts'
import type { PublishingRules } from './publishing-rules.ts'
import { isOneBase, rowTerms } from './row-terms.ts'
import type { RowTerms } from './row-terms.ts'
import type { PublishedGrouping, PublishedRequest } from './vocabulary.ts'

/** A request for published figures with all that computing it takes. */
export interface PublishedWork {
  store: FigureStore
  source: ColumnSource
  publication: Publication
  /** Conditions of the survey's hidden filters, which apply to everybody. */
  fixed: readonly Condition[]
  asked: PublishedRequest
  indicators: readonly IndicatorRequest[]
  /** Also compute the figures of the whole place. */
  total: boolean
  signal: AbortSignal
}

/**
 * Computes published figures. Returns a row for every possible key, so that a row with too few answers looks the same
 * as one without any.
 */
export async function publishFigures(work: PublishedWork): Promise<AggregateResult> {
  const { asked, total } = work
  if (total && asked.by.kind === 'period') throw new Error('Periods have no total')
  const groups = await planOf(work, asked)
  const place = total ? await planOf(work, { ...asked, by: { kind: 'none' } }) : null
  const isSum = asked.by.kind === 'level' && isPlaceSum(groups)
  const [tables, ofPlace] = await Promise.all([counted(work, groups), place && !isSum ? counted(work, place) : null])
  const [rows, whole] = await Promise.all([
    rowsIn(work, groups, tables),
    place ? rowsIn(work, place, ofPlace ?? totalsOf(tables)) : [],
  ])
  return { rows, total: whole[0] ?? null, leftOut: null }
}

/**
 * Whether the numbers of the place are those of the units of a level added up: each row is of one unit, and the place has their
 * terms. The keys of records are never added up in another way, because noise is made of their sum.
 */
function isPlaceSum({ grouping, compiled: { groups } }: Planned): boolean {
  const isKeyed = groups.some(({ atoms }) => atoms.some((atom) => 'column' in atom && atom.column === recordKeyColumn))
  return !isKeyed && areTotal(grouping, groups)
}

/** What is to be counted for a request, and its rows are made of. */
interface Planned {
  asked: PublishedRequest
  compiled: PublishedIndicators
  grouping: Grouping
}

async function planOf(work: PublishedWork, asked: PublishedRequest): Promise<Planned> {
  const compiled = compilePublished(work.indicators, work.source, work.publication, asked)
  const grouping = await resolveGrouping(groupBy(asked.by), work.source, null, async () => null)
  return { asked, compiled, grouping }
}

function counted(work: PublishedWork, { asked, compiled, grouping }: Planned): Promise<SumTable[]> {
  const { source, publication, store, signal } = work
  const { place, period, backgrounds } = asked
  const where = demandLogic.all([
    applyConditions([...work.fixed, ...conditionsOf(place, period), ...endedOnly(publication.rules, asked)], source),
    ...backgrounds.map(({ question, choices }) => source.isOneOf(question, choices)),
  ])
  return sumsOf(store, source.survey.id, { groups: compiled.groups, grouping, where, signal })
}

async function rowsIn(
  work: PublishedWork,
  { asked, compiled, grouping }: Planned,
  tables: readonly SumTable[],
): Promise<FigureRow[]> {
  const keys = await rowKeys(work, asked, grouping)
  return keys.map(({ key, period: own }) => {
    const terms = termsOf(work.publication, own)
    // Their noise takes long to compute, so they are kept.
    const made: (IndicatorValue | undefined)[] = []
    const values: RowValues = {
      count: compiled.count,
      keyOf: () => key,
      valueOf: (id, at) => (made[at] ??= compiled.finish(at, new Sums(tables, id), terms)),
    }
    // Without groups, the one row is counted under the id 0.
    return new LazyRow(values, key.id ?? 0)
  })
}

const knownTerms = new WeakMap<Publication, Map<string, RowTerms>>()

/** The terms of rows, computed once per period. */
function termsOf(publication: Publication, period: WholePeriods | null): RowTerms {
  let terms = knownTerms.get(publication)
  if (!terms) knownTerms.set(publication, (terms = new Map()))
  const key = JSON.stringify(period)
  let known = terms.get(key)
  if (!known) terms.set(key, (known = rowTerms(publication.rules, period)))
  return known
}

function groupBy(by: PublishedGrouping): GroupBy {
  switch (by.kind) {
    case 'none':
      return 'none'
    case 'level':
      return { level: { view: by.view, depth: by.depth } }
    case 'background':
      return { question: by.question.variable }
    case 'period':
      return { period: groupPeriods[by.period] }
  }
}

const groupPeriods = { week: 'weeks', month: 'months', quarter: 'quarters', year: 'years' } as const

function conditionsOf(place: PublishedRequest['place'], period: WholePeriods | null): Condition[] {
  return [
    ...(place ? [{ kind: 'unit' as const, view: place.view, depth: place.path.length, path: [...place.path] }] : []),
    ...(period ? [{ kind: 'dates' as const, variable: EVENT_DATE, ...spanOf(period) }] : []),
  ]
}

/**
 * In an anonymous survey, only figures of the running base period include its answers; longer periods and all time end
 * before it. Otherwise they would show every released batch again, with different noise.
 */
function endedOnly({ base, runningFrom }: PublishingRules, { by, period }: PublishedRequest): Condition[] {
  const isByBase = by.kind === 'period' && by.period === base
  if (base === null || isByBase || isOneBase({ base }, period)) return []
  return [{ kind: 'dates', variable: EVENT_DATE, from: null, to: runningFrom }]
}

function spanOf({ kind, first, count }: WholePeriods): { from: string; to: string } {
  return { from: periodSpan(kind, first).from, to: periodSpan(kind, first + count - 1).to }
}

/** A row that can exist, and the periods of its answers. */
interface PossibleRow {
  key: RowKey
  period: WholePeriods | null
}

async function rowKeys(work: PublishedWork, asked: PublishedRequest, grouping: Grouping): Promise<PossibleRow[]> {
  const { by, period } = asked
  const described = (id: number | null): PossibleRow => ({ key: grouping.describe(id), period })
  switch (by.kind) {
    case 'none':
      return [described(0)]
    case 'level':
      return unitsBelow(work.source, asked.place, by).map(({ id }) => described(id))
    case 'background':
      return by.question.choices.map(({ code }) => described(code))
    case 'period':
      return periodRows(work, by.period, period)
  }
}

/** The units of a level below a place (or the place itself); at the top all units of the level. */
export function unitsBelow(
  { survey, tree }: Pick<ColumnSource, 'survey' | 'tree'>,
  place: PublishedRequest['place'],
  level: { view: string; depth: number },
): Unit[] {
  const view = survey.views.find((one) => one.extName === level.view)
  if (!view) return []
  const above = place?.view === level.view ? tree.find(view.id, place.path) : null
  // The place does not exist.
  if (above === undefined) return []
  const units = tree.atDepth(view.id, level.depth)
  return above ? units.filter(({ id }) => tree.lineage(id).includes(above.id)) : units
}

/** Every period from the survey's first answer to its last that overlaps the requested one. */
async function periodRows(
  { store, source, signal }: PublishedWork,
  kind: WholePeriods['kind'],
  within: WholePeriods | null,
): Promise<PossibleRow[]> {
  const range = await store.dayRange(source.survey.id, signal)
  if (!range) return []
  const span = within && spanOf(within)
  const rows: PossibleRow[] = []
  for (let index = periodIndex(kind, range.first); index <= periodIndex(kind, range.last); index++) {
    const { from, to } = periodSpan(kind, index)
    if (span && (to <= span.from || from >= span.to)) continue
    const isWhole = !span || (from >= span.from && to <= span.to)
    // A period that is longer than the requested one counts only the requested part, which must be a single period.
    if (!isWhole && within && within.count > 1) continue
    rows.push({
      key: { id: index, name: periodName(kind, index), from, to },
      period: isWhole ? { kind, first: index, count: 1 } : within,
    })
  }
  return rows
}
