import { isInlineImage } from '@gensvar/contract/address-text'
import type { bigScreen } from '@gensvar/contract/entities/big-screen'
import { say, titled } from '@gensvar/contract/say'
import type { z } from 'zod'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { goalAt, goalStatus } from '#server/domain/indicators/goal.ts'
import { indicatorOf, titleOf } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { hexColour, printColour } from '#server/platform/colour.ts'
import { translate } from '#server/platform/translate.ts'
import { publicFigures, rangeOf, ratingOf, shownValue, subjectOf } from './public-answer.ts'
import type { PublicFigure, PublicRequest } from './public-answer.ts'
import { slidesOf } from './slides.ts'
import { countWords } from './widget-answer.ts'

type BigScreen = z.output<typeof bigScreen>

/** Colours of a goal that is reached, missed, or not known. */
const goalColours = { reached: '#00C896', missed: '#BE0000', unknown: '#808080' } as const

/** What the big screen of a request shows. */
export async function bigScreenOf(request: PublicRequest): Promise<BigScreen> {
  const { access, config, look, locale } = request
  const wanted = [ratingOf(request), ...(config.goal === undefined ? [] : [indicatorOf(access.model, config.goal)])]
  const [[rating = null, goal = null], slides] = await Promise.all([publicFigures(request, wanted), slidesOf(request)])
  const question = access.model.questions.get(config.rating)
  const { logo, palette } = look.branding
  const colour = typeof palette === 'string' ? hexColour(palette) : null
  return {
    logoURL: typeof logo === 'string' && isInlineImage(logo) ? logo : null,
    pathName: subjectOf(request),
    ratingTitle: config.ratingTitle ?? (question ? titleOf(question) : config.rating),
    ...averageOf(request, rating),
    deliveredByText: localWords(say`Delivered by Gensvar`),
    ...goalOf(request, goal),
    colors: colour ? [printColour(colour)] : [],
    slides,
    legacy: config.legacy,
    ratingRange: rangeOf(request),
    locale,
  }
}

/** The average rating in words, and how many answers it is of; neither where they are too few. */
function averageOf(
  request: PublicRequest,
  figure: PublicFigure | null,
): Pick<BigScreen, 'avgRating' | 'avgRatingText' | 'evaluationsText'> {
  const value = figure ? shownValue(figure) : null
  if (!figure || value === null) {
    const few = localWords(say`Too few answers to show yet`)
    return { avgRating: null, avgRatingText: few, evaluationsText: '' }
  }
  const {
    indicator,
    value: { n, weighted },
  } = figure
  const range = rangeOf(request)
  const text = formatValue(indicator, value, request.locale) ?? ''
  const ofMost = range ? say`${text} out of ${range.max}` : null
  return {
    avgRating: value,
    avgRatingText: ofMost ? localWords(ofMost) : text,
    evaluationsText: localWords(countWords(n, request.access.model.anonymity !== null, weighted !== undefined)),
  }
}

/** The figure with a goal in words, which say whether it is reached, as its colour does. */
function goalOf(
  { access, requested, locale }: PublicRequest,
  figure: PublicFigure | null,
): Pick<BigScreen, 'goalColor' | 'goalValueText'> {
  const value = figure ? shownValue(figure) : null
  if (!figure || value === null) return { goalColor: null, goalValueText: null }
  const { indicator } = figure
  const goal = goalAt(access.model, indicator, requested.path, requested.today)
  const isReached = goalStatus(indicator, value, goal)
  const name = titled(indicator.title)
  const shown = formatValue(indicator, value, locale) ?? ''
  const wanted = formatValue(indicator, goal?.value ?? null, locale) ?? ''
  const words =
    isReached === null
      ? say`${name} ${shown}`
      : isReached
        ? say`${name} ${shown}: goal ${wanted} reached`
        : say`${name} ${shown}: goal ${wanted} not reached`
  const colour = isReached === null ? 'unknown' : isReached ? 'reached' : 'missed'
  return { goalColor: goalColours[colour], goalValueText: translate(words, locale) }
}
