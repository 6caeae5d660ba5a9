import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import { isLocale, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { printVariable } from '@gensvar/contract/row-rule'
import { say } from '@gensvar/contract/say'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { PublicKeyAccess } from '#server/domain/keys/key-access.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { PublicAccess } from '#server/domain/rights/public-access.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Work } from '#server/platform/work.ts'
import { readLook } from './store.ts'
import type { Look } from './store.ts'

/** What the configuration makes public of a survey. */
export type PublicConfig = NonNullable<SurveyConfig['bigScreen']>

/** What a public answer is made of. */
export interface PublicRequest {
  ctx: Ctx
  access: PublicAccess
  config: PublicConfig
  requested: RequestedPath
  /** The organisation's name, logo, colours and language. */
  look: Look
  locale: Locale
}

/** A figure of a public answer. */
export interface PublicFigure {
  indicator: Indicator
  value: IndicatorValue
}

/**
 * Prepares the answer to a public key, in a language or else the organisation's. The place is the key's own; a key of the
 * whole survey shows the place of the configuration. Throws `forbidden` where the configuration makes nothing public.
 */
export async function publicRequest(
  deps: Deps,
  { access, name, path }: PublicKeyAccess,
  { lang, work }: { lang: Locale | undefined; work: Work },
): Promise<PublicRequest> {
  const { model } = access
  const config = model.config.bigScreen
  if (!config) throw new AppError('forbidden', say`This survey shows nothing in public.`)
  const look = await readLook(deps.db, model.universeId)
  const locale = lang ?? (isLocale(look.defaultLocale) ? look.defaultLocale : 'en')
  const universe = { id: model.universeId, name: model.universeName, timeZone: look.timeZone, defaultLocale: locale }
  const ctx: Ctx = { ...programContext(deps, `key ${name}`, universe), locale, work }
  const requested = await requestedPath(ctx, access, path === 'root' ? config.path : path)
  return { ctx, access, config, requested, look, locale }
}

/**
 * Figures in the order that they are asked for, as they are published: withheld where too few answers are behind them. Null
 * for a rank, which has no answers behind it.
 */
export async function publicFigures(
  { ctx, access, requested }: PublicRequest,
  indicators: readonly Indicator[],
): Promise<(PublicFigure | null)[]> {
  const computed = [...new Map(indicators.map((one) => [one.name, one])).values()].filter(
    ({ expression }) => expression !== null,
  )
  if (computed.length === 0) return indicators.map(() => null)
  const { rows } = await figures(ctx, access, {
    conditions: requested.conditions,
    by: 'none',
    indicators: computed.map(indicatorRequest),
  })
  const values = new Map(computed.map(({ name }, at) => [name, rows[0]?.valueAt(at)]))
  return indicators.map((indicator) => {
    const value = values.get(indicator.name)
    return value ? { indicator, value } : null
  })
}

/** The average rating, on the scale that the ratings are given on: an index of them would have no stars. */
export function ratingOf({ access: { model }, config: { rating } }: PublicRequest): Indicator {
  const usual = indicatorOf(model, rating)
  const { scaleMin = null, scaleMax = null } = model.questions.get(rating) ?? {}
  if (scaleMax === null || (usual.minValue === scaleMin && usual.maxValue === scaleMax)) return usual
  const expression = `mean(${printVariable({ name: rating, position: 0 })})`
  const scale = { minValue: scaleMin, maxValue: scaleMax, unit: null, decimals: 1 }
  return { ...usual, ...scale, name: `average ${rating}`, expression, where: null }
}

/** Name of what a public answer is about: the place, or at the top the organisation. */
export function subjectOf({ requested: { unit }, look, locale }: PublicRequest): string {
  return unit ? unitText(unit, locale) : pickText(look.title, locale) || look.name
}

/** Ends of the scale of a rating; null for a question without one. */
export function rangeOf({ access: { model }, config }: PublicRequest): { min: number; max: number } | null {
  const { scaleMin: min = null, scaleMax: max = null } = model.questions.get(config.rating) ?? {}
  return min === null || max === null ? null : { min, max }
}

/** A value that may be shown; null for one that is withheld. */
export function shownValue({ value }: PublicFigure): number | null {
  return value.suppressed ? null : value.value
}
