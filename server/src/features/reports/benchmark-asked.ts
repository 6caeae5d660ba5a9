import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { PathToken } from '@gensvar/contract/drill-path'
import { describeValue } from '@gensvar/contract/filter-chips'
import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import { filterTitlesOf } from '#server/domain/paths/filter-titles.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { filterFieldsOf } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { translate } from '#server/platform/translate.ts'

/** A name and a text of a report. */
export interface Fact {
  name: string
  text: string
}

/** The place of a path in words: its units from the top, or the word for all. */
export function placeText({ unit, tree }: RequestedPath, locale: Locale): string {
  if (!unit) return everything(locale)
  return tree
    .pathOf(unit)
    .map((one) => unitText(one, locale))
    .join(' / ')
}

/** The filters of a path in words, without the period. */
export function filterFacts(model: SurveyModel, { path, tree, conditions }: RequestedPath, locale: Locale): Fact[] {
  const fields = new Map(filterFieldsOf(model).map((field) => [field.name, field]))
  return path.filters.flatMap((token) => {
    const field = fields.get(token.name)
    if (token.name === EVENT_DATE || field?.variable === EVENT_DATE) return []
    const [titles] = filterTitlesOf(model, tree, [token])
    const name = titles ? pickText(titles.title, locale) : token.name
    const dates = conditions.find((one) => one.kind === 'dates' && one.variable === token.name)
    if (dates?.kind === 'dates') return [{ name, text: pickText(spanText({ from: dates.from, to: dates.to }), locale) }]
    const options = new Map(titles?.options.map(({ extName, title }) => [extName, pickText(title, locale)]))
    return [{ name, text: token.values.map((value) => valueText(value, field?.kind, options, locale)).join(', ') }]
  })
}

function valueText(
  value: PathToken['values'][number],
  kind: Parameters<typeof describeValue>[1] = 'choice',
  options: ReadonlyMap<string, string>,
  locale: Locale,
): string {
  const { words, subject } = describeValue(value, kind)
  const said = words.map((word) => translate(word === 'not' ? say`not` : say`contains`, locale))
  if (subject.kind === 'none') return [...said, translate(say`not answered`, locale)].join(' ')
  const range = subject.kind === 'range' ? `${subject.value.from ?? ''}\u2013${subject.value.to ?? ''}` : null
  return [...said, options.get(value.text) ?? range ?? value.text].join(' ')
}

/** What was asked, as a report says it at its end: the survey, `facts`, who asked, and when. */
export function askedFacts(ctx: Ctx, model: SurveyModel, facts: readonly Fact[]): Fact[] {
  const said = (words: Words): string => translate(words, ctx.locale)
  return [
    { name: said(say`Survey`), text: pickText({ ...model.title }, ctx.locale) || model.extName },
    ...facts,
    { name: said(say`Asked by`), text: nameOf(ctx.identity) },
    { name: said(say`Made`), text: momentText(ctx.clock.now(), model.timeZone, ctx.locale) },
  ]
}

/** A moment in the survey's time zone. */
export function momentText(moment: Date, timeZone: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    moment,
  )
}
