import { z } from 'zod'
import { periodAnswer, periodQuestion } from './given-question.ts'
import { defineScriptType } from './script-type.ts'

/** Says of which days samples can be worked on. */
export const samplesOpenTimespan = defineScriptType({
  type: 'GET_SAMPLES_OPEN_TIMESPAN',
  summary: 'Says the days whose samples are open: roles may have other rights for open periods than for closed ones.',
  when: 'Wherever samples are shown or changed. A survey whose samples are closed stays closed.',
  input: periodQuestion,
  output: z
    .union([z.literal('none').describe('No day is open.'), periodAnswer])
    .nullable()
    .describe('The period; null for that of the configuration.'),
  example: `/** Until the tenth of a month the last one is still open. */
function main({ today }) {
  return Number(today.slice(8)) <= 10 ? 'rel_-40d_0d' : 'this_m'
}
`,
})
