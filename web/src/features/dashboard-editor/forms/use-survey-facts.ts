import { useQuery } from '@tanstack/react-query'
import { listConfigurationQuestions } from '@gensvar/contract/dashboard-editor'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { configurationFacts } from './configuration-facts.ts'
import type { SurveyFacts } from './survey-facts.ts'

const none: readonly never[] = []

/**
 * What settings can name: the questions of a survey, and what its configuration has. `configuration` is the draft as it is
 * read from its text; what is wrong in it is left out.
 */
export function useSurveyFacts(survey: string, configuration: unknown): SurveyFacts {
  const words = useLocalText()
  const { data } = useQuery({
    queryKey: ['configuration-questions', survey],
    queryFn: ({ signal }) => call(listConfigurationQuestions, { params: { survey } }, { signal }),
  })
  const questions = data?.questions ?? none
  return useMemo(
    () => ({
      ...configurationFacts(configuration, words),
      questions: questions.map((question) => ({ ...question, title: words(question.title) })),
    }),
    [configuration, questions, words],
  )
}
