import type { PlannedColumn } from '../plan/planned.ts'
import { isAbout } from '../profile/header-words.ts'
import { countNumbers } from '../profile/infer-number.ts'
import type { DecimalMark } from '../profile/number-text.ts'
import type { Doubt } from './doubt.ts'

/** More different numbers than this are amounts rather than codes. */
const mostCodes = 12
const highestCode = 99
/** With fewer answers, a few different numbers say nothing. */
const leastAnswers = 20
/** As many columns of one scale belong together and are ratings. */
const battery = 2

/** The doubt whether a column's few whole numbers are codes of choices; null where they are a rating or an amount. */
export function codesOf(
  column: PlannedColumn,
  scales: readonly PlannedColumn[],
): { doubt: Extract<Doubt, { kind: 'codes' }>; mark: DecimalMark } | null {
  const { plan, profile, about, settings, variable } = column
  if ((plan.type !== 'scale' && plan.type !== 'numeric') || profile.capped) return null
  if (settings?.type !== undefined || settings?.min !== undefined || settings?.max !== undefined) return null
  if (['rating', 'recommend', 'overall', 'average', 'count'].some((topic) => isAbout(about, topic as 'rating')))
    return null
  const values = [...countNumbers(profile, plan.mark).keys()]
  const few = values.length >= 3 && values.length <= mostCodes && profile.filled >= leastAnswers
  if (!few || values.some((value) => !Number.isInteger(value) || value < 0 || value > highestCode)) return null
  if (plan.type === 'numeric') {
    return { doubt: { kind: 'codes', variable, type: 'numeric', min: null, max: null }, mark: plan.mark }
  }
  if (
    plan.binary ||
    plan.lowBest ||
    plan.steps ||
    !plan.whole ||
    (reachesTop(plan.max, values, profile.filled) && belongs(column, scales))
  )
    return null
  const { min, max } = plan
  return { doubt: { kind: 'codes', variable, type: 'scale', min, max }, mark: plan.mark }
}

/** Of so many ratings, at least one is the best. */
const enoughRatings = 100

/** Whether the greatest answer is given; a scale may have been widened to that of other columns. */
function reachesTop(max: number, values: readonly number[], answers: number): boolean {
  return answers < enoughRatings || Math.max(...values) === max
}

/** Whether other columns have the same scale, which makes it one of ratings. */
function belongs({ variable, plan }: PlannedColumn, scales: readonly PlannedColumn[]): boolean {
  const same = scales.filter(
    (other) =>
      other.variable !== variable &&
      plan.type === 'scale' &&
      other.plan.type === 'scale' &&
      other.plan.min === plan.min &&
      other.plan.max === plan.max,
  )
  return same.length >= battery || same.some(({ about }) => isAbout(about, 'rating') || isAbout(about, 'overall'))
}
