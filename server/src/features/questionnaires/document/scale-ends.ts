import type { DocumentScale } from '@gensvar/contract/questionnaire-document'
import type { Question } from '#server/domain/survey/survey-model.ts'

/** Whether a stored scale has the ends that a document says: a document has whole numbers, a file may have others. */
export function hasEnds(
  { scaleMin, scaleMax }: Pick<Question, 'scaleMin' | 'scaleMax'>,
  { min, max }: Pick<DocumentScale, 'min' | 'max'>,
): boolean {
  return scaleMin !== null && scaleMax !== null && Math.round(scaleMin) === min && Math.round(scaleMax) === max
}
