import { figures } from '#server/domain/figures/figures.ts'
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
  /** Whether the value is of a unit that can have a rank, and of enough answers for one. */
  mayRank: boolean
  rank: number | null
  /** Its place among `units`. */
  at: number
}

/** Units with their ranks, and what chance and time do to them. */
export interface Ranking {
  units: RankedUnit[]
  fair: FairRanks | null
  rest: readonly ('greater' | 'less' | null)[]
}

/** Units ranked by an indicator, as far as they may have a rank; in the order given. Without one they have none. */
export function rankUnits(
  asked: RankingRequest,
  children: readonly { child: ChildUnit; values: Values }[],
  total: Values,
  indicator: Indicator | null,
): Ranking {
  const given = children.map(({ values }) => (indicator ? values(indicator.name) : undefined))
  const { own, ranked, ranks } = rankValues(
    asked,
    children.map(({ child }) => child),
    given,
    indicator,
  )
  const units = children.map((one, at): RankedUnit => {
    const value = ranked[at] ?? given[at]
    return {
      ...one,
      value: value?.suppressed || value?.value === null ? undefined : value,
      mayRank: own[at] !== null,
      rank: ranks[at] ?? null,
      at,
    }
  })
  if (!indicator) return { units, fair: null, rest: [] }
  const measured = measurementsOf(indicator.expression, own)
  return {
    units,
    fair: new FairRanks(indicator, ranked, ranked === own ? measured : undefined),
    rest: besideTheRest(indicator, own, total(indicator.name), measured),
  }
}

/** Of units with their values: the values of those that may have a rank, the values they are ranked by, and the ranks. */
function rankValues(
  { access: { model }, shrink = false }: RankingRequest,
  units: readonly ChildUnit[],
  values: readonly (IndicatorValue | undefined)[],
  indicator: Indicator | null,
) {
  const own = units.map(({ unit }, at) => {
    const value = values[at]
    const isRanked = value !== undefined && indicator !== null && mayRank(model, indicator, value)
    return isRanked && isRankable(unit.extName) && !value.suppressed ? value : null
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
): Promise<((units: readonly RankedUnit[]) => RanksBefore) | null> {
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
  const byUnit = new Map(rows.map((row) => [row.key.id, row.valueAt(0)]))
  return (units) => {
    const children = units.map(({ child }) => child)
    const values = children.map(({ unit }) => byUnit.get(unit.id))
    const { ranks } = rankValues(asked, children, values, indicator)
    return {
      span,
      of(unit) {
        const rank = ranks[unit.at] ?? null
        const value = unit.values(indicator.name)
        if (rank === null || unit.rank === null || !value) return null
        const { difference, chance } = compare(indicator, value, byUnit.get(unit.child.unit.id) ?? null, circumstances)
        return difference === null ? null : { rank, isMore: difference === 0 ? false : (chance?.isMore ?? null) }
      },
    }
  }
}
