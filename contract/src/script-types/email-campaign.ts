import { z } from 'zod'
import { givenDay, givenSurvey } from './given-question.ts'
import { defineScriptType, givenInterview, givenMoment } from './script-type.ts'

const name = z.string().trim().min(1).max(120)

/** Decides how somebody is invited. */
export const emailCampaign = defineScriptType({
  type: 'GET_EMAIL_CAMPAIGN',
  summary: 'Decides whether a sample is invited by a campaign, and with which template.',
  when: 'When the people of a campaign are counted, listed and chosen. Never for anonymous surveys.',
  input: z.object({
    now: givenMoment,
    survey: givenSurvey,
    today: givenDay.describe("Today in the survey's time zone."),
    campaign: z
      .object({
        name: name.describe('Of the mail action or the button that the campaign is made from.'),
        template: z.string().nullable().describe('The template that it is configured with.'),
      })
      .describe('What is known before the campaign is made, so that it reaches whom it was counted for.'),
    interview: givenInterview.describe('The sample.'),
  }),
  output: z
    .strictObject({
      leaveOut: z.boolean().optional().describe('Sends this sample nothing.'),
      template: name.optional().describe('Sends this template instead.'),
    })
    .nullable()
    .describe('What is different from the campaign; null for nothing.'),
  example: `/** Members have a template of their own. */
function main({ interview }) {
  return interview.answers.member === 'yes' ? { template: 'members' } : null
}
`,
})
