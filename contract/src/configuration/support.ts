import { z } from 'zod'
import { localText } from '../local-text.ts'

/** Where users get help. */
export const supportConfig = z.strictObject({
  faq: z.url().optional(),
  email: z.email().optional(),
  phone: z.string().max(40).optional(),
  hours: localText.optional(),
})
