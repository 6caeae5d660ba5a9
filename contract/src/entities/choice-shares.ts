import { z } from 'zod'
import { localText } from '../local-text.ts'
import { chartData } from './chart.ts'

/** The shares of a question's choices over time: a series per choice, in the order of the question. */
export const choiceShares = chartData.extend({
  /** Title of the question. */
  question: localText,
  /** Names of the choices that are drawn: all, or the most common ones where they are many. A table has them all. */
  drawn: z.array(z.string()),
  /** Name of the choice that the summary tells of: the most common one of its period; null without a summary. */
  leading: z.string().nullable(),
  /** Whether one answer can be several of the choices, so that the shares add up to more than 100. */
  isMultiple: z.boolean(),
})
