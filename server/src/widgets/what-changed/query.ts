import type { Condition } from '@gensvar/contract/conditions'
import type { ChangedUnit } from '@gensvar/contract/entities/what-changed'
import type { LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { figures } from '#server/domain/figures/figures.ts'
import { figureDifference } from '#server/domain/figures/expressions/figure-difference.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { compare } from '#server/domain/indicators/comparison.ts'
import type { Comparison } from '#server/domain/indicators/comparison.ts'
import { weightOf } from '#server/domain/indicators/evidence.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { requestedSpan } from '#server/domain/indicators/figures.ts'
import { diffArrow, formatDifference, formatValue } from '#server/domain/indicators/figure-text.ts'
import { goalAt, goalStatus } from '#server/domain/indicators/goal.ts'
import type { Goal } from '#server/domain/indicators/goal.ts'
import { casesOf } from '#server/domain/indicators/indicator-variable.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { spanText, withSpan } from '#server/domain/indicators/period.ts'
import type { DaySpan } from '#server/domain/indicators/period.ts'
import { isRunning } from '#server/domain/indicators/running.ts'
import { sharedAnswers } from '#server/domain/indicators/shared-answers.ts'
import { comparedSpanOf } from '#server/domain/indicators/trend-span.ts'
import { benjaminiHochberg } from '#server/domain/statistics/multiple-tests.ts'
import { unitTitle } from '#server/domain/survey/unit-text.ts'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { levelBelow, unitBelow } from './units-below.ts'
import type { UnitBelow } from './units-below.ts'

/** Share of the changes told that may be chance. */
const falseShare = 0.05

/** Units told that miss their goal: a screen shows some, and all of these when it is asked to. */
const mostMissed = 200

type Request = WidgetRequest<WidgetConfig<'what-changed'>>

/** A unit with what is known of it. */
interface Compared extends UnitBelow {
  now: IndicatorValue & { value: number }
  base: IndicatorValue | null
  comparison: Comparison
  goal: Goal | null
}

/**
 * The units below the place whose value changed most. Of many units some always seem to have changed by chance, so only those
 * are told of which at most 5 % are (Benjamini and Hochberg over all that are compared). A goal is missed where the whole
 * interval of the value does.
 */
export const whatChanged: WidgetServer<'what-changed'> = {
  async data(request) {
    const { access, config } = request
    const indicator = indicatorOf(access.model, config.indicator)
    const span = requestedSpan(request)
    const trend = await comparedSpanOf(request, config.trend)
    const { units, why, leftOut } = await comparedUnits(request, indicator, trend)
    const told = units.filter(({ comparison }) => comparison.difference !== null)
    const changed = changedOf(indicator, told)
    const isBetter = ({ comparison: { difference } }: Compared): boolean => (difference ?? 0) > 0 !== indicator.inverse
    const shown = (all: readonly Compared[], most = config.most): ChangedUnit[] =>
      all.slice(0, most).map((unit) => changedUnitOf(request, indicator, unit))
    const gapOf = ({ now, goal }: Compared): number => Math.abs(now.value - (goal?.value ?? now.value))
    const missed = units.filter((unit) => missesGoal(request, indicator, unit)).toSorted((a, b) => gapOf(b) - gapOf(a))
    const { name, title, inverse, decimals, expression, alertMode } = indicator
    return {
      indicator: { name, title, inverse, decimals, expression, alertMode },
      selectionTime: spanText(span),
      trendTime: trend && told.length > 0 ? spanText(trend) : null,
      nCompared: told.length,
      nChanged: changed.length,
      better: shown(changed.filter(isBetter)),
      worse: shown(changed.filter((unit) => !isBetter(unit))),
      offGoal: units.some(({ goal }) => goal !== null)
        ? { rows: shown(missed, mostMissed), total: missed.length }
        : null,
      isRounded: !access.canViewInterviews,
      why: told.length > 0 ? null : (leftOut ?? why),
      leftOut,
    }
  },
}

/** The units with their values now and before, and why there are none where the request or its period allows none. */
async function comparedUnits(
  request: Request,
  indicator: Indicator,
  trend: DaySpan | null,
): Promise<{ units: Compared[]; why: LocalText | null; leftOut: LocalText | null }> {
  const { ctx, access, requested, config } = request
  const { model } = access
  const level = levelBelow(request, config.level)
  if (!level) return noUnits(say`There are no units below this place.`)
  if (indicator.expression === null) return noUnits(say`This kind of figure is not shown here.`)
  const ask = (conditions: readonly Condition[]) =>
    figures(ctx, access, { conditions, by: { level }, indicators: [indicatorRequest(indicator)] })
  const [now, before] = await Promise.all([
    ask(requested.conditions),
    trend && ask(withSpan(requested.conditions, trend)),
  ])
  const span = requestedSpan(request)
  const circumstances = {
    model,
    isUnfinished: isRunning(span, requested.today),
    shared: sharedAnswers(span, trend),
  }
  const bases = new Map(before?.rows.map((row) => [row.key.id, row.valueAt(0) ?? null]))
  const units = now.rows.flatMap((row): Compared[] => {
    const below = unitBelow(request, row.key.id)
    const value = row.valueAt(0)
    if (!below || !value || value.suppressed || value.value === null) return []
    const base = bases.get(row.key.id) ?? null
    return [
      {
        ...below,
        now: { ...value, value: value.value },
        base,
        comparison: compare(indicator, value, base, circumstances),
        goal: goalAt(model, indicator, { view: requested.path.view, place: below.place }, requested.today),
      },
    ]
  })
  const leftOut = now.leftOut ?? before?.leftOut ?? null
  return { units, why: whyNone(trend, units), leftOut: leftOut && localWords(leftOut) }
}

function noUnits(why: Words): { units: Compared[]; why: LocalText; leftOut: null } {
  return { units: [], why: localWords(why), leftOut: null }
}

/** Why nothing is compared, if nothing is: no period, or the reason of the first unit. */
function whyNone(trend: DaySpan | null, units: readonly Compared[]): LocalText | null {
  if (!trend) return localWords(say`Choose a period to compare with the one before it.`)
  const why = units.find(({ comparison }) => comparison.why)?.comparison.why
  return why ? localWords(why) : null
}

/** The units whose change is more than chance among so many, the largest change first. */
function changedOf({ expression }: Indicator, units: readonly Compared[]): Compared[] {
  const adjusted = benjaminiHochberg(
    units.map(({ now, base, comparison: { chance } }) =>
      chance && base && expression !== null ? (figureDifference(expression, now, base)?.p ?? null) : null,
    ),
  )
  return units.filter((_, at) => (adjusted[at] ?? 1) <= falseShare).toSorted((a, b) => sizeOf(b) - sizeOf(a))
}

function sizeOf({ comparison }: Compared): number {
  return Math.abs(comparison.difference ?? 0)
}

/** Whether a unit's whole interval is on the wrong side of its goal. */
function missesGoal({ access }: Request, indicator: Indicator, { now, goal }: Compared): boolean {
  return goalStatus(indicator, now.value, goal) === false && weightOf(access.model, indicator, now, goal) === 'full'
}

function changedUnitOf({ ctx, access }: Request, indicator: Indicator, unit: Compared): ChangedUnit {
  const { now, base, comparison, goal } = unit
  const { locale } = ctx
  return {
    title: unitTitle(unit.unit),
    drillPath: unit.drillPath,
    accessAllowed: unit.accessAllowed,
    value: now.value,
    formattedValue: formatValue(indicator, now.value, locale) ?? '',
    n: now.n,
    formattedDiff: formatDifference(indicator, comparison.difference, locale),
    formattedBase: comparison.difference === null ? null : formatValue(indicator, base?.value ?? null, locale),
    chance: comparison.chance,
    diffArrow: diffArrow(indicator, comparison.difference),
    formattedGoal: goal ? formatValue(indicator, goal.value, locale) : null,
    cases: casesOf(access, indicator, unit.isOwn),
  }
}
