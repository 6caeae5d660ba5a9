import { z } from 'zod'
import { localText } from '../local-text.ts'

/** Most topics that are told to be new or growing. */
export const maxGrowingTopics = 8

/** A category or a word that a larger share of the comments speaks of than in the period before, by more than chance. */
export const growingTopic = z.object({
  kind: z.enum(['category', 'word']),
  /** Full name of the category, or the word as a search finds exactly its comments. */
  name: z.string(),
  title: localText,
  /** Comments that speak of it in the period, and those of them that say good or bad things. */
  nComments: z.number().int(),
  nPositives: z.number().int(),
  nNegatives: z.number().int(),
  /** Those of the period before. */
  nCommentsBefore: z.number().int(),
  /** Shares of all comments of either period, with two decimals. */
  percentage: z.number().min(0).max(100),
  percentageBefore: z.number().min(0).max(100),
})

/** A category or a word that a larger share of the comments speaks of than in the period before. */
export type GrowingTopic = z.infer<typeof growingTopic>

/** What comments of a period speak of more than those of the period of the same length before. */
export const growingTopics = z.object({
  /** The least likely to be chance first; of all that is tested 5 % of what is told may be chance. */
  topics: z.array(growingTopic).max(maxGrowingTopics),
  /** Comments of both periods; null where it is withheld. */
  nComments: z.number().int().min(0).nullable(),
  nCommentsBefore: z.number().int().min(0).nullable(),
  /** The period before in words; null where there is none: of all time, or without dates. */
  before: localText.nullable(),
  /** Fewest comments of each period that are compared. */
  fewestComments: z.number().int(),
  /** Why they are not told; null where they are. */
  withheld: localText.nullable(),
})

/** What comments of a period speak of more than those of the period before. */
export type GrowingTopics = z.infer<typeof growingTopics>

/** Valid topics, for the examples of everything that holds some. */
export const growingTopicsExample: GrowingTopics = {
  topics: [
    {
      kind: 'category',
      name: 'waiting',
      title: { en: 'Waiting', sv: 'Väntan' },
      ...{ nComments: 41, nPositives: 3, nNegatives: 34, nCommentsBefore: 15, percentage: 20.3, percentageBefore: 8.2 },
    },
    {
      kind: 'word',
      name: 'self-checkout',
      title: 'self-checkout',
      ...{ nComments: 17, nPositives: 2, nNegatives: 11, nCommentsBefore: 0, percentage: 8.42, percentageBefore: 0 },
    },
  ],
  nComments: 202,
  nCommentsBefore: 183,
  before: { en: '1 Oct – 31 Dec 2025', sv: '1 okt. – 31 dec. 2025' },
  fewestComments: 30,
  withheld: null,
}
