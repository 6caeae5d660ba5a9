import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { isWebAddress } from '@gensvar/contract/address-text'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { CaseRow } from './list-cases.ts'

/** What texts of a response are made from. */
export type TextSource = Pick<CaseRow, 'answers' | 'contact' | 'eventDate' | 'id'>

/** What writes a language's dates and numbers; each takes longer to make than to write a hundred of them. */
interface Writers {
  date: Intl.DateTimeFormat
  number: Intl.NumberFormat
}

const writersOf = new Map<Locale, Writers>()

function writers(locale: Locale): Writers {
  let known = writersOf.get(locale)
  if (!known) {
    const date = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'medium', timeZone: 'UTC' })
    writersOf.set(locale, (known = { date, number: new Intl.NumberFormat(languageTags[locale]) }))
  }
  return known
}

/** An ISO date as a language writes it; anything else comes back as it is. */
export function dateText(iso: string, locale: Locale): string {
  const moment = new Date(`${iso.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(moment.getTime())) return iso
  return writers(locale).date.format(moment)
}

/** An answer in words: titles of choices, numbers and dates as the language writes them; empty when not answered. */
export function answerWords(
  question: Question,
  answer: CaseRow['answers'][string] | undefined,
  locale: Locale,
): string {
  if (answer === undefined || answer === null || answer === '') return ''
  if (Array.isArray(answer)) return answer.map((name: string) => choiceText(question, name, locale)).join(', ')
  if (typeof answer === 'number') {
    const titled = question.choiceByName.get(String(answer))
    return titled ? choiceText(question, titled.extName, locale) : writers(locale).number.format(answer)
  }
  const text = String(answer)
  if (question.type === 'date') return dateText(text, locale)
  return question.type === 'single' ? choiceText(question, text, locale) : text
}

/** The highest step of the scale an answer lies on; null for an answer outside it, which stands for itself. */
export function ratingTop(model: SurveyModel, row: Pick<TextSource, 'answers'>, name: string): number | null {
  const { scaleMin = null, scaleMax = null } = model.questions.get(name) ?? {}
  const answer = row.answers[name]
  if (typeof answer !== 'number' || scaleMin === null || scaleMax === null) return null
  return answer >= scaleMin && answer <= scaleMax ? scaleMax : null
}

/** Title of a choice, or its name where it has none. */
export function choiceText(question: Question, name: string, locale: Locale): string {
  const choice = question.choiceByName.get(name)
  return choice ? pickText(choice.title, locale) || name : name
}

/**
 * A field of a response in words: a variable, `eventdate`/`date`, `id`, or `name`, `email`, `phone`, `language` of the
 * respondent. Empty for what is not there.
 */
export function fieldText(model: SurveyModel, row: TextSource, name: string, locale: Locale): string {
  const question = model.questions.get(name)
  if (question) return answerWords(question, row.answers[name], locale)
  if (name === 'eventdate' || name === 'date') return dateText(row.eventDate, locale)
  if (name === 'id') return String(row.id)
  return row.contact[name] ?? ''
}

/** Fills the `{field}` places of a template. What is empty takes the separator before it along: `A, , B` is `A, B`. */
export function fillTemplate(model: SurveyModel, row: TextSource, template: string, locale: Locale): string {
  const nothing = '\0'
  return template
    .replaceAll(/\{([^{}]+)\}/g, (_, name: string) => fieldText(model, row, name.trim(), locale) || nothing)
    .replaceAll(/[\s,;:–-]*\0/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
}

/** Fills the places of an address, each escaped; null unless the result is an address of the web. */
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
