import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { UNITS_NAME, parsePath } from '@gensvar/contract/drill-path'
import type { PathToken } from '@gensvar/contract/drill-path'
import { describeValue } from '@gensvar/contract/filter-chips'
import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { choiceText } from '#server/domain/cases/case-text.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import { filterFieldsOf } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { translate } from '#server/platform/translate.ts'
import { filterTitlesOf } from './filter-titles.ts'
import type { RequestedPath } from './request-conditions.ts'

/** A filter and what it asks for, in words. */
export interface FilterFact {
  name: string
  text: string
}

/** Filters as they are stored with something, in words: "Channel: Web; Rating: 1–5", or the word for all answers. */
export function filtersText(model: SurveyModel, tree: UnitTree, filters: string, locale: Locale): string {
  if (filters === '') return translate(say`All answers`, locale)
  const path = { filters: parsePath(filters) }
  return filterFacts({ model }, { path, tree, conditions: [] }, locale)
    .map(({ name, text }) => `${name}: ${text}`)
    .join('; ')
}

/** Filters of a path besides the span of the event date, in words. */
export function filterFacts(
  { model }: Pick<SurveyAccess, 'model'>,
  {
    path,
    tree,
    conditions,
  }: Pick<RequestedPath, 'tree' | 'conditions'> & { path: Pick<RequestedPath['path'], 'filters'> },
  locale: Locale,
): FilterFact[] {
  const fields = new Map(filterFieldsOf(model).map((field) => [field.name, field]))
  return path.filters.flatMap((token) => {
    if (token.name === UNITS_NAME)
      return [{ name: translate(say`Units`, locale), text: translate(say`as they are now`, locale) }]
    const field = fields.get(token.name)
    const isPeriod = token.name === EVENT_DATE || field?.variable === EVENT_DATE
    const day = conditions.find((one) => isDayOf(one, isPeriod ? EVENT_DATE : token.name))
    if (isPeriod && !day) return []
    const [titled] = filterTitlesOf(model, tree, [token])
    const own = titled ? pickText(titled.title, locale) : token.name
    const name = isPeriod ? translate(say`Period`, locale) : own
    if (day?.kind === 'monthDay') return [{ name, text: translate(say`${dayText(day, locale)} in any year`, locale) }]
    if (field?.kind === 'dates') {
      const span = conditions.find((one) => one.kind === 'dates' && one.variable === token.name)
      if (span?.kind === 'dates') return [{ name, text: pickText(spanText({ from: span.from, to: span.to }), locale) }]
    }
    const question = askedQuestion(model, token.name)
    const options = new Map(
      token.values.map(({ text }) => {
        const option = titled?.options.find(({ extName }) => extName === text)
        return [text, option ? pickText(option.title, locale) : question ? choiceText(question, text, locale) : text]
      }),
    )
    return [{ name, text: token.values.map((value) => valueText(value, field?.kind, options, locale)).join(', ') }]
  })
}

function isDayOf(one: Condition, variable: string): boolean {
  return one.kind === 'monthDay' && one.variable === variable
}

/** A day of any year: "26 November". */
function dayText({ month, day }: { month: number; day: number }, locale: Locale): string {
  const format = new Intl.DateTimeFormat(languageTags[locale], { day: 'numeric', month: 'long', timeZone: 'UTC' })
  // A leap year, which has every day.
  return format.format(Date.UTC(2024, month - 1, day))
}

function valueText(
  value: PathToken['values'][number],
  kind: Parameters<typeof describeValue>[1] | undefined,
  options: ReadonlyMap<string, string>,
  locale: Locale,
): string {
  const { words, subject } = describeValue(value, kind ?? 'choice')
  const range = subject.kind === 'range' ? subject.value : null
  const said = words.map((word) => translate(word === 'not' ? say`not` : say`contains`, locale))
  const text =
    subject.kind === 'none'
      ? translate(say`not answered`, locale)
      : range
        ? `${range.from ?? ''}–${range.to ?? ''}`
        : (options.get(value.text) ?? value.text)
  return [...said, text].join(' ')
}
