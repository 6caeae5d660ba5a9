import type { KnownQuestion } from '@gensvar/contract/configuration/check'
import { readConfigurationText } from '#server/domain/survey/configuration-text.ts'

/** What is wrong with a configuration: the line, and the reason in words. */
export interface PlacedProblem {
  line: number
  text: string
}

/**
 * Errors of a configuration with the questions that there are: names that are gone, types that do not suit, and filters
 * on choices that are gone. An error of the text itself is one problem.
 */
export function configurationProblems(text: string, questions: readonly KnownQuestion[]): PlacedProblem[] {
  return readConfigurationText(text, questions)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ line, words }) => ({ line, text: String(words) }))
}
