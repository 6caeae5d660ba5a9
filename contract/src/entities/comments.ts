import { z } from 'zod'
import { localeCode } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** A comment on a sample or an alert. */
export const comment = z.object({
  updated: z.iso.datetime({ offset: true }),
  user: z.string(),
  comments: z.string(),
})

/** A text kept under a key, with its words by language. */
export const localisedText = z.object({ key: z.string(), texts: z.partialRecord(localeCode, z.string()) })

/** A valid comment, for the examples of everything that holds one. */
export const commentExample: z.infer<typeof comment> = {
  updated: '2026-03-02T08:15:00Z',
  user: 'anna@example.org',
  comments: 'Called the customer.',
}

/** Entities of comments and localised texts, with their examples. */
export const commentEntities = {
  Comment: defineEntity(comment, commentExample),
  LocalisedText: defineEntity(localisedText, { key: 'question.overall', texts: { en: 'Overall', sv: 'Totalt' } }),
}
