import { z } from 'zod'
import { webAddress } from '../web-address.ts'
import { shortText } from './answered-texts.ts'
import { periodQuestion } from './given-question.ts'
import { defineScriptType } from './script-type.ts'

/** Says where readers get help. */
export const uiDetails = defineScriptType({
  type: 'GET_UI_DETAILS',
  summary: 'Says where readers get help, by role and language.',
  when: 'When a survey is opened. What it leaves out is that of the configuration.',
  input: periodQuestion,
  output: z
    .strictObject({
      faq: webAddress.max(2000).optional().describe('Address of questions and answers.'),
      email: z.email().max(320).optional(),
      phone: z.string().trim().min(1).max(40).optional(),
      hours: shortText(200).optional().describe('When somebody answers.'),
    })
    .nullable()
    .describe('What is different; null for nothing.'),
  example: `/** Finnish readers have a desk of their own. */
function main({ user }) {
  return user.language === 'fi' ? { email: 'tuki@example.org', hours: { fi: 'Arkisin 9-15' } } : null
}
`,
})
