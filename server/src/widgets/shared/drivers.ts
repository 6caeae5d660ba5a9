import { locales, pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { Count, say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { EffectRow, driverBasis, effectsAnswer } from '@gensvar/contract/widgets/drivers'
import type { z } from 'zod'
import { driversAt } from '#server/domain/drivers/drivers.ts'
import type { DriverEffect, DriversFound } from '#server/domain/drivers/drivers.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatNumber } from '#server/domain/indicators/figure-text.ts'
import { mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import { casesOf } from '#server/domain/indicators/indicator-variable.ts'
import { isOwnPlace } from '#server/domain/indicators/own-place.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import type { ReportCell, ReportChart, ReportColumn } from '#server/domain/reports/report.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import type { WidgetRequest } from '#server/widgets/widget-server.ts'
import { noteOf } from './report-cells.ts'

type Basis = z.infer<typeof driverBasis>

/** The business drivers of a survey: effects of the questions of its driver groups on its main indicator. */
export async function businessDrivers(request: FigureRequest): Promise<z.infer<typeof effectsAnswer>> {
  const score = mainIndicatorName(request.access.model)
  if (score === null) throw new AppError('not_found', say`This survey has no main indicator.`)
  return effectsOf(request, await driversAt({ ...request, score }))
}

/** Drivers as an answer of effects. */
export function effectsOf(request: FigureRequest, found: DriversFound): z.infer<typeof effectsAnswer> {
  return { ...basisOf(found), rows: found.effects.map((one) => effectRowOf(request, one)) }
}

/** Effects as bars in a report. */
export function effectChart(
  { rows, ...basis }: z.infer<typeof effectsAnswer>,
  title: string,
  locale: Locale,
): ReportChart {
  return {
    kind: 'chart',
    title,
    shape: 'bar',
    categories: rows.map((row) => pickText(row.title, locale)),
    series: [{ title: effectHeading(basis, locale), values: rows.map((row) => row.effect) }],
    decimals: 2,
    min: Math.min(0, ...rows.map((row) => row.effect)),
    max: null,
  }
}

/** The drivers that a component asks for. */
export function driversOfWidget(
  request: WidgetRequest<{ score: string; questions?: readonly string[] | undefined }>,
): Promise<DriversFound> {
  const { ctx, access, requested, config } = request
  return driversAt({ ctx, access, requested, score: config.score, questions: config.questions })
}

/** What the effects are based on, as charts are told. */
export function basisOf(found: DriversFound): Basis {
  const { score, n, of, r2, kind, step, asOf, through, left, why } = found
  return {
    scoreTitle: score.indicator.title,
    ...{ n, of, r2, step },
    indicative: kind === 'correlations',
    source: kind === 'block' ? 'block' : 'computed',
    asOf: asOf && asOf.toISOString(),
    through,
    left: left.map(({ item: { indicator }, why: words }) => ({
      variable: indicator.name,
      title: indicator.title,
      why: localWords(words),
    })),
    why: why && localWords(why),
  }
}

/** An effect as charts are told; without more decimals than are shown. */
export function effectRowOf(request: FigureRequest, { items, effect, low, high }: DriverEffect): EffectRow {
  const variables = items.map(({ indicator }) => indicator.name)
  const shown = (value: number): number => Number(value.toFixed(2)) + 0
  const cases = items.length === 1 && items[0] ? casesOf(request.access, items[0].indicator, isOwnPlace(request)) : null
  return {
    variable: variables[0] ?? '',
    variables,
    title: joinedTitle(items.map(({ indicator }) => indicator.title)),
    effect: shown(effect),
    low: low === null ? null : shown(low),
    high: high === null ? null : shown(high),
    cases: cases === 'interviews' || cases === 'closed' ? cases : null,
  }
}

/** The titles of questions that measure one thing, as one. */
function joinedTitle(titles: readonly LocalText[]): LocalText {
  const [only] = titles
  if (only !== undefined && titles.length === 1) return only
  return Object.fromEntries(
    locales.map((locale) => [locale, titles.map((title) => pickText(title, locale)).join(' + ')]),
  )
}

/** What an effect is in, as the heading of a column. */
function effectHeading({ indicative }: Basis, locale: Locale): string {
  return translate(indicative ? say`Correlation` : say`Effect`, locale)
}

/** Columns of an effect and its interval in a report. */
export function effectColumns(basis: Basis, locale: Locale): ReportColumn[] {
  return [effectHeading(basis, locale), translate(say`Interval from`, locale), translate(say`Interval to`, locale)].map(
    (title) => ({
      title,
      kind: 'number' as const,
      decimals: 2,
    }),
  )
}

/** An effect and its interval in a report. */
export function effectCells({ effect, low, high }: EffectRow, locale: Locale): ReportCell[] {
  return [effect, low, high].map((value) =>
    value === null ? { text: '' } : { text: formatNumber(value, 2, locale), value },
  )
}

/** Sentences under drivers in a report: why there are none, what they are computed from, and what they do not say. */
export function driverNotes(basis: Basis, largest: EffectRow | null, locale: Locale): string[] {
  const { why, left } = basis
  const leftOut = left.map(({ title, why: words }) => say`${titled(title)}: ${titled(words)}`)
  return [
    ...noteOf(why, locale),
    ...(largest
      ? [largestWords(basis, largest, locale), ...basisWords(basis, locale), notCausal].map((words) =>
          translate(words, locale),
        )
      : []),
    ...leftOut.map((words) => translate(words, locale)),
  ]
}

/** What drivers say, in one sentence. */
function largestWords(basis: Basis, { title, effect }: EffectRow, locale: Locale): Words {
  const [score, question, size] = [titled(basis.scoreTitle), titled(title), formatNumber(effect, 2, locale)]
  if (basis.indicative)
    return say`${question} goes with ${score} most: the correlation is ${size}, which is a hint from few answers.`
  if (basis.source === 'block') return say`${question} moves ${score} most: ${size}, as set by hand.`
  return basis.step === 'point'
    ? say`${question} moves ${score} most: ${size} points for each point better.`
    : say`${question} moves ${score} most: ${size} points for each tenth of its scale better.`
}

function basisWords({ source, n, of, r2, through, scoreTitle }: Basis, locale: Locale): Words[] {
  if (source === 'block') return [say`These effects are set by hand.`]
  if (n === null) return []
  const from =
    through !== null
      ? say`Computed from about ${new Count(n)} answers of the whole survey until ${through}, with noise that protects single answers.`
      : of === null
        ? say`Computed from ${new Count(n)} answers.`
        : say`Computed from a random ${new Count(n)} of ${new Count(of)} answers.`
  if (r2 === null) return [from]
  const share = formatNumber(100 * r2, 1, locale)
  return [from, say`Together these questions explain ${share} % of how ${titled(scoreTitle)} differs.`]
}

const notCausal: Words = say`What goes together need not be cause and effect.`
