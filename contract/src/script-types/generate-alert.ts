import { z } from 'zod'
import { defineScriptType, givenInterview, givenMoment } from './script-type.ts'

/** Raises alerts that the rules of a configuration cannot say. */
export const generateAlert = defineScriptType({
  type: 'GENERATE_ALERT',
  summary: 'Raises alerts that the rules of the configuration cannot say.',
  when: 'When a response is completed or its answers change, whatever brought it; never in an anonymous survey.',
  input: z.object({ now: givenMoment, interview: givenInterview.describe('The completed response.') }),
  output: z
    .array(
      z.object({
        rule: z
          .string()
          .trim()
          .min(1)
          .max(120)
          .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain characters')
          .describe('Name of the alert. A response has one alert of each name, however often the script runs.'),
        due: z
          .string()
          .regex(/^\d{1,3}[hdw]$/)
          .describe('Time until it is due, such as 4h, 2d or 1w, in working time.')
          .optional(),
      }),
    )
    .max(10)
    .nullable()
    .describe('The alerts of the response; an empty list or null for none.'),
  example: `/** Raises an alert where somebody is unhappy twice: a low rating, and words of anger. */
function main({ interview }) {
  const { rating, comment } = interview.answers
  const isAngry = /never again|complain|refund/i.test(comment ?? '')
  return rating <= 2 && isAngry ? [{ rule: 'angry', due: '1d' }] : []
}
`,
})
