import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RankingCell, RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { figures } from '#server/domain/figures/figures.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import type { Locale } from '@gensvar/contract/local-text'
import { maxPageRows } from '@gensvar/contract/paging'
import { childPath } from '@gensvar/contract/path-steps'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { figureAbout } from '#server/domain/indicators/figure-about.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import type { FairRanks } from '#server/domain/indicators/fair-ranks.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { isOwnPlace, ownsPlace } from '#server/domain/indicators/own-place.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import { leastFirst } from '#server/domain/indicators/least-first.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { childrenOf } from '#server/domain/indicators/segmented-drill-path.ts'
import { figureCell, litsCell } from './cells.ts'
import { nameHeader, unitColumns, withCount } from './columns.ts'
import type { UnitColumn } from './columns.ts'
import { UnitList, rankUnits, ranksBefore } from './ranked-units.ts'
import type { RankedUnit, Ranking, UnitFigures, Values } from './ranked-units.ts'
import { selectionTimeOf } from '#server/widgets/shared/selection-time.ts'
import type { RankingRequest } from './ranking-request.ts'

/** Rows of an answer to a call for all units where they are more than an answer has: enough to begin their pages with. */
const rowsOfMany = 100

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
    headers: [
      nameHeader(question ? titleOf(question) : level),
      ...made.map((column, at) => headerAt(access, column, at + 1)),
    ],
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
  const rankingVar = rankingColumn(asked.sortVar ?? sortBy, columns)
  const indicator = rankingVar?.indicator ?? null
  const asking = unitFigures(asked, view.extName, depth + 1, columns)
  const listed = nextTurn().then(() => new UnitList(childrenOf(access, requested, requested.unit, depth, locale)))
  // What is there already is ranked while the threads count the rest.
  const [units, found, ranking, before] = await Promise.all([
    listed,
    asking,
    Promise.all([listed, asking]).then(([list, figuresNow]) => rankUnits(asked, list, figuresNow, indicator)),
    indicator && ranksBefore(asked, indicator, { view: view.extName, depth: depth + 1 }),
  ])
  const earlier = before?.(units) ?? null
  const matching = matchingUnits(units, asked.filter, locale)
  const isByRank = asked.sortVar !== 'name' && indicator !== null
  sortUnits(ranking, matching, isByRank, asked.sortDesc)
  const { from, to } = windowOf(asked, matching.length)
  const total: Values = (name) => found.total?.valueAt(found.placeOf(name))
  const isAllOwn = isOwnPlace(asked)
  const above = requested.unit ? requested.tree.pathOf(requested.unit).map(({ extName }) => extName) : []
  return {
    headers,
    nameCount: 1,
    rows: Array.from(matching.subarray(from, to), (one, at): RankingRow => {
      const unit = ranking.unitAt(one)
      const place = childPath(requested.path, view.levels[depth] ?? '', unit.child.unit.extName)
      const range = ranking.fair?.rangeAt(one)
      const joined = isByRank && joinedOf(ranking.fair, one, matching[from + at - 1], matching[from + at + 1])
      const then = earlier?.of(unit)
      const isClosed = !isAllOwn && !ownsPlace(access, view.extName, [...above, unit.child.unit.extName])
      return {
        cells: [
          { text: unit.child.text, value: unit.child.unit.extName },
          ...columns.map((column) => unitCell(asked, column, unit, ranking, place, rankingVar)),
        ],
        rankTarget: unit.rank,
        ...(range && { rankRange: range }),
        ...(joined && { joined }),
        ...(then && { before: then }),
        accessAllowed: unit.child.accessAllowed,
        ...(isClosed && { isClosed }),
        interviewId: null,
        isComplete: false,
        alertId: null,
        drillPath: unit.child.path,
      }
    }),
    footer: {
      cells: [{ text: everything(locale) }, ...columns.map((column) => cellOf(asked, column, total, requested.path))],
      ...(!isAllOwn && { isClosed: true }),
    },
    ...selectionTimeOf(asked),
    rankingVar: indicator?.name ?? null,
    leafRows: false,
    lowBase: model.config.lowBase,
    rankFrom: model.config.rankFrom,
    among: ranking.among,
    ...(earlier && { trendTime: spanText(earlier.span) }),
    ...(asked.shrink && { isShrunk: true }),
    totalNumberRows: matching.length,
    leftOut: found.leftOut && localWords(found.leftOut),
  }
}

