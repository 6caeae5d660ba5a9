import type { BasePeriod } from '@gensvar/contract/published-dates'
import type { PublishedVocabulary } from '@gensvar/contract/surveys'
import { useSurveyStart } from './survey-start.ts'

/** What an anonymous survey answers. */
export type AnonymousVocabulary = PublishedVocabulary & { period: BasePeriod; closedTo: string }

/** What the survey shown answers where it is anonymous to its reader; null where they may choose anything. */
export function useAnonymousVocabulary(): AnonymousVocabulary | null {
  const { vocabulary } = useSurveyStart()
  if (!vocabulary?.anonymous || vocabulary.period === null || vocabulary.closedTo === null) return null
  return vocabulary as AnonymousVocabulary
}

/** What stands before a number of answers that is rounded; nothing where numbers are exact. */
export function useAbout(): string {
  return useAnonymousVocabulary() === null ? '' : '≈ '
}
