import { locales } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { formatNumber, formatValue } from '#server/domain/indicators/figure-text.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import type { ActionFigure } from '#server/platform/db-action-types.ts'
import { translate } from '#server/platform/translate.ts'
import type { ItemEffect } from './effect-source.ts'
import type { ActionItem } from './items.ts'

/** What a suggestion is made of. */
export interface ReasonedSuggestion {
  item: ActionItem
  /** What is compared: its days are others than those that the page may show. */
  figure: ActionFigure
  /** How far the figure is from its goal, or from that of the place above. */
  gap: number
  /** The place above, where it is what the figure is compared with. */
  above: Unit | 'top' | null
  /** Whether the gap may be chance. */
  mayBeChance: boolean
  effect: ItemEffect
  main: Indicator
}

/** Why an item is suggested: its gap, the figure that has it, and how it moves the main indicator. */
export function suggestionReason(suggested: ReasonedSuggestion): LocalText {
  const sentences = [
    gapWords(suggested),
    figureWords(suggested),
    ...(suggested.mayBeChance ? [say`The difference can be chance.`] : []),
    effectWords(suggested),
  ]
  return Object.fromEntries(
    locales.map((locale) => [locale, sentences.map((words) => translate(words, locale)).join(' ')]),
  )
}

function gapWords({ item: { indicator }, gap, above }: ReasonedSuggestion): Words {
  const title = titled(indicator.title)
  const by = inEach((locale) => formatValue(indicator, gap, locale) ?? '')
  if (above === null) return say`${title} is ${by} from its goal.`
  const place = inEach((locale) => (above === 'top' ? everything(locale) : unitText(above, locale)))
  return say`${title} is ${by} worse than for ${place}.`
}

function figureWords({ item: { indicator }, figure }: ReasonedSuggestion): Words {
  const value = inEach((locale) => formatValue(indicator, figure.value, locale) ?? '')
  const answers = inEach((locale) => formatNumber(figure.n, 0, locale))
  return say`It is ${value}, by ${answers} answers: ${titled(spanText(figure))}.`
}

function effectWords({ effect: { size, kind, n }, main }: ReasonedSuggestion): Words {
  const title = titled(main.title)
  const sized = (value: number) => inEach((locale) => formatNumber(value, 2, locale))
  if (kind === 'block') return say`Its effect on ${title} is set to ${sized(size)} here.`
  const answers = inEach((locale) => formatNumber(n ?? 0, 0, locale))
  return kind === 'point'
    ? say`It moves ${title} by ${sized(size)} points for each point better, by ${answers} answers.`
    : say`It moves ${title} by ${sized(size)} points for each tenth of its scale better, by ${answers} answers.`
}

function inEach(text: (locale: Locale) => string) {
  return titled(Object.fromEntries(locales.map((locale) => [locale, text(locale)])))
}
