import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/**
 * An award in the period at hand. `obtained` is for TopMarksAward the number of interviews with top marks, for
 * StreakAward that of badges. `score` is for TopMarksAward the all-time best of a period as long as this one, for
 * StreakAward the total length of the runs that gave badges.
 */
export const award = z.object({
  type: z.enum(['TopMarksAward', 'StreakAward']),
  /** Null where the configuration has none. */
  title: localText.nullable(),
  obtained: z.number().int().min(0),
  score: z.number().int().min(0),
  streakType: z.string().nullable(),
  /** Interviews in a row for a badge of a StreakAward. */
  length: z.number().int().nullable(),
  obtainedImageURL: z.string().nullable(),
  notObtainedImageURL: z.string().nullable(),
})

/** An award in the period at hand. */
export type Award = z.infer<typeof award>

/** Most places that readers are led to. */
export const mostOwnPlaces = 6

/** Awards of a place and its points over time beside its record. */
export const gamification = z.object({
  awards: z.array(award),
  chartData: z.object({
    /** First days of the periods. */
    categories: z.array(z.string()),
    /** Points of each: its interviews that count for an award; null for one without interviews. */
    points: z.array(z.number().nullable()),
    /** The most points that the place had in any period; null before its first interview. */
    record: z.number().nullable(),
  }),
  /** Why no awards are shown; null where they are. */
  withheld: localText.nullable(),
  /** Some of the reader's own places, where awards are shown if they are withheld here for that reason. */
  ownPlaces: z.array(z.object({ title: localText, drillPath: z.string() })).max(mostOwnPlaces),
})

/** Awards of a place and its points over time. */
export type Gamification = z.infer<typeof gamification>

const topMarks: Award = {
  type: 'TopMarksAward',
  title: null,
  obtained: 14,
  score: 17,
  streakType: null,
  length: null,
  obtainedImageURL: null,
  notObtainedImageURL: null,
}

const streak: Award = {
  ...topMarks,
  type: 'StreakAward',
  title: { en: 'Nine or ten, five times in a row', sv: 'Nia eller tia, fem gånger i rad' },
  obtained: 2,
  score: 12,
  streakType: 'nines',
  length: 5,
}

/** Valid awards, for the examples of everything that holds them. */
export const gamificationExample: Gamification = {
  awards: [topMarks, streak, { ...streak, title: null, streakType: 'tens', obtained: 0, score: 0, length: 10 }],
  chartData: {
    categories: ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01'],
    points: [14, null, 21, 18],
    record: 23,
  },
  withheld: null,
  ownPlaces: [],
}

/** Gamification with an example. */
export const gamificationEntities = { Gamification: defineEntity(gamification, gamificationExample) }
