import { z } from 'zod'
import { noticeEvents } from '../entities/notices.ts'
import { givenSurvey } from './given-question.ts'
import { defineScriptType, givenMoment } from './script-type.ts'

const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\r\n]*$/, 'write a subject on one line')

const mail = {
  input: z.object({
    now: givenMoment,
    survey: givenSurvey,
    notice: z
      .object({
        event: z.enum(noticeEvents),
        place: z
          .array(z.string())
          .describe('Names of the units from the top; empty for the top and for several alerts.'),
        title: z.string().describe("What the mail says first, in the reader's language."),
        text: z.string().describe('What it says of place, time and author.'),
      })
      .describe('What the mail tells of; never any answers.'),
    recipient: z
      .object({
        username: z.string(),
        email: z.string(),
        role: z.string().nullable().describe('Name of the role; null for root.'),
        language: z.string(),
      })
      .describe('Who is to be mailed. Each is asked for by itself.'),
  }),
  output: z
    .strictObject({
      leaveOut: z.boolean().optional().describe('Mails this notice to nobody of this call; it stays in the bell.'),
      add: z
        .array(z.string().trim().min(1).max(320))
        .max(20)
        .optional()
        .describe(
          'User names of others to tell. They must be of the organisation and may see what the notice tells of.',
        ),
      subject: line
        .optional()
        .describe('Replaces the title, which is the subject of a mail of one notice. Plain text.'),
      text: z.string().trim().max(2000).optional().describe('Replaces the text. Plain text.'),
    })
    .nullable()
    .describe('What is different from what the product does; null for nothing.'),
}

/** Decides about mails of alerts. */
export const alertEmails = defineScriptType({
  type: 'GET_ALERT_EMAILS',
  summary: 'Decides who is mailed about alerts, and what the mail says.',
  when: 'When the mail of a notice of an alert is written, for each person that it would go to.',
  ...mail,
  example: `/** Alerts in Norway also go to the manager there, and say so. */
function main({ notice }) {
  if (notice.place[0] !== 'Norway') return null
  return { add: ['manager.norway'], subject: 'Norway: ' + notice.title }
}
`,
})

/** Decides about mails of actions. */
export const actionEmails = defineScriptType({
  type: 'GET_ACTION_EMAILS',
  summary: 'Decides who is mailed about actions, and what the mail says.',
  when: 'When the mail of a notice of an action is written, for each person that it would go to.',
  ...mail,
  example: `/** Nobody is mailed about actions that are closed; the bell is enough. */
function main({ notice }) {
  return notice.event === 'action-closed' ? { leaveOut: true } : null
}
`,
})

/** Decides about mails of all other notices. */
export const notificationEmails = defineScriptType({
  type: 'GET_NOTIFICATION_EMAILS',
  summary: 'Decides who is mailed about mentions, and what the mail says.',
  when: 'When the mail of a notice of neither an alert nor an action is written, for each person that it would go to.',
  ...mail,
  example: `/** Says at once where somebody was mentioned. */
function main({ notice, survey }) {
  return { subject: notice.title + ' (' + survey.extName + ')' }
}
`,
})
