import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FilterTitle } from '@gensvar/contract/entities/navigation'
import { useLocalText } from './local-text.ts'
import { useDrillPath } from './place.ts'
import { segmentsQuery } from './segments.ts'
import { useAskedPage } from './shown-page.ts'
import { useSurveyStart } from './survey-start.ts'

const none: readonly FilterTitle[] = []

/** The filters of the path in words, as the server knows them; none until it has answered. */
export function useServedTitles(): readonly FilterTitle[] {
  const { survey } = useSurveyStart()
  const { data } = useQuery(segmentsQuery(survey.extName, useDrillPath(), useAskedPage()))
  return data?.filterTitles ?? none
}

/**
 * Titles of what a path can be filtered by, as users know them: of a filter, a level of the hierarchy or any other
 * question; empty where none is known.
 */
export function useFilterTitle(): (name: string) => string {
  const text = useLocalText()
  const { survey } = useSurveyStart()
  const served = useServedTitles()
  return useCallback(
    (name) => {
      const groups = [survey.standardFilterSet, survey.timeFilterSet].flatMap((set) => set.filterGroups)
      const filter = groups.flatMap((group) => group.filters).find((one) => one.extName === name)
      const level = survey.views.flatMap((view) => view.levels).find((one) => one.variable === name)
      const titles = [filter?.title, level?.title, served.find((one) => one.name === name)?.title].map(text)
      return titles.find((title) => title !== '' && title !== name) ?? ''
    },
    [survey, served, text],
  )
}
