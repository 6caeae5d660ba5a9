import type { QuestionType } from '@gensvar/contract/entities/metadata'
import { useTexts } from './texts.ts'

const names = {
  scale: 'typeScale',
  single: 'typeSingle',
  multiple: 'typeMultiple',
  numeric: 'typeNumeric',
  date: 'typeDate',
  text: 'typeText',
} as const satisfies Record<QuestionType, string>

/** Names of the types of questions, in words. */
export function useTypeNames(): (type: QuestionType) => string {
  const t = useTexts()
  return (type) => t(names[type])
}
