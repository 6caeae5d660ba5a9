import { z } from 'zod'
import { localeCode, localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** A slide of the public display. */
export const bigScreenSlide = z.object({
  starRating: z.number().nullable(),
  comment: z.string().nullable(),
  evaluation: z.string().nullable(),
  expressionResults: z.array(z.object({ label: localText, value: z.string() })),
})

/** What the public display shows. */
export const bigScreen = z.object({
  logoURL: z.string().nullable(),
  pathName: z.string(),
  ratingTitle: localText,
  avgRating: z.number().nullable(),
  avgRatingText: localText,
  evaluationsText: localText,
  deliveredByText: localText,
  goalColor: z.string().nullable(),
  goalValueText: z.string().nullable(),
  colors: z.array(z.string()),
  slides: z.array(bigScreenSlide),
  legacy: z.boolean(),
  /** Ends of the scale that ratings are given on; null where the question has none. */
  ratingRange: z.object({ min: z.number(), max: z.number() }).nullable(),
  /** The language of its texts. */
  locale: localeCode,
})

/** The big screen with an example. */
export const bigScreenEntities = {
  BigScreen: defineEntity(bigScreen, {
    logoURL: '/new/logo.svg',
    pathName: 'Sweden',
    ratingTitle: { en: 'Our customers say' },
    avgRating: 8.4,
    avgRatingText: { en: '8.4 of 10' },
    evaluationsText: { en: '1,204 reviews' },
    deliveredByText: { en: 'Delivered by Gensvar' },
    goalColor: '#00C896',
    goalValueText: '75',
    colors: ['#2457D6'],
    slides: [
      {
        starRating: 9,
        comment: 'Quick help at the till.',
        evaluation: 'Yesterday',
        expressionResults: [{ label: 'CSI', value: '74' }],
      },
    ],
    legacy: false,
    ratingRange: { min: 1, max: 10 },
    locale: 'en',
  }),
}
