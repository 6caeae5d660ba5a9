import type { SurveyShape } from '#server/domain/survey/survey-model.ts'
import type { StoredAnswer } from './answer-columns.ts'

/** Column of the weights of responses, which only surveys with weights have. */
export const weightColumn = 'weight'

/** How much a response counts: the weight of its answers to the weighted questions together, 1 where none is known. */
export function weightOf({ questions, weights }: SurveyShape, answers: Readonly<Record<string, StoredAnswer>>): number {
  if (!weights) return 1
  const codes = weights.questions.map((variable) => {
    const answer = answers[variable]
    return typeof answer === 'string' ? (questions.get(variable)?.choiceByName.get(answer)?.code ?? null) : null
  })
  return weights.cells.get(cellKey(codes)) ?? 1
}

/** The name of a combination of answers, by the codes of their choices; null where one is not known. */
export function cellKey(codes: readonly (number | null)[]): string {
  return codes.map((code) => code ?? '-').join(' ')
}
