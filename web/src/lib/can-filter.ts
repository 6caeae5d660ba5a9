import { useAnonymousVocabulary } from './vocabulary.ts'

/** Tells whether figures can be filtered by a question: in an anonymous survey by its background questions alone. */
export function useCanFilter(): (variable: string) => boolean {
  const vocabulary = useAnonymousVocabulary()
  return (variable) => vocabulary === null || vocabulary.filters.includes(variable)
}
