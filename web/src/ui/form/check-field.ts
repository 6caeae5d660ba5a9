import type { z } from 'zod'
import { isIsoDate } from '@gensvar/contract/dates'
import type { questionField } from '@gensvar/contract/entities/samples'
import type en from '#web/locales/en/form.json'
import { dateText } from '#web/lib/date-text.ts'
import { currentLocale } from '#web/lib/i18n.ts'
import { textsOf } from '#web/lib/texts.ts'

const text = textsOf<typeof en>('form')

/** A question of a sample as a field of a form. */
export type QuestionField = z.output<typeof questionField>

/** The value of a field: a choice, several of them, an ISO date or a text; null for none. */
export type FieldValue = QuestionField['value']

/** The pattern the server checks addresses with; written here because the schema library is not in this part of the build. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** True for a value that answers nothing. */
export function isBlankValue(value: FieldValue | undefined): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'string' ? value.trim() === '' : value.length === 0
}

/**
 * What is wrong with the value of a field, in the language shown; null where nothing is. The server checks everything
 * again, and what only it can know.
 */
export function fieldError(field: Pick<QuestionField, 'type' | 'optional'>, value: FieldValue): string | null {
  if (isBlankValue(value)) return field.optional ? null : text('VALIDATE_ERROR_MANDATORY')
  if (typeof value !== 'string') return null
  switch (field.type) {
    case 'Email':
      return emailPattern.test(value.trim()) ? null : text('VALIDATE_ERROR_EMAIL')
    case 'Date':
    case 'EventDate':
      return isIsoDate(value) ? null : text('date', { example: dateText('2026-12-31', currentLocale()) })
    case 'SingleChoice':
    case 'MultiChoice2':
    case 'text':
      return null
  }
}
