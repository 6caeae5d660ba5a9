import { z } from 'zod'
import { localText } from '../local-text.ts'

/**
 * What came of learning from a survey's ratings: it is `used`, it told fewer comments rightly than the word lists (`worse`), there
 * were too `few`, it is of an earlier version (`old`) and learnt again by night, nobody tried yet (`new`), there are no ratings
 * (`unrated`), or nothing is learnt because the survey is `anonymous`.
 */
const learningStates = ['used', 'worse', 'few', 'old', 'new', 'unrated', 'anonymous'] as const

/** What was learnt from the ratings of a survey, and how well it judges. */
export const textLearning = z.object({
  state: z.enum(learningStates),
  /** Comments learnt from with a good and with a bad rating or correction. */
  nGood: z.number().int(),
  nBad: z.number().int(),
  /** How many of each it takes. */
  nNeeded: z.number().int(),
  /** Comments kept apart, and the shares of 100 of them that the word lists and what was learnt told rightly, with a decimal. */
  nApart: z.number().int(),
  lexiconShare: z.number().min(0).max(100),
  learntShare: z.number().min(0).max(100),
  /** The questions whose answers are the ratings. */
  ratings: z.array(localText),
  /** Whether the reader may have it learnt now. */
  canLearn: z.boolean(),
})

/** What was learnt from the ratings of a survey, and how well it judges. */
export type TextLearning = z.infer<typeof textLearning>

/** What was learnt and is used, for the examples of everything that holds it. */
export const textLearningExample: TextLearning = {
  state: 'used',
  nGood: 830,
  nBad: 264,
  nNeeded: 50,
  nApart: 219,
  lexiconShare: 88.1,
  learntShare: 92.7,
  ratings: [{ en: 'How satisfied are you?', sv: 'Hur nöjd är du?' }],
  canLearn: true,
}
