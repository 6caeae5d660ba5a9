import type { SplitPath } from '@gensvar/contract/drill-path'
import type { RankingCell } from '@gensvar/contract/entities/ranking'
import type { Locale } from '@gensvar/contract/local-text'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { weightOf } from '#server/domain/indicators/evidence.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { goalAt, goalStatus } from '#server/domain/indicators/goal.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { shownInterval } from '#server/domain/indicators/shown-interval.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { litsCode } from '#server/widgets/shared/lits-code.ts'

/** Cell of a figure, with its number of answers and whether its goal at the place is met. */
export function figureCell(
  model: SurveyModel,
  indicator: Indicator,
  value: IndicatorValue | undefined,
  locale: Locale,
  place: Pick<SplitPath, 'view' | 'place'>,
  today: string,
): RankingCell {
  if (value?.suppressed) return { value: null, n: null, ...withheldCell(value) }
  const shown = value?.value ?? (indicator.counts ? 0 : null)
  const goal = goalAt(model, indicator, place, today)
  const weight = value && shown !== null ? weightOf(model, indicator, value, goal) : 'full'
  return {
    text: formatValue(indicator, shown, locale) ?? '',
    value: shown,
    n: value?.n ?? 0,
    ...shownInterval(indicator, value),
    ...(weight !== 'full' && { [weight]: true }),
    goalStatus: goalStatus(indicator, shown, goal),
  }
}

/** An empty cell with the reason why its value is withheld. */
function withheldCell({ why }: IndicatorValue): RankingCell {
  return { text: '', suppressed: true, ...(why && { helpText: localWords(why) }) }
}

/** An indicator of a lits column with its value, and that as a cell of its own would show it. */
interface BallFigure {
  indicator: Indicator
  value: IndicatorValue | undefined
  figure: RankingCell
}

/**
 * Cell of up to five balls, one per indicator in its order (null for one without a value), with their figures; if there is
 * no ball, with the reason of the first that is withheld.
 */
export function litsCell(entries: readonly BallFigure[]): RankingCell {
  const shown = entries.slice(0, 5)
  const lits = shown.map(({ indicator, value }) =>
    value && !value.suppressed ? litsCode(indicator, value.value) : null,
  )
  if (lits.some((code) => code !== null))
    return { text: lits.map((code) => code ?? '-').join(' '), lits, balls: shown.map(({ figure }) => figure) }
  const withheld = entries.find(({ value }) => value?.suppressed)?.value
  return { ...(withheld ? withheldCell(withheld) : { text: '' }), lits: [] }
}
