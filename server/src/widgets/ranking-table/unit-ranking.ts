import type { RankingCell, RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { aggregate } from '../../platform/analytics/aggregate.ts'
import type { IndicatorValue } from '../../platform/analytics/indicators.ts'
import { everything } from '../../platform/unit-text.ts'
import { childPath } from '@gensvar/contract/path-steps'
import type { Unit } from '../../platform/unit-tree.ts'
import { indicatorRequest } from '../shared/figure-request.ts'
import { titleOf } from '../shared/indicator.ts'
import { childrenOf } from '../shared/segmented-drill-path.ts'
import { competitionRanks } from '../shared/sibling-rank.ts'
import { figureCell, litsCell } from './cells.ts'
import { nameHeader, unitColumns } from './columns.ts'
import type { UnitColumn } from './columns.ts'
import type { RankingRequest } from './query.ts'

/** Most units answered at once; a table of units is not paged below that. */
const maxRows = 1000

interface Entry {
  unit: Unit
  path: string
  text: string
  accessAllowed: boolean
  /** By indicator name. */
  values: ReadonlyMap<string, IndicatorValue>
  rank: number | null
}

/** The units below the place with their figures, ranked by the sorted column, and the place itself as Total. */
export async function unitRanking(asked: RankingRequest, sortBy: string | null): Promise<RankingData> {
  const { ctx, access, requested } = asked
  const view = requested.view
  if (!view) throw new Error('A ranking of units needs a view')
  const { model } = access
  const { locale } = ctx
  const depth = requested.path.place.length
  const columns = unitColumns(model, asked.columns)
  const [values, total] = await figures(asked, view.extName, depth + 1, columns)
  const rankingVar = rankingColumn(asked.sortVar ?? sortBy, columns)
  const entries: Entry[] = childrenOf(access, requested, requested.unit, depth, locale).map((child) => ({
    ...child,
    values: values.get(child.unit.id) ?? new Map(),
    rank: null,
  }))
  setRanks(entries, rankingVar)
  const wanted = asked.filter.toLocaleLowerCase(locale)
  const matching = entries.filter((entry) => entry.text.toLocaleLowerCase(locale).includes(wanted))
  sortEntries(matching, asked.sortVar === 'name' ? null : rankingVar, asked.sortDesc)
  const question = model.questions.get(view.levels[depth] ?? '')
  const from = matching.length > maxRows ? asked.rowFrom : 0
  const placeAt = (entry: Entry) => childPath(requested.path, view.levels[depth] ?? '', entry.unit.extName)
  return {
    headers: [
      nameHeader(question ? titleOf(question) : (view.levels[depth] ?? '')),
      ...columns.map((column, at) => headerAt(column, at + 1)),
    ],
    nameCount: 1,
    rows: matching.slice(from, from + maxRows).map((entry) =>
      rowOf(
        entry,
        columns.map((column) => cellOf(asked, column, entry.values, placeAt(entry))),
      ),
    ),
    footer: {
      cells: [{ text: everything(locale) }, ...columns.map((column) => cellOf(asked, column, total, requested.path))],
    },
    rankingVar: rankingVar?.indicator?.name ?? null,
    leafRows: false,
    totalNumberRows: matching.length,
  }
}

async function figures(
  { ctx, access, requested }: RankingRequest,
  view: string,
  depth: number,
  columns: readonly UnitColumn[],
): Promise<[Map<number | null, Map<string, IndicatorValue>>, Map<string, IndicatorValue>]> {
  const indicators = [...new Map(columns.flatMap((column) => column.needs).map((one) => [one.name, one])).values()]
  const named = (values: readonly IndicatorValue[] | undefined) =>
    new Map(indicators.flatMap((indicator, at) => (values?.[at] ? [[indicator.name, values[at]] as const] : [])))
  const { rows, total } = await aggregate(ctx, access.model, access.compareScope, {
    conditions: requested.conditions,
    by: { level: { view, depth } },
    indicators: indicators.map(indicatorRequest),
    total: true,
  })
  return [new Map(rows.map((row) => [row.key.id, named(row.values)])), named(total?.values)]
}

function rankingColumn(name: string | null, columns: readonly UnitColumn[]): UnitColumn | null {
  const ranked = columns.filter((column) => column.indicator !== null)
  return ranked.find((column) => column.column.value === name) ?? ranked[0] ?? null
}

function valueOf(entry: Entry, column: UnitColumn): number | null {
  const value = column.indicator && entry.values.get(column.indicator.name)
  return value && !value.suppressed ? value.value : null
}

function setRanks(entries: Entry[], column: UnitColumn | null): void {
  if (!column?.indicator) return
  const ranks = competitionRanks(
    entries.map((entry) => valueOf(entry, column)),
    column.indicator,
  )
  entries.forEach((entry, at) => (entry.rank = ranks[at] ?? null))
}

/** Sorts by a column's value, missing ones last either way; by name without one. The order of equals is by name. */
function sortEntries(entries: Entry[], column: UnitColumn | null, desc: boolean): void {
  if (!column) {
    if (desc) entries.reverse()
    return
  }
  entries.sort((a, b) => {
    const [left, right] = [valueOf(a, column), valueOf(b, column)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return desc ? right - left : left - right
  })
}

function headerAt(column: UnitColumn, cellIndex: number): RankingHeader {
  return { ...column.header, cellIndex }
}

function rowOf(entry: Entry, cells: RankingCell[]): RankingRow {
  return {
    cells: [{ text: entry.text, value: entry.unit.extName }, ...cells],
    rankTarget: entry.rank,
    accessAllowed: entry.accessAllowed,
    interviewId: null,
    isComplete: false,
    alertId: null,
    drillPath: entry.path,
  }
}

function cellOf(
  asked: RankingRequest,
  column: UnitColumn,
  values: ReadonlyMap<string, IndicatorValue>,
  place: Parameters<typeof figureCell>[4],
): RankingCell {
  const { locale } = asked.ctx
  if (column.lits) return litsCell(column.lits.map((indicator) => ({ indicator, value: values.get(indicator.name) })))
  if (!column.indicator) return { text: '' }
  return figureCell(
    asked.access.model,
    column.indicator,
    values.get(column.indicator.name),
    locale,
    place,
    asked.requested.today,
  )
}
