import { z } from 'zod'
import { localText } from '../local-text.ts'
import { addressTemplate } from '../web-address.ts'
import { extName } from './names.ts'

/** Ways a campaign can reach people. */
export const sendingTypes = ['EMAIL', 'SMS', 'LETTER', 'PHONE'] as const

/** Ways a message goes: a text message goes to the app on a device where one is known, which is no sending type of its own. */
export const messageWays = [...sendingTypes, 'PUSH'] as const

/** Senders, channels and the checks offered before a campaign is sent. */
export const campaignsConfig = z.strictObject({
  fromEmails: z.array(z.email()).default([]),
  fromName: z.string().max(120).optional(),
  mailFilters: z
    .array(
      z.strictObject({
        extname: extName,
        title: localText.optional(),
        filter: z.string().min(1).describe('Filter tokens as in a drill path.'),
        defaultEnabled: z.boolean().default(false),
        help: localText.optional(),
      }),
    )
    .default([]),
  editFixedRecipient: z.boolean().default(false),
  channels: z.array(z.enum(sendingTypes)).default(['EMAIL']),
  answerUrl: addressTemplate
    .optional()
    .describe("Where people answer, with {token} for their own key; the server's own page where missing."),
})
