import { z } from 'zod'
import { localText } from '../local-text.ts'
import { webAddress } from '../web-address.ts'

/** Where users get help. */
export const supportConfig = z.strictObject({
  faq: webAddress.optional(),
  email: z.email().optional(),
  phone: z.string().max(40).optional(),
  hours: localText.optional(),
})
