import { z } from 'zod'
import { givenSurvey } from './given-question.ts'
import { defineScriptType, givenInterview, givenMoment } from './script-type.ts'

const name = z.string().trim().min(1).max(120)
const happened = { now: givenMoment, survey: givenSurvey }

/** Sees the figures of units. */
export const handleNodestats = defineScriptType({
  type: 'HANDLE_NODESTATS',
  summary: 'Sees the figures of a unit, as far as they may be published.',
  when: 'When the statistics of units are made.',
  awaits: 'statistics',
  input: z.object({
    ...happened,
    place: z.array(z.string()).describe('Names of the units from the top.'),
    figures: z
      .array(z.object({ indicator: z.string(), value: z.number().nullable(), n: z.int().nullable() }))
      .describe('Null where a figure is withheld.'),
  }),
  output: z.null().describe('Nothing.'),
  example: `/** Notes units without answers in the event log. */
function main({ place, figures }) {
  if (figures.every(({ n }) => n === 0)) host.log.warning('No answers: ' + place.join(' / '))
  return null
}
`,
})

/** Handles a step of an automatic flow. */
export const handleAutoflowsEvent = defineScriptType({
  type: 'HANDLE_AUTOFLOWS_EVENT',
  summary: 'Decides how an automatic flow goes on.',
  when: 'When a flow comes to a step that asks a script.',
  awaits: 'flows',
  input: z.object({
    ...happened,
    flow: name,
    step: name,
    interview: givenInterview.nullable().describe('The response that the flow is about.'),
  }),
  output: z
    .strictObject({
      next: name.optional().describe('The step to go on with.'),
      stop: z.boolean().optional().describe('Ends the flow.'),
    })
    .nullable()
    .describe('How it goes on; null for the step that is configured.'),
  example: `/** Happy customers need no call. */
function main({ interview }) {
  return interview && interview.answers.rating >= 4 ? { stop: true } : null
}
`,
})
