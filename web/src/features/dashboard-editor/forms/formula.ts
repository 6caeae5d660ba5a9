import { ExpressionError, aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import { parseRule } from '@gensvar/contract/row-rule'
import { isRecord } from './values.ts'
import type { SettingProblem } from './check-settings.ts'
import type { SurveyFacts } from './survey-facts.ts'
import { text } from './texts.ts'

/** Names of the questions in an expression. */
function questionsIn(expression: string): string[] {
  return aggregatesOf(parseExpression(expression).body).flatMap((one) => {
    if ('variables' in one) return one.variables.map(({ name }) => name)
    return 'variable' in one ? [one.variable.name] : []
  })
}

/** What is wrong with a formula or rule, in the language shown; undefined where it can be read. */
export function formulaProblem(reads: 'expression' | 'rule', written: string, facts: SurveyFacts): string | undefined {
  try {
    if (reads === 'rule') {
      parseRule(written)
      return undefined
    }
    // Before the survey's questions are loaded, nothing is known of them.
    if (facts.questions.length === 0) return void parseExpression(written)
    const gone = questionsIn(written).find((name) => !facts.questions.some(({ variable }) => variable === name))
    return gone === undefined ? undefined : text('noQuestion', { name: gone })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const rest = written.slice(error.position).trim()
    if (rest === '') return text('formulaUnfinished')
    return text('formulaWrong', { place: error.position + 1, rest: rest.slice(0, 20) })
  }
}

/** What is wrong with the formulas of an indicator. */
export function formulaProblems(settings: unknown, facts: SurveyFacts): SettingProblem[] {
  if (!isRecord(settings)) return []
  return (
    [
      ['expression', 'expression'],
      ['where', 'rule'],
    ] as const
  ).flatMap(([key, reads]) => {
    const written = settings[key]
    const words = typeof written === 'string' && written !== '' ? formulaProblem(reads, written, facts) : undefined
    return words === undefined ? [] : [{ path: [key], words }]
  })
}
