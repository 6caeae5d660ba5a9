import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { languageTags } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { spanOf } from '#server/domain/indicators/period.ts'
import { runningSpanText } from '#server/domain/indicators/running.ts'
import { filterFacts } from '#server/domain/paths/filter-facts.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { ReportContent } from '#server/domain/reports/report.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { translate } from '#server/platform/translate.ts'
import type { PreparedReport } from './report-kind.ts'

/** A name and a text of a report. */
export type Fact = ReportContent['asked'][number]

/** Everything a report says besides its sections. */
export type ReportFrame = Omit<ReportContent, 'sections' | 'totalRows'>

/** What a report says of itself: title, place, period and filters, of a comparison those of both sides; who asked and when. */
export function frameOf(
  ctx: Ctx,
  access: SurveyAccess,
  { title, requested, beside }: Pick<PreparedReport, 'title' | 'requested' | 'beside'>,
): ReportFrame {
  const { locale } = ctx
  const a = pathFacts(access, requested, locale)
  const b = beside === undefined ? null : pathFacts(access, beside, locale)
  const lineOf = (facts: readonly Fact[]): string =>
    facts.flatMap(({ name, text }, at) => (text === '' ? [] : at < 2 ? [text] : [`${name}: ${text}`])).join(' \u00b7 ')
  const named = (side: string, facts: readonly Fact[]): Fact[] =>
    facts.map(({ name, text }) => ({ name: `${side} \u00b7 ${name}`, text }))
  const asked = b === null ? a : [...named('A', a), ...named('B', b)]
  return {
    title: translate(title, locale),
    subtitle: b === null ? lineOf(a) : `A: ${lineOf(a)} \u2014 B: ${lineOf(b)}`,
    asked: askedFacts(
      ctx,
      access,
      asked.filter(({ text }) => text !== ''),
    ),
    locale,
  }
}

/** The place, the period (empty where answers have no dates) and the filters of a path. */
function pathFacts(access: SurveyAccess, requested: RequestedPath, locale: Locale): Fact[] {
  const period = isDated(access.model)
    ? pickText(runningSpanText(spanOf(requested.conditions), requested.today), locale)
    : ''
  return [
    { name: translate(say`Place`, locale), text: placeText(requested, locale) },
    { name: translate(say`Time`, locale), text: period },
    ...filterFacts(access, requested, locale),
  ]
}

/** What was asked, as a report says it at its end: the survey, `facts`, who asked, when, and in which language. */
export function askedFacts(ctx: Ctx, { model }: SurveyAccess, facts: readonly Fact[]): Fact[] {
  const { locale } = ctx
  const said = (words: Words): string => translate(words, locale)
  return [
    { name: said(say`Survey`), text: pickText({ ...model.title }, locale) || model.extName },
    ...facts,
    ...weightFacts(model, locale),
    { name: said(say`Asked by`), text: nameOf(ctx.identity) },
    { name: said(say`Made`), text: momentText(ctx.clock.now(), model.timeZone, locale) },
    { name: said(say`Language`), text: languageName(locale) },
  ]
}

/** What the figures of a report are weighted to. */
function weightFacts({ weights, questions }: SurveyModel, locale: Locale): Fact[] {
  if (!weights) return []
  const names = weights.questions.map((variable) => {
    const question = questions.get(variable)
    return question ? pickText(titleOf(question), locale) : variable
  })
  const text = translate(say`Figures are weighted to the known shares of: ${names.join(', ')}`, locale)
  return [{ name: translate(say`Weights`, locale), text }]
}

/** A moment in a time zone. */
export function momentText(moment: Date, timeZone: string, locale: Locale): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(languageTags[locale], format).format(moment)
}

/** The place of a path in words: its units from the top, or the word for all. */
export function placeText({ unit, tree }: RequestedPath, locale: Locale): string {
  if (!unit) return everything(locale)
  return tree
    .pathOf(unit)
    .map((one) => unitText(one, locale))
    .join(' / ')
}

function languageName(locale: Locale): string {
  return new Intl.DisplayNames([languageTags[locale]], { type: 'language' }).of(locale) ?? locale
}

/** Name of the file of a report: what it holds, the place and the day, without what file systems do not take. */
export function fileNameOf({
  title,
  place,
  day,
  format,
}: Record<'title' | 'place' | 'day' | 'format', string>): string {
  const name = `${title} ${place} ${day}`
    .replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/^[.]+/g, '')
  return `${[...name].slice(0, 120).join('').trim() || 'report'}.${format}`
}
