import { z } from 'zod'
import { defineScriptType, givenAnswers, givenMoment } from './script-type.ts'

/** A response that is completed or not, as scripts are given it. */
export const givenSample = z.object({
  id: z.int(),
  state: z.int().describe('0 completed, 1 new, 2 approved, 3 unapproved, 4 cancelled.'),
  eventDate: z.string().describe('Day, such as 2026-01-31.'),
  answers: givenAnswers,
})

/** An answer as scripts give it. */
const answer = z
  .union([z.string().max(10_000), z.number(), z.array(z.string().max(500)).max(500)])
  .nullable()
  .describe('A text, a number, an ISO day, or names of choices; null removes the answer.')

/** Completes responses that were added or changed. */
export const handleSampleUpdated = defineScriptType({
  type: 'HANDLE_SAMPLE_UPDATED',
  summary: 'Fills in answers of responses that were added or changed, or comments on them.',
  when: 'Soon after a sample or interview was added or changed, whatever did it; not after what the script itself changed, and never in an anonymous survey.',
  input: z.object({
    now: givenMoment,
    sample: givenSample.describe('The response as it is now.'),
    change: z
      .object({
        fields: z.array(z.string()).describe('The fields that are different.'),
        stateBefore: z.int(),
        stateAfter: z.int(),
      })
      .nullable()
      .describe(
        'What was changed by hand since the last call; null for a new response, and for what an import brought.',
      ),
  }),
  output: z
    .object({
      answers: z
        .record(z.string().max(120), answer)
        .describe('New answers by variable. Each is checked as if it was entered in a form; a wrong one is left out.')
        .optional(),
      comment: z.string().trim().max(5000).describe('A comment on the response; empty for none.').optional(),
    })
    .nullable()
    .describe('What becomes of the response; null for nothing.'),
  example: `/** Notes how a sample came to be cancelled, and gives it a category. */
function main({ sample, change }) {
  if (sample.state !== 4 || change?.stateBefore === 4) return null
  return { answers: { category: 'lost' }, comment: 'Cancelled: ' + (sample.answers.reason ?? 'no reason given') }
}
`,
})
