import { periodAnswer, periodQuestion } from './given-question.ts'
import { defineScriptType } from './script-type.ts'

/** Says which period lists and numbers of alerts are of where none was chosen. */
export const alertTimespan = defineScriptType({
  type: 'GET_ALERT_TIMESPAN',
  summary: 'Says which period alerts are listed and counted in while a reader has chosen none.',
  when: 'For lists of alerts and the numbers of open ones. Without it they have the period of their page.',
  input: periodQuestion,
  output: periodAnswer.nullable().describe('The period; null for that of the page.'),
  example: `/** What is older than three months is no work any more. */
function main() {
  return 'rel_-3m_0d'
}
`,
})
