import { z } from 'zod'
import { defineEntity } from './entity.ts'

/** An award: for TopMarksAward `score` is the all-time best, for StreakAward the longest run. */
export const award = z.object({
  type: z.enum(['TopMarksAward', 'StreakAward']),
  /** How often it was reached. */
  obtained: z.number().int().min(0),
  score: z.number().int().min(0),
  streakType: z.string().nullable(),
  obtainedImageURL: z.string().nullable(),
  notObtainedImageURL: z.string().nullable(),
})

/** Awards of a place and its points over time beside its record. */
export const gamification = z.object({
  awards: z.array(award),
  chartData: z.object({
    categories: z.array(z.string()),
    points: z.array(z.number().nullable()),
    record: z.number().nullable(),
  }),
})

/** Valid awards, for the examples of everything that holds them. */
export const gamificationExample: z.infer<typeof gamification> = {
  awards: [
    {
      type: 'StreakAward',
      obtained: 2,
      score: 7,
      streakType: 'nines',
      obtainedImageURL: '/new/awards/nines.svg',
      notObtainedImageURL: '/new/awards/nines-off.svg',
    },
  ],
  chartData: { categories: ['2026-01-01', '2026-02-01'], points: [4, 6], record: 9 },
}

/** Gamification with an example. */
export const gamificationEntities = { Gamification: defineEntity(gamification, gamificationExample) }
