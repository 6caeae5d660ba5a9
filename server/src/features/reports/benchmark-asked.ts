import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { filterTitlesOf } from '#server/domain/paths/filter-titles.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
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
export function filterFacts(model: SurveyModel, { path, tree }: RequestedPath, locale: Locale): Fact[] {
  return filterTitlesOf(model, tree, path.filters)
    .filter(({ name }) => name !== 'date')
    .map(({ title, options }) => ({
      name: pickText(title, locale),
      text: options.map((option) => pickText(option.title, locale)).join(', '),
    }))
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