/** Which of so many rows an answer has: of up to 1,000 all of them, of more the page that was asked for. */
function windowOf({ isWhole, rowFrom, rowTo }: RankingRequest, count: number): { from: number; to: number } {
  if (isWhole || count <= maxPageRows) return { from: 0, to: count }
  const asked = Math.max(0, rowTo - rowFrom)
  return { from: rowFrom, to: rowFrom + (asked >= maxPageRows ? rowsOfMany : asked) }
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
      ...columns.map((column, at) =>
        headerAt(access, { ...column, header: { ...column.header, sortable: false } }, at + 1),
      ),
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
    ...selectionTimeOf(asked),
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
): Promise<UnitFigures & { leftOut: Words | null }> {
  const indicators = [...new Map(columns.flatMap((column) => column.needs).map((one) => [one.name, one])).values()]
  const places = new Map(indicators.map((indicator, at) => [indicator.name, at]))
  const { rows, total, leftOut } = await figures(ctx, access, {
    conditions: requested.conditions,
    by: { level: { view, depth } },
    indicators: indicators.map(indicatorRequest),
    total: true,
  })
  return { rows, total, placeOf: (name) => places.get(name) ?? -1, leftOut }
}

function rankingColumn(name: string | null, columns: readonly UnitColumn[]): UnitColumn | null {
  const ranked = columns.filter((column) => column.indicator !== null)
  return ranked.find((column) => column.column.value === name) ?? ranked[0] ?? null
}

/** The places of the units whose names hold a text, in any case. */
function matchingUnits({ children }: UnitList, filter: string, locale: Locale): Int32Array {
  const wanted = filter.toLocaleLowerCase(locale)
  const all = new Int32Array(children.length)
  for (let at = 0; at < all.length; at++) all[at] = at
  if (wanted === '') return all
  return all.filter((at) => children[at]?.text.toLocaleLowerCase(locale).includes(wanted) ?? false)
}

/**
 * Sorts places of units by the value ranked by, missing ones last either way, before them those that may have no rank; by name
 * otherwise. Ties are in the order of names. The answers that state no unit are always at the end.
 */
function sortUnits(ranking: Ranking, places: Int32Array, isByRank: boolean, desc: boolean): void {
  if (!isByRank && desc) places.reverse()
  const groups: number[][] = [[], [], [], []]
  for (let index = 0; index < places.length; index++) {
    const at = places[index] ?? 0
    groups[groupOf(ranking, at, isByRank)]?.push(at)
  }
  let next = 0
  for (const group of groups) {
    const costs = new Float64Array(group.length)
    for (let index = 0; index < costs.length; index++)
      costs[index] = (desc ? -1 : 1) * (ranking.values[group[index] ?? 0]?.value ?? 0)
    const order = isByRank ? leastFirst(costs) : null
    for (let index = 0; index < group.length; index++) places[next++] = group[order ? (order[index] ?? 0) : index] ?? 0
  }
}

function groupOf({ units, values, mayRank }: Ranking, at: number, isByRank: boolean): number {
  if (units.areRankable[at] === 0) return 3
  if (!isByRank) return 0
  return values[at] === undefined ? 2 : mayRank(at) ? 0 : 1
}

/** Beside which of the rows next to it a unit is in its group. */
function joinedOf(
  fair: FairRanks | null,
  unit: number,
  above: number | undefined,
  below: number | undefined,
): RankingRow['joined'] {
  const group = fair?.groupAt(unit) ?? null
  if (!fair || group === null) return undefined
  const isIn = (other: number | undefined): boolean => other !== undefined && fair.groupAt(other) === group
  if (isIn(above)) return isIn(below) ? 'both' : 'above'
  return isIn(below) ? 'below' : undefined
}

function headerAt(access: SurveyAccess, { header, indicator, lits }: UnitColumn, cellIndex: number): RankingHeader {
  const balls = lits?.slice(0, 5).map((one) => ({ text: one.title, about: figureAbout(access, one) }))
  return { ...header, ...(indicator && { about: figureAbout(access, indicator) }), ...(balls && { balls }), cellIndex }
}

/** A cell of a unit; that of the column ranked by has what is known of the unit beside the others. */
function unitCell(
  asked: RankingRequest,
  column: UnitColumn,
  unit: RankedUnit,
  ranking: Ranking,
  place: Place,
  rankedBy: UnitColumn | null,
): RankingCell {
  const { indicator } = column
  if (column !== rankedBy || !indicator) return cellOf(asked, column, unit.values, place)
  const own = unit.values(indicator.name)
  const isDrawn = unit.value !== undefined && unit.value.value !== own?.value
  const besideRest = ranking.rest[unit.at]
  return {
    ...cellOf(asked, column, isDrawn ? () => unit.value : unit.values, place),
    ...(isDrawn && { own: formatValue(indicator, own?.value ?? null, asked.ctx.locale) ?? '' }),
    ...(besideRest && { besideRest }),
  }
}

type Place = Parameters<typeof figureCell>[4]

function cellOf(asked: RankingRequest, column: UnitColumn, values: Values, place: Place): RankingCell {
  const figureOf = (indicator: Indicator): RankingCell => {
    const { model } = asked.access
    return figureCell(model, indicator, values(indicator.name), asked.ctx.locale, place, asked.requested.today)
  }
  if (column.lits)
    return litsCell(
      column.lits.map((indicator) => ({ indicator, value: values(indicator.name), figure: figureOf(indicator) })),
    )
  return column.indicator ? figureOf(column.indicator) : { text: '' }
}
