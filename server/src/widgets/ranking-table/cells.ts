import type { SplitPath } from '@gensvar/contract/drill-path'
import type { RankingCell } from '@gensvar/contract/entities/ranking'
import { locales } from '@gensvar/contract/local-text'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import type { IndicatorValue } from '../../platform/analytics/indicators.ts'
import type { SurveyModel } from '../../platform/survey-model.ts'
import { formatValue } from '../shared/figure-text.ts'
import { goalAt, goalStatus } from '../shared/goal.ts'
import type { Indicator } from '../shared/indicator.ts'

/** Cell of a figure, with its number of answers and whether its goal at the place is met. */
export function figureCell(
  model: SurveyModel,
  indicator: Indicator,
  value: IndicatorValue | undefined,
  locale: Locale,
  place: Pick<SplitPath, 'view' | 'place'>,
  today: string,
): RankingCell {
  if (value?.suppressed)
    return { text: '', value: null, n: null, suppressed: true, helpText: withheldText(model.anonymity?.numbers ?? 0) }
  const shown = value?.value ?? (indicator.counts ? 0 : null)
  return {
    text: formatValue(indicator, shown, locale) ?? '',
    value: shown,
    n: value?.n ?? 0,
    goalStatus: goalStatus(indicator, shown, goalAt(model, indicator, place, today)),
  }
}

const withheldWords: Record<Locale, string> = {
  en: 'Withheld: fewer than {min} answers, here or in a unit that could be worked out from this',
  sv: 'Visas inte: färre än {min} svar, här eller i en enhet som annars kunde räknas ut',
  no: 'Vises ikke: færre enn {min} svar, her eller i en enhet som ellers kunne regnes ut',
  da: 'Vises ikke: færre end {min} svar, her eller i en enhed, som ellers kunne regnes ud',
  fi: 'Ei näytetä: alle {min} vastausta tässä tai yksikössä, joka muuten olisi pääteltävissä',
}

/** Why a figure is withheld: it has too few answers, or one beside it has and could be worked out from it. */
function withheldText(minimum: number): LocalText {
  return Object.fromEntries(locales.map((locale) => [locale, withheldWords[locale].replace('{min}', `${minimum}`)]))
}

/** Cell of up to five balls, one per indicator with a value. */
export function litsCell(entries: readonly { indicator: Indicator; value: IndicatorValue | undefined }[]): RankingCell {
  const lits = entries.flatMap(({ indicator, value }) => {
    const code = value && !value.suppressed ? litsCode(indicator, value.value) : null
    return code === null ? [] : [code]
  })
  return { text: lits.join(' '), lits: lits.slice(0, 5) }
}

/** Code of a ball, 0 to 4: the fifth of the scale the value lies in, from the worst. Null without a value or a scale. */
export function litsCode(
  indicator: Pick<Indicator, 'minValue' | 'maxValue' | 'inverse'>,
  value: number | null,
): number | null {
  const { minValue, maxValue } = indicator
  if (value === null || minValue === null || maxValue === null || maxValue <= minValue) return null
  const share = (value - minValue) / (maxValue - minValue)
  return Math.min(4, Math.max(0, Math.floor((indicator.inverse ? 1 - share : share) * 5)))
}
