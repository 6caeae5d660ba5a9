import { figures } from '#server/domain/figures/figures.ts'
import type { FigureRow } from '#server/domain/figures/expressions/figure-rows.ts'
import { IdPlaces } from '#server/domain/figures/rows/id-places.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { compare } from '#server/domain/indicators/comparison.ts'
import { mayRank } from '#server/domain/indicators/evidence.ts'
import { FairRanks, besideTheRest, measurementsOf, shrunkFigures } from '#server/domain/indicators/fair-ranks.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { requestedSpan } from '#server/domain/indicators/figures.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { withSpan } from '#server/domain/indicators/period.ts'
import type { DaySpan } from '#server/domain/indicators/period.ts'
import { isRunning } from '#server/domain/indicators/running.ts'
import type { ChildUnit } from '#server/domain/indicators/segmented-drill-path.ts'
import { sharedAnswers } from '#server/domain/indicators/shared-answers.ts'
import { competitionRanks, isRankable } from '#server/domain/indicators/sibling-rank.ts'
import { trendSpanOf } from '#server/domain/indicators/trend-span.ts'
import type { RankingRequest } from './ranking-request.ts'

/** A row's values by the name of the indicator. */
export type Values = (indicator: string) => IndicatorValue | undefined

/** A unit of a ranking. */
export interface RankedUnit {
  child: ChildUnit
  /** Its own values. */
  values: Values
  /** The value it is sorted by, which may be drawn towards the mean; undefined if there is none to show. */
  value: IndicatorValue | undefined
  rank: number | null
  /** Its place among all. */
  at: number
}

/** Units in the order of their names, and what is needed of each of thousands. */
export class UnitList {
  readonly children: readonly ChildUnit[]
  /** Of each whether it can have a rank. */
  readonly areRankable: Uint8Array
  private readonly places: IdPlaces

  constructor(children: readonly ChildUnit[]) {
    this.children = children
    this.areRankable = new Uint8Array(children.length)
    const ids = new Float64Array(children.length)
    for (let at = 0; at < children.length; at++) {
      const unit = children[at]?.unit
      this.areRankable[at] = Number(unit !== undefined && isRankable(unit.extName))
      ids[at] = unit?.id ?? NaN
    }
    this.places = new IdPlaces([ids])
  }

  /** The rows of the units among those of a result. */
  rowsOf(rows: readonly FigureRow[]): (FigureRow | undefined)[] {
    const { places } = this
    const found: (FigureRow | undefined)[] = this.children.map(() => undefined)
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]
      const place = places.placeOf(row?.id ?? NaN)
      if (place >= 0) found[place] = row
    }
    return found
  }
}

/**
 * Units with their ranks, and what chance and time do to them, by the place of a unit among all: of thousands few are shown.
 */
export interface Ranking {
  units: UnitList
  /** The values they are sorted by, as of `RankedUnit`. */
  values: readonly (IndicatorValue | undefined)[]
  /** Whether the value is of a unit that can have a rank, and of enough answers for one. */
  mayRank(at: number): boolean
  unitAt(at: number): RankedUnit
  /** Number of units that have a rank. */
  among: number
  fair: FairRanks | null
  rest: readonly ('greater' | 'less' | null)[]
}

/** The figures of units, and of all together. */
export interface UnitFigures {
  rows: readonly FigureRow[]
  total: FigureRow | null
  /** The place of an indicator among the values of a row, by its name; -1 where they are not of it. */
  placeOf(indicator: string): number
}

/** Units ranked by an indicator, as far as they may have a rank; in the order given. Without one they have none. */
export function rankUnits(
  asked: RankingRequest,
  units: UnitList,
  { rows: all, total, placeOf }: UnitFigures,
  indicator: Indicator | null,
): Ranking {
  const rows = units.rowsOf(all)
  const place = indicator ? placeOf(indicator.name) : -1
  const given = rows.map((row) => row?.valueAt(place))
  const { own, ranked, ranks } = rankValues(asked, units, given, indicator)
  const values = given.map((value, at) => {
    const shown = ranked[at] ?? value
    return shown?.suppressed || shown?.value === null ? undefined : shown
  })
  const measured = indicator && measurementsOf(indicator.expression, own)
  return {
    units,
    values,
    mayRank: (at) => own[at] !== null,
    unitAt(at) {
      const child = units.children[at]
      if (!child) throw new Error(`There is no unit ${at}`)
      const ownValues: Values = (name) => rows[at]?.valueAt(placeOf(name))
      return { child, values: ownValues, value: values[at], rank: ranks[at] ?? null, at }
    },
    among: ranks.filter((rank) => rank !== null).length,
    fair: indicator && measured && new FairRanks(indicator, ranked, ranked === own ? measured : undefined),
    rest: indicator && measured ? besideTheRest(indicator, own, total?.valueAt(place), measured) : [],
  }
}

/** Of units with their values: the values of those that may have a rank, the values they are ranked by, and the ranks. */
function rankValues(
  { access: { model }, shrink = false }: RankingRequest,
  { areRankable }: UnitList,
  values: readonly (IndicatorValue | undefined)[],
  indicator: Indicator | null,
) {
  const own = values.map((value, at) => {
    if (value === undefined || indicator === null || value.suppressed || areRankable[at] === 0) return null
    return mayRank(model, indicator, value) ? value : null
  })
  const ranked = shrink && indicator ? shrunkFigures(indicator.expression, own) : own
  return { own, ranked, ranks: indicator ? competitionRanks(valuesOf(ranked), indicator) : [] }
}

function valuesOf(values: readonly (IndicatorValue | null)[]): (number | null)[] {
  return values.map((value) => value?.value ?? null)
}

/** The ranks of the same units in the period that trends compare with. */
export interface RanksBefore {
  span: DaySpan
  of(unit: RankedUnit): { rank: number; isMore: boolean | null } | null
}

/** Ranks of the units before; null where there is no such period, or its figures are left out. */
export async function ranksBefore(
  asked: RankingRequest,
  indicator: Indicator,
  by: { view: string; depth: number },
): Promise<((units: UnitList) => RanksBefore) | null> {
  const { ctx, access, requested } = asked
  const { model } = access
  const span = await trendSpanOf(asked)
  if (!span) return null
  const { rows, leftOut } = await figures(ctx, access, {
    conditions: withSpan(requested.conditions, span),
    by: { level: by },
    indicators: [indicatorRequest(indicator)],
  })
  if (leftOut) return null
  const now = requestedSpan(asked)
  const circumstances = {
    model,
    isUnfinished: isRunning(now, requested.today),
    shared: sharedAnswers(now, span),
  }
  return (units) => {
    const values = units.rowsOf(rows).map((row) => row?.valueAt(0))
    const { ranks } = rankValues(asked, units, values, indicator)
    return {
      span,
      of(unit) {
        const rank = ranks[unit.at] ?? null
        const value = unit.values(indicator.name)
        if (rank === null || unit.rank === null || !value) return null
        const { difference, chance } = compare(indicator, value, values[unit.at] ?? null, circumstances)
        return difference === null ? null : { rank, isMore: difference === 0 ? false : (chance?.isMore ?? null) }
      },
    }
  }
}
