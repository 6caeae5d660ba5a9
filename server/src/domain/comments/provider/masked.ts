import { maskPersonalData } from '#server/domain/text/personal/personal-data.ts'

const placeholders = { email: '[e-mail]', phone: '[phone]', 'personal-number': '[personal number]' }

/** A comment as a language model gets it: without e-mail addresses, telephone and personal numbers. */
export function maskedForModel(text: string): string {
  return maskPersonalData(text.toWellFormed(), placeholders).text
}
