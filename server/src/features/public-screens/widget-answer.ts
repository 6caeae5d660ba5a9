import { languageTags, pickText } from '@gensvar/contract/local-text'
import { starShare } from '@gensvar/contract/public-widget'
import type { WidgetData } from '@gensvar/contract/public-widget'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { roundTo } from '#server/domain/indicators/goal.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { translate } from '#server/platform/translate.ts'
import { publicFigures, rangeOf, ratingOf, shownValue, subjectOf } from './public-answer.ts'
import type { PublicRequest } from './public-answer.ts'

/** What a widget shows of a rating: in words for people, and in numbers for search engines. */
export interface WidgetAnswer {
  score: Extract<WidgetData, { kind: 'score' }>
  /** The rating as schema.org describes it; without a rating where too few answers are behind it. */
  markup: Extract<WidgetData, { kind: 'markup' }>
}

/** What the widgets of a request show. */
export async function widgetAnswer(request: PublicRequest): Promise<WidgetAnswer> {
  const { access, config, locale } = request
  const [figure = null] = await publicFigures(request, [ratingOf(request)])
  const value = figure ? shownValue(figure) : null
  const range = rangeOf(request)
  const name = subjectOf(request)
  const question = access.model.questions.get(config.rating)
  const title = pickText(config.ratingTitle ?? (question ? titleOf(question) : config.rating), locale)
  const delivered = translate(say`Delivered by Gensvar`, locale)
  const base = { kind: 'score' as const, lang: languageTags[locale], name, title, delivered }
  const organisation = { '@context': 'https://schema.org', '@type': 'Organization', name } as const
  if (!figure || value === null) {
    const few = translate(say`Too few answers to show yet`, locale)
    return {
      score: { ...base, value: null, text: few, count: '', share: null },
      markup: { kind: 'markup', ld: organisation, hasRating: false },
    }
  }
  const {
    indicator,
    value: { n, weighted },
  } = figure
  const shown = formatValue(indicator, value, locale) ?? ''
  const outOf = range ? say`${shown} out of ${range.max}` : null
  return {
    score: {
      ...base,
      value: shown,
      text: outOf ? translate(outOf, locale) : shown,
      count: translate(countWords(n, access.model.anonymity !== null, weighted !== undefined), locale),
      share: range ? starShare(value, range) : null,
    },
    markup: {
      kind: 'markup',
      hasRating: true,
      ld: {
        ...organisation,
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: roundTo(value, indicator.decimals),
          ...(range && { bestRating: range.max, worstRating: range.min }),
          ratingCount: n,
        },
      },
    },
  }
}

/** So many reviews, in words; `isRounded` where the number is one of published figures, which are never weighted. */
export function countWords(n: number, isRounded: boolean, isWeighted: boolean): Words {
  if (isWeighted) return n === 1 ? say`1 review, weighted` : say`${new Count(n)} reviews, weighted`
  if (isRounded) return say`About ${new Count(n)} reviews`
  return n === 1 ? say`1 review` : say`${new Count(n)} reviews`
}
