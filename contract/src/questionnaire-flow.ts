import { evaluateRule } from './row-rule.ts'
import type { Answer, Rule } from './row-rule.ts'

// Shared by the server and the small script of the page, so that both show the same questions.

/** A question of a questionnaire, as far as it decides which ones are shown. */
export interface FlowQuestion {
  name: string
  kind: 'choice' | 'choices' | 'number' | 'text'
  /** Asked only where it is met; rules name questions asked before. Null for always. */
  rule: Rule | null
  /** A choice that asks for words in a question of its own. */
  other: { choice: string; name: string } | null
}

/** What is entered in a form, by question. */
export type EnteredAnswers = ReadonlyMap<string, readonly string[]>

/**
 * Names of the questions that are shown with what is entered. What is entered for one that is not shown counts for no rule.
 */
export function shownQuestions(questions: readonly FlowQuestion[], entered: EnteredAnswers): Set<string> {
  const shown = new Set<string>()
  const answers: Record<string, Answer> = {}
  for (const { name, kind, rule, other } of questions) {
    if (rule && !evaluateRule(rule, answers)) continue
    shown.add(name)
    const given = (entered.get(name) ?? []).map((one) => one.trim()).filter((one) => one !== '')
    answers[name] = answerOf(kind, given)
    if (!other || !given.includes(other.choice)) continue
    shown.add(other.name)
    answers[other.name] = entered.get(other.name)?.[0]?.trim() ?? ''
  }
  return shown
}

function answerOf(kind: FlowQuestion['kind'], given: readonly string[]): Answer {
  if (kind === 'choices') return given
  const [first] = given
  // As numbers are read: with a point or a comma, and spaces between thousands.
  return kind === 'number' ? first?.replaceAll(/\s/g, '').replace(',', '.') : first
}
