import { z } from 'zod'
import { localText } from '../local-text.ts'
import { addressTemplate } from '../web-address.ts'
import { template } from './names.ts'

/** What the details dialog of a ranking cell shows. */
export const detailsConfig = z.strictObject({
  sections: z
    .array(z.strictObject({ title: localText.optional(), paragraphs: z.array(template).default([]) }))
    .default([]),
  gotoSampleLink: z.boolean().default(false),
  gotoZendeskLink: addressTemplate
    .optional()
    .describe('Address of the case in a support desk, with `{variable}` places.'),
})
