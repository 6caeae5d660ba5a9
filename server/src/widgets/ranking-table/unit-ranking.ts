import type { RankingCell, RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { figures } from '#server/domain/figures/figures.ts'
import type { FigureRow } from '#server/domain/figures/expressions/figure-rows.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { childPath } from '@gensvar/contract/path-steps'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { mayRank } from '#server/domain/indicators/evidence.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { childrenOf } from '#server/domain/indicators/segmented-drill-path.ts'
import type { ChildUnit } from '#server/domain/indicators/segmented-drill-path.ts'
import { competitionRanks, isRankable } from '#server/domain/indicators/sibling-rank.ts'
import { figureCell, litsCell } from './cells.ts'
import { nameHeader, unitColumns, withCount } from './columns.ts'
import type { UnitColumn } from './columns.ts'
import type { RankingRequest } from './ranking-request.ts'

/** Maximum number of units in one answer; up to that, a table of units is not paged. */
const maxRows = 1000

/** A row's values by the name of the indicator. */
type Values = (indicator: string) => IndicatorValue | undefined

interface Entry {
  child: ChildUnit
  values: Values
  /** Value of the sorted column; null if there is none to show. */
  value: number | null
  /** Whether the value is of a unit that can have a rank, and of enough answers for one. */
  mayRank: boolean
  rank: number | null
}

/** The columns of the units below the place, and the headers with that of their names first. */
export function unitTableOf({ access, requested, columns }: RankingRequest): {
  columns: UnitColumn[]
  headers: RankingHeader[]
} {
  const { model } = access
  const made = unitColumns(model, withCount(model, columns), !access.canViewInterviews)
  const level = requested.view?.levels[requested.path.place.length] ?? ''
  const question = model.questions.get(level)
  return {
    columns: made,
    headers: [nameHeader(question ? titleOf(question) : level), ...made.map((column, at) => headerAt(column, at + 1))],
  }
}

/** The units below the place with their figures, ranked by the sorted column, and the place itself as Total. */
export async function unitRanking(asked: RankingRequest, sortBy: string | null): Promise<RankingData> {
  const { ctx, access, requested } = asked
  const view = requested.view
  if (!view) throw new Error('A ranking of units needs a view')
  const { model } = access
  const { locale } = ctx
  const depth = requested.path.place.length
  const { columns, headers } = unitTableOf(asked)
  const { valuesOf, total, leftOut } = await unitFigures(asked, view.extName, depth + 1, columns)
  const rankingVar = rankingColumn(asked.sortVar ?? sortBy, columns)
  const entries = childrenOf(access, requested, requested.unit, depth, locale).map((child): Entry => {
    const values = valuesOf(child.unit.id)
    return {
      child,
      values,
      value: valueOf(values, rankingVar),
      mayRank: isRankable(child.unit.extName) && isRanked(model, values, rankingVar),
      rank: null,
    }
  })
  setRanks(entries, rankingVar)
  const wanted = asked.filter.toLocaleLowerCase(locale)
  const matching =
    wanted === '' ? entries : entries.filter(({ child }) => child.text.toLocaleLowerCase(locale).includes(wanted))
  sortEntries(matching, asked.sortVar === 'name' ? null : rankingVar, asked.sortDesc)
  const shown = asked.isWhole
    ? matching
    : matching.slice(matching.length > maxRows ? asked.rowFrom : 0).slice(0, maxRows)
  const placeAt = (entry: Entry) => childPath(requested.path, view.levels[depth] ?? '', entry.child.unit.extName)
  return {
    headers,
    nameCount: 1,
    rows: shown.map((entry) => {
      const place = placeAt(entry)
      return rowOf(
        entry,
        columns.map((column) => cellOf(asked, column, entry.values, place)),
      )
    }),
    footer: {
      cells: [{ text: everything(locale) }, ...columns.map((column) => cellOf(asked, column, total, requested.path))],
    },
    rankingVar: rankingVar?.indicator?.name ?? null,
    leafRows: false,
    lowBase: model.config.lowBase,
    rankFrom: model.config.rankFrom,
    totalNumberRows: matching.length,
    leftOut: leftOut && localWords(leftOut),
  }
}

/** The figures of the place itself as the only row, for the last level of an anonymous survey. */
export async function placeRanking(asked: RankingRequest): Promise<RankingData> {
  const { ctx, access, requested } = asked
  const { model } = access
  const columns = unitColumns(model, asked.columns, !access.canViewInterviews)
  const indicators = [...new Map(columns.flatMap((column) => column.needs).map((one) => [one.name, one])).values()]
  const { rows, leftOut } = await figures(ctx, access, {
    conditions: requested.conditions,
    by: 'none',
    indicators: indicators.map(indicatorRequest),
  })
  const values: Values = (name) => rows[0]?.valueAt(indicators.findIndex((indicator) => indicator.name === name))
  const level = requested.path.place.at(-1)?.name ?? ''
  const question = model.questions.get(level)
  const { unit } = requested
  return {
    headers: [
      nameHeader(question ? titleOf(question) : level),
      ...columns.map((column, at) => headerAt({ ...column, header: { ...column.header, sortable: false } }, at + 1)),
    ],
    nameCount: 1,
    rows: [
      {
        cells: [
          { text: unit ? unitText(unit, ctx.locale) : everything(ctx.locale) },
          ...columns.map((column) => cellOf(asked, column, values, requested.path)),
        ],
        rankTarget: null,
        accessAllowed: true,
        interviewId: null,
        isComplete: false,
        alertId: null,
        drillPath: null,
      },
    ],
    footer: null,
    rankingVar: null,
    leafRows: false,
    totalNumberRows: 1,
    leftOut: localWords(leftOut ?? say`This survey is anonymous, so single interviews are not shown.`),
  }
}

async function unitFigures(
  { ctx, access, requested }: RankingRequest,
  view: string,
  depth: number,
  columns: readonly UnitColumn[],
): Promise<{ valuesOf: (unitId: number) => Values; total: Values; leftOut: Words | null }> {
  const indicators = [...new Map(columns.flatMap((column) => column.needs).map((one) => [one.name, one])).values()]
  const places = new Map(indicators.map((indicator, at) => [indicator.name, at]))
  const named =
    (row: FigureRow | null | undefined): Values =>
    (name) =>
      row?.valueAt(places.get(name) ?? -1)
  const { rows, total, leftOut } = await figures(ctx, access, {
    conditions: requested.conditions,
    by: { level: { view, depth } },
    indicators: indicators.map(indicatorRequest),
    total: true,
  })
  const byUnit = new Map(rows.map((row) => [row.key.id, row]))
  return { valuesOf: (unitId) => named(byUnit.get(unitId)), total: named(total), leftOut }
}

function rankingColumn(name: string | null, columns: readonly UnitColumn[]): UnitColumn | null {
  const ranked = columns.filter((column) => column.indicator !== null)
  return ranked.find((column) => column.column.value === name) ?? ranked[0] ?? null
}

function valueOf(values: Values, column: UnitColumn | null): number | null {
  const value = column?.indicator && values(column.indicator.name)
  return value && !value.suppressed ? value.value : null
}

function isRanked(model: SurveyModel, values: Values, column: UnitColumn | null): boolean {
  const value = column?.indicator ? values(column.indicator.name) : undefined
  return column?.indicator != null && value !== undefined && mayRank(model, column.indicator, value)
}

function setRanks(entries: Entry[], column: UnitColumn | null): void {
  if (!column?.indicator) return
  const ranks = competitionRanks(
    entries.map((entry) => (entry.mayRank ? entry.value : null)),
    column.indicator,
  )
  entries.forEach((entry, at) => (entry.rank = ranks[at] ?? null))
}

/**
 * Sorts by the ranking column's value, missing ones last either way, before them those of too few answers for a rank; by
 * name without a column. Ties are in the order of names. The answers that state no unit are always at the end.
 */
function sortEntries(entries: Entry[], column: UnitColumn | null, desc: boolean): void {
  if (!column && desc) entries.reverse()
  const order = ({ child, value, mayRank: isRanked }: Entry): number => {
    if (!isRankable(child.unit.extName)) return 3
    if (!column) return 0
    return value === null ? 2 : isRanked ? 0 : 1
  }
  entries.sort((one, other) => {
    if (order(one) !== order(other)) return order(one) - order(other)
    const { value: left } = one
    const { value: right } = other
    if (!column || left === null || right === null) return 0
    return desc ? right - left : left - right
  })
}

function headerAt(column: UnitColumn, cellIndex: number): RankingHeader {
  return { ...column.header, cellIndex }
}

function rowOf(entry: Entry, cells: RankingCell[]): RankingRow {
  return {
    cells: [{ text: entry.child.text, value: entry.child.unit.extName }, ...cells],
    rankTarget: entry.rank,
    accessAllowed: entry.child.accessAllowed,
    interviewId: null,
    isComplete: false,
    alertId: null,
    drillPath: entry.child.path,
  }
}

function cellOf(
  asked: RankingRequest,
  column: UnitColumn,
  values: Values,
  place: Parameters<typeof figureCell>[4],
): RankingCell {
  const { locale } = asked.ctx
  if (column.lits) return litsCell(column.lits.map((indicator) => ({ indicator, value: values(indicator.name) })))
  if (!column.indicator) return { text: '' }
  return figureCell(
    asked.access.model,
    column.indicator,
    values(column.indicator.name),
    locale,
    place,
    asked.requested.today,
  )
}
