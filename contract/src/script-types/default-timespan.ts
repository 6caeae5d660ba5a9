import { givenPage, periodAnswer, periodQuestion } from './given-question.ts'
import { defineScriptType } from './script-type.ts'

/** Says which period applies where none was chosen. */
export const defaultTimespan = defineScriptType({
  type: 'GET_DEFAULT_TIMESPAN',
  summary: 'Says which period applies while a reader has chosen none.',
  when: 'For each page of a survey, and for its figures. A component with a period of its own keeps it.',
  input: periodQuestion.extend({ page: givenPage }),
  output: periodAnswer.nullable().describe('The period; null for that of the configuration.'),
  example: `/** In the first days of a month the last one is of more use than the one that has just begun. */
function main({ today }) {
  return Number(today.slice(8)) <= 5 ? 'last_1m' : 'this_m'
}
`,
})
