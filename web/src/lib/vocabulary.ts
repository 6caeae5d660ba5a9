import { useCallback } from 'react'
import type { BasePeriod } from '@gensvar/contract/published-dates'
import type { PublishedVocabulary } from '@gensvar/contract/surveys'
import { useSurveyStart } from './survey-start.ts'

/** What can be asked of an anonymous survey. */
export type AnonymousVocabulary = PublishedVocabulary & { period: BasePeriod; closedTo: string }

/** What can be asked of the survey shown if it is anonymous to this user; null if anything can. */
export function useAnonymousVocabulary(): AnonymousVocabulary | null {
  const { vocabulary } = useSurveyStart()
  if (!vocabulary?.anonymous || vocabulary.period === null || vocabulary.closedTo === null) return null
  return vocabulary as AnonymousVocabulary
}

/** The prefix of a rounded number of answers. */
export const roundedPrefix = '≈ '

/** The same on a page; empty where numbers are exact. */
export function useAbout(): string {
  return useAnonymousVocabulary() === null ? '' : roundedPrefix
}

/** The prefix of a figure's value: as `useAbout` for one that is a number of answers itself, else empty. */
export function useAboutValue(): (expression: string | null | undefined) => string {
  const about = useAbout()
  return useCallback((expression) => (/^\s*count\s*\(/.test(expression ?? '') ? about : ''), [about])
}
