import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { periodIndex, periodName, periodSpan } from '@gensvar/contract/periods'
import type { WholePeriods } from '@gensvar/contract/periods'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import type { ColumnSource } from '../rows/column-source.ts'
import { sumsOf } from '../expressions/compute-figures.ts'
import type { AggregateResult } from '../expressions/compute-figures.ts'
import { LazyRow } from '../expressions/figure-rows.ts'
import type { FigureRow } from '../expressions/figure-rows.ts'
import { resolveGrouping } from '../rows/grouping.ts'
import type { GroupBy, Grouping, RowKey } from '../rows/grouping.ts'
import type { IndicatorRequest } from '../expressions/indicators.ts'
import { demandLogic } from '../rows/row-demand.ts'
import { Sums } from '../expressions/atom-plan.ts'
import type { FigureStore } from '../rows/sums.ts'
import type { Publication } from './publication.ts'
import { compilePublished } from './published-indicators.ts'
import type { PublishingRules } from './publishing-rules.ts'
import { rowTerms } from './row-terms.ts'
import type { RowTerms } from './row-terms.ts'
import type { PublishedGrouping, PublishedRequest } from './vocabulary.ts'

/** A request for published figures to be computed. */
export interface PublishedWork {
  store: FigureStore
  source: ColumnSource
  publication: Publication
  /** Conditions of the survey's hidden filters, the same for everybody. */
  fixed: readonly Condition[]
  asked: PublishedRequest
  indicators: readonly IndicatorRequest[]
  /** Also the figures of the whole place. */
  total: boolean
  signal: AbortSignal
}

/**
 * Computes published figures. All rows there could be are there, so that a row with too few answers looks like one
 * without any.
 */
export async function publishFigures(work: PublishedWork): Promise<AggregateResult> {
  const { asked, total } = work
  if (total && asked.by.kind === 'period') throw new Error('Periods have no total')
  const [rows, whole] = await Promise.all([
    rowsOf(work, asked),
    total ? rowsOf(work, { ...asked, by: { kind: 'none' } }) : [],
  ])
  return { rows, total: whole[0] ?? null, leftOut: null }
}

async function rowsOf(work: PublishedWork, asked: PublishedRequest): Promise<FigureRow[]> {
  const { source, publication, store, signal } = work
  const compiled = compilePublished(work.indicators, source, publication, asked)
  const grouping = await resolveGrouping(groupBy(asked.by), source, async () => null)
  const { place, period, backgrounds } = asked
  const where = demandLogic.all([
    applyConditions([...work.fixed, ...conditionsOf(place, period), ...endedOnly(publication.rules, asked)], source),
    ...backgrounds.map(({ question, choices }) => source.isOneOf(question, choices)),
  ])
  const tables = await sumsOf(store, source.survey.id, { groups: compiled.groups, grouping, where, signal })
  const keys = await rowKeys(work, asked, grouping)
  return keys.map(({ key, period: own }) => {
    const terms = termsOf(publication, own)
    let sums: Sums | null = null
    return new LazyRow(key, compiled.count, (at) =>
      compiled.finish(at, (sums ??= new Sums(tables, key.id ?? idOfWhole(asked))), terms),
    )
  })
}

// The one row of everything is counted under an id of its own.
function idOfWhole({ by }: PublishedRequest): number | null {
  return by.kind === 'none' ? 0 : null
}

const knownTerms = new WeakMap<Publication, Map<string, RowTerms>>()

/** Terms are the same for all rows of a period. */
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
 * In an anonymous survey only figures of the running base period grow: longer periods and all time hold what has ended.
 * Grown together, they would show every batch once more, with noise of their own.
 */
function endedOnly({ base, runningFrom }: PublishingRules, { by, period }: PublishedRequest): Condition[] {
  const isOfBase = by.kind === 'period' && by.period === base
  const isInBase = period?.kind === base && period?.count === 1
  if (base === null || isOfBase || isInBase) return []
  return [{ kind: 'dates', variable: EVENT_DATE, from: null, to: runningFrom }]
}

function spanOf({ kind, first, count }: WholePeriods): { from: string; to: string } {
  return { from: periodSpan(kind, first).from, to: periodSpan(kind, first + count - 1).to }
}

/** A row there could be, and the periods its answers are of. */
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

/** The units of a level that lie below a place, or are it; all of the level at the top. */
export function unitsBelow(
  { survey, tree }: Pick<ColumnSource, 'survey' | 'tree'>,
  place: PublishedRequest['place'],
  level: { view: string; depth: number },
): Unit[] {
  const view = survey.views.find((one) => one.extName === level.view)
  if (!view) return []
  const above = place?.view === level.view ? tree.find(view.id, place.path) : null
  // A place that does not exist has nothing below it.
  if (above === undefined) return []
  const units = tree.atDepth(view.id, level.depth)
  return above ? units.filter(({ id }) => tree.lineage(id).includes(above.id)) : units
}

/** Every period from the survey's first answer to its last, as far as the request's own period has them. */
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
    // Of a coarser period only the part asked for is counted; a part that is several periods is no published figure.
    if (!isWhole && within && within.count > 1) continue
    rows.push({
      key: { id: index, name: periodName(kind, index), from, to },
      period: isWhole ? { kind, first: index, count: 1 } : within,
    })
  }
  return rows
}
