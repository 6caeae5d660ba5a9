import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { choiceText, dateText } from './case-text.ts'

const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** Whether a cell of a record is a calendar date. */
export function isRecordDate(value: unknown): value is string {
  return typeof value === 'string' && isoDate.test(value)
}

/**
 * A cell of a record as text: formatted numbers and dates, the title of a choice where a question is called as the column
 * is; empty for anything that is no text or number.
 */
export function recordText(question: Question | undefined, value: unknown, locale: Locale): string {
  if (typeof value === 'number') return new Intl.NumberFormat(languageTags[locale]).format(value)
  if (typeof value !== 'string') return ''
  if (isRecordDate(value)) return dateText(value, locale)
  return question ? choiceText(question, value, locale) : value
}
