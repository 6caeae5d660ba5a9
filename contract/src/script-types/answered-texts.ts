import { z } from 'zod'
import { locales } from '../local-text.ts'

/**
 * A plain text that people read: one for all languages, or one for each of some. `most` is its greatest length in
 * characters.
 */
export function shortText(most: number) {
  const text = z.string().trim().min(1).max(most)
  return z.union([
    text,
    z
      .partialRecord(z.enum(locales), text)
      .refine((texts) => Object.keys(texts).length > 0, 'write the text in a language'),
  ])
}
