import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { isWebAddress } from '@gensvar/contract/address-text'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { CaseRow } from './case-query.ts'

/** The fields of a response that texts use. */
export type TextSource = Pick<CaseRow, 'answers' | 'contact' | 'eventDate' | 'id'>

/** Cached formatters of a language: creating one takes longer than formatting a hundred values. */
interface Writers {
  date: Intl.DateTimeFormat
  number: Intl.NumberFormat
  /** Texts of dates and numbers: a long list has the same ones again and again. */
  texts: Map<string | number, string>
}

/** Most texts cached per language. */
const maxTexts = 10_000

const writersOf = new Map<Locale, Writers>()

function writers(locale: Locale): Writers {
  let known = writersOf.get(locale)
  if (!known) {
    const date = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'medium', timeZone: 'UTC' })
    known = { date, number: new Intl.NumberFormat(languageTags[locale]), texts: new Map() }
    writersOf.set(locale, known)
  }
  return known
}

/** An ISO date formatted in a language; any other text is returned unchanged. */
export function dateText(iso: string, locale: Locale): string {
  const { date, texts } = writers(locale)
  return cached(texts, iso, () => {
    const moment = new Date(`${iso.slice(0, 10)}T00:00:00Z`)
    return Number.isNaN(moment.getTime()) ? iso : date.format(moment)
  })
}

function numberText(value: number, locale: Locale): string {
  const { number, texts } = writers(locale)
  return cached(texts, value, () => number.format(value))
}

function cached(texts: Writers['texts'], value: string | number, write: () => string): string {
  let text = texts.get(value)
  if (text === undefined) {
    if (texts.size >= maxTexts) texts.clear()
    texts.set(value, (text = write()))
  }
  return text
}

/** An answer as text: titles of choices, formatted numbers and dates; empty when not answered. */
export function answerWords(
  question: Question,
  answer: CaseRow['answers'][string] | undefined,
  locale: Locale,
): string {
  if (answer === undefined || answer === null || answer === '') return ''
  if (Array.isArray(answer)) return answer.map((name: string) => choiceText(question, name, locale)).join(', ')
  if (typeof answer === 'number') {
    const titled = question.choiceByName.size > 0 ? question.choiceByName.get(String(answer)) : undefined
    return titled ? choiceText(question, titled.extName, locale) : numberText(answer, locale)
  }
  const text = String(answer)
  if (question.type === 'date') return dateText(text, locale)
  return question.type === 'single' ? choiceText(question, text, locale) : text
}

/** The highest value of the scale of an answer; null for an answer outside the scale, to be shown as a plain number. */
export function ratingTop(model: SurveyModel, row: Pick<TextSource, 'answers'>, name: string): number | null {
  const { scaleMin = null, scaleMax = null } = model.questions.get(name) ?? {}
  const answer = row.answers[name]
  if (typeof answer !== 'number' || scaleMin === null || scaleMax === null) return null
  return answer >= scaleMin && answer <= scaleMax ? scaleMax : null
}

/** Title of a choice, or its name when it has none. */
export function choiceText(question: Question, name: string, locale: Locale): string {
  const choice = question.choiceByName.get(name)
  return choice ? pickText(choice.title, locale) || name : name
}

/**
 * A field of a response as text: a variable, `eventdate`/`date`, `id`, or `name`, `email`, `phone`, `language` of the
 * respondent. Empty for a missing one.
 */
export function fieldText(model: SurveyModel, row: TextSource, name: string, locale: Locale): string {
  return fieldReader(model, name, locale)(row)
}

/** The same for many responses: what the name stands for is looked up once. */
export function fieldReader(model: SurveyModel, name: string, locale: Locale): (row: TextSource) => string {
  const question = model.questions.get(name)
  if (question) return (row) => answerWords(question, row.answers[name], locale)
  if (name === 'eventdate' || name === 'date') return (row) => dateText(row.eventDate, locale)
  if (name === 'id') return (row) => String(row.id)
  return (row) => row.contact[name] ?? ''
}

/**
 * Replaces each `{field}` in a template. An empty field is removed with the separator before it: `A, , B` is `A, B`.
 */
export function fillTemplate(model: SurveyModel, row: TextSource, template: string, locale: Locale): string {
  const nothing = '\0'
  return template
    .replaceAll(/\{([^{}]+)\}/g, (_, name: string) => fieldText(model, row, name.trim(), locale) || nothing)
    .replaceAll(/[\s,;:–-]*\0/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
}

/** Replaces each `{field}` in a URL, escaped; null unless the result is an http(s) URL. */
export function fillAddress(model: SurveyModel, row: TextSource, template: string): string | null {
  const filled = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(rawField(model, row, name.trim())),
  )
  return isWebAddress(filled) ? filled : null
}

function rawField(model: SurveyModel, row: TextSource, name: string): string {
  const answer = row.answers[name]
  if (model.questions.has(name)) return Array.isArray(answer) ? answer.join(',') : String(answer ?? '')
  if (name === 'eventdate' || name === 'date') return row.eventDate
  return name === 'id' ? String(row.id) : (row.contact[name] ?? '')
}
