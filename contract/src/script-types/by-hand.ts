import { z } from 'zod'
import { defineScriptType, givenInterview, givenMoment } from './script-type.ts'

const byHand = {
  when: 'When root runs it, for an interview or none.',
  input: z.object({
    now: givenMoment,
    interview: givenInterview.describe('The interview that the script is about.').nullable(),
  }),
  output: z.unknown(),
  example: `/** Counts the interviews of the survey, and looks at the one that the run is for. */
async function main(input) {
  const count = await host.figure('count()')
  host.log.info(count.value + ' interviews until ' + input.now)
  return input.interview ? input.interview.answers : null
}
`,
}

/** Scripts that are run by hand only. */
export const byHandTypes = [
  defineScriptType({ type: 'GENERIC', summary: 'Anything that is run by hand.', ...byHand }),
  defineScriptType({ type: 'JAVASCRIPT', summary: 'Anything that is run by hand, as GENERIC.', ...byHand }),
]
