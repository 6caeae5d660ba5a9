import { z } from 'zod'
import { givenSample } from './handle-sample-updated.ts'
import { defineScriptType, givenMoment } from './script-type.ts'

/** Refuses samples that the types of their questions allow. */
export const validateSample = defineScriptType({
  type: 'VALIDATE_SAMPLE',
  summary: 'Says what is wrong with a sample that somebody wants to save, at its fields.',
  when: 'When somebody saves or approves a sample and its fields are right in themselves; never in an anonymous survey. It cannot ask for figures.',
  input: z.object({
    now: givenMoment,
    sample: givenSample.describe('The sample as it would be.'),
    before: givenSample.describe('The sample as it is.'),
    fields: z.array(z.string()).describe('The fields that are different.'),
  }),
  output: z
    .array(
      z.object({
        field: z.string().max(120).describe('Where it is shown; left out for the top of the form.').optional(),
        message: z.string().trim().min(1).max(300).describe('What is wrong, in the words that people read.'),
      }),
    )
    .max(50)
    .nullable()
    .describe('What is wrong; an empty list or null lets the sample be saved.'),
  example: `/** Demands a comment for a low rating before a sample is approved. */
function main({ sample }) {
  const { rating, comment } = sample.answers
  if (sample.state !== 2 || rating > 2 || comment) return []
  return [{ field: 'comment', message: 'Say why the rating is so low.' }]
}
`,
})
