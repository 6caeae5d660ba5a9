import { z } from 'zod'
import { localText } from '../local-text.ts'
import { rowTable } from './interview.ts'
import { periodText, variableName } from './names.ts'

const sampleField = z.strictObject({
  question: variableName.describe('A question, or `name`, `email`, `phone`, `language` or `eventdate`.'),
  cancelledComment: z.boolean().default(false).describe('Asked for on cancelling; always optional.'),
  approvedComment: z.boolean().default(false).describe('Asked for on approving.'),
  optional: z.boolean().default(false).describe('Needs no value to approve the sample.'),
})

/** A field of the sample page. */
export type SampleField = z.infer<typeof sampleField>

/** The sample page: its state questions, its buttons and its groups of fields. */
export const sampleConfig = z.strictObject({
  stateQuestion: variableName.optional(),
  subStateQuestion: variableName.optional(),
  evalPeriodQuestion: variableName.optional(),
  showApproveButtonInState2: z.boolean().default(false),
  showApproveButtonInState3: z.boolean().default(false),
  openPeriod: periodText
    .optional()
    .describe('Event dates whose samples are open (`rel_-90d_0d`); those of all days where it is missing.'),
  tables: z.array(rowTable).default([]).describe('Tables of records that belong to the sample.'),
  groups: z
    .array(
      z.strictObject({
        title: localText.optional(),
        fields: z.array(
          z.union([variableName.transform((name): SampleField => sampleField.parse({ question: name })), sampleField]),
        ),
      }),
    )
    .default([])
    .describe(
      'Groups of fields. Without them the page shows the contact, the event date, the place, and the first eight questions answered by a choice or a text.',
    ),
})
