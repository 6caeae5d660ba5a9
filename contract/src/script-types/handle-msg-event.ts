import { z } from 'zod'
import { sendingTypes } from '../configuration/campaigns.ts'
import { givenSurvey } from './given-question.ts'
import { defineScriptType, givenMoment } from './script-type.ts'

/** Handles what became of a message. */
export const handleMsgEvent = defineScriptType({
  type: 'HANDLE_MSG_EVENT',
  summary: 'Handles what became of an invitation that was sent.',
  when: 'Soon after a message of a campaign was taken by its mail server, was refused by it or came back, and after its reader complained, unsubscribed, or opened it or followed a link for the first time; not for programs that look through mails, never in an anonymous survey, and not for campaigns that send everything to one address.',
  input: z.object({
    now: givenMoment,
    survey: givenSurvey,
    event: z.object({
      kind: z
        .enum(['delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed'])
        .describe(
          'delivered: taken by the mail server or gateway; of a text message whose operator reports it, on the phone. Whoever follows a link has also opened the message.',
        ),
      at: z.string().describe('When it happened, in ISO format.'),
      bounce: z
        .enum(['soft', 'hard'])
        .nullable()
        .describe('Of bounced: hard where nothing can be sent to the address any more. Null for everything else.'),
      channel: z.enum(sendingTypes),
      campaign: z.string().describe('Title of the campaign.'),
      isReminder: z.boolean(),
      interviewId: z.int().nullable().describe('The sample. Null only in a run by hand that names none.'),
    }),
  }),
  output: z
    .strictObject({
      stop: z.boolean().optional().describe('Sends the sample no more reminders, by no campaign.'),
      comment: z.string().trim().min(1).max(2000).optional().describe('A comment on the sample.'),
    })
    .nullable()
    .describe('What is done; null for nothing.'),
  example: `/** Whoever complains is asked no more. */
function main({ event }) {
  return event.kind === 'complained' ? { stop: true, comment: 'Complained about the invitation' } : null
}
`,
})
