import { NOT_ANSWERED } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import type { Question } from '#server/domain/survey/survey-model.ts'

/** Figures count completed interviews, so lists of interviews are of these unless a state is asked for. */
export function completed(conditions: readonly Condition[]): Condition[] {
  const isStated = conditions.some((condition) => condition.kind === 'sampleState')
  return isStated ? [] : [{ kind: 'sampleState', states: [0] }]
}

/** Responses that answer one of some questions. */
export function answeredAny(questions: readonly Question[]): Condition {
  const answered = ({ variable }: Question): Condition => ({
    kind: 'choice',
    variable,
    include: [],
    exclude: [NOT_ANSWERED],
    contains: [],
    excludeContains: [],
  })
  return { kind: 'any', of: questions.map(answered) }
}
