import type { EffectRow, driverBasis, effectsAnswer } from '@gensvar/contract/widgets/drivers'
import type { LocalText } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import type { Format } from '#web/lib/format.ts'
import type { DriverTexts } from './texts.ts'

/** What effects are based on. */
export type DriverBasis = z.infer<typeof driverBasis>

/** Effects with what they are based on. */
export type EffectsAnswer = z.infer<typeof effectsAnswer>

interface Surroundings {
  t: DriverTexts
  format: Format
  text: (text: LocalText | null | undefined) => string
}

/** How effects are written: correlations and small ones with two decimals, others with one. */
export function effectFormat(
  basis: DriverBasis,
  rows: readonly EffectRow[],
  format: Format,
): (value: number) => string {
  const largest = Math.max(0, ...rows.map(({ effect }) => Math.abs(effect)))
  const decimals = basis.indicative || largest < 1 ? 2 : 1
  return (value) => format.number(value, decimals)
}

/** What the bars and the axis of effects are in. */
export function effectUnit(basis: DriverBasis, { t, text }: Pick<Surroundings, 't' | 'text'>): string {
  const score = text(basis.scoreTitle)
  if (basis.indicative) return t('unit_correlation', { score })
  if (basis.source === 'block') return t('unit_block', { score })
  return t(`unit_${basis.step}`, { score })
}

/** What effects say in one sentence: the largest of them. */
export function effectAnswer(
  basis: DriverBasis,
  rows: readonly EffectRow[],
  { t, format, text }: Surroundings,
): string {
  const [first] = rows
  if (!first) return text(basis.why)
  const values = {
    question: text(first.title),
    score: text(basis.scoreTitle),
    effect: effectFormat(basis, rows, format)(first.effect),
  }
  if (basis.indicative) return t('answer_correlation', values)
  if (basis.source === 'block') return t('answer_block', values)
  return t(`answer_${basis.step}`, values)
}

/** What effects are computed from, and what they do not say, in sentences. */
export function basisWords(basis: DriverBasis, { t, format, text }: Surroundings): string[] {
  const { n, of, asOf, through, r2, source, scoreTitle } = basis
  if (source === 'block') return [t('byHand')]
  const time = asOf === null ? '' : format.moment(asOf)
  if (through !== null && n !== null) {
    const explained = r2 === null ? [] : [t('explains', { share: format.percent(100 * r2), score: text(scoreTitle) })]
    return [t('basisOfWhole', { n: format.number(n), day: format.date(through) }), ...explained, t('notCause')]
  }
  return [
    ...(n === null || asOf === null
      ? []
      : [
          of === null
            ? t('basis', { count: n, n: format.number(n), time })
            : t('basisOfPart', { n: format.number(n), all: format.number(of), time }),
        ]),
    ...(r2 === null ? [] : [t('explains', { share: format.percent(100 * r2), score: text(scoreTitle) })]),
    t('notCause'),
  ]
}
