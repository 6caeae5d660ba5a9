import { pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import type { ChangeChance, IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { countedName } from '#server/domain/indicators/counted-words.ts'
import { formatNumber, formatValue } from '#server/domain/indicators/figure-text.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { ReportCell } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'

/** How numbers of an indicator are written in a spreadsheet. */
export function formatOf({
  decimals,
  unit,
}: Pick<Indicator, 'decimals' | 'unit'>): Pick<ReportCell, 'decimals' | 'suffix'> {
  return { decimals, ...(unit !== null && { suffix: unit }) }
}

/** A value of another place; empty where there is none, with the reason where it is withheld. */
export function valueCell(indicator: Indicator, value: IndicatorValue | null, locale: Locale): ReportCell {
  if (value === null) return { text: '' }
  if (value.suppressed) return withheldCell(value.why && translate(value.why, locale), locale)
  return { text: formatValue(indicator, value.value, locale) ?? '', value: value.value, ...formatOf(indicator) }
}

/** An empty cell with its reason. */
export function withheldCell(why: string | null | undefined, locale: Locale): ReportCell {
  return { text: '', value: null, withheld: why || translate(withoutReason, locale) }
}

const withoutReason: Words = say`This figure is not shown.`

/** A number of answers; rounded ones are about so many. */
export function answersCell(count: number | null, isRounded: boolean, locale: Locale): ReportCell {
  if (count === null) return { text: '' }
  return { text: `${isRounded ? '\u2248\u00a0' : ''}${formatNumber(count, 0, locale)}`, value: count, decimals: 0 }
}

/** How many answers, people asked, samples, alerts or messages are behind a figure, with the word; empty where withheld. */
export function behindCell(
  { nInterviews, isRounded, expression }: Pick<IndicatorVariable, 'nInterviews' | 'isRounded' | 'expression'>,
  locale: Locale,
): ReportCell {
  const cell = answersCell(nInterviews, isRounded, locale)
  if (nInterviews === null) return cell
  const suffix = countedName(expression, nInterviews, locale)
  return { ...cell, text: `${cell.text} ${suffix}`, suffix }
}

/** Title of the column of `behindCell`. */
export const behindTitle: Words = say`Based on`

/** Whether a change is more than chance, in words; empty where that is not known. */
export function chanceText(chance: ChangeChance | null, locale: Locale): string {
  if (chance === null) return ''
  return translate(chance.isMore ? say`Yes` : say`No`, locale)
}

/** Title of the column of `chanceText`. */
export const chanceTitle: Words = say`More than chance`

type Judged = Pick<IndicatorVariable, 'goalStatus' | 'weight'>

/** Whether a goal is met; null without one, and where the answers cannot tell. */
export function toldStatus({ goalStatus, weight }: Judged): boolean | null {
  return weight === 'full' ? goalStatus : null
}

/** Whether a goal is met in words; empty without one. */
export function statusText(judged: Judged, locale: Locale): string {
  if (judged.goalStatus === null) return ''
  switch (toldStatus(judged)) {
    case null:
      return translate(say`Not certain if the goal is met`, locale)
    case true:
      return translate(say`Goal met`, locale)
    case false:
      return translate(say`Goal missed`, locale)
  }
}

/** A text that exists in several languages, as one sentence of a note; none for null. */
export function noteOf(text: LocalText | null | undefined, locale: Locale): string[] {
  const words = text ? pickText(text, locale) : ''
  return words === '' ? [] : [words]
}
