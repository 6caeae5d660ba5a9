import { useCallback } from 'react'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import type { InterviewList } from '#web/lib/interview-list.ts'
import { usePlace } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { List } from '#web/ui/data-table/use-list.ts'
import { hasSamplePage, sampleRowAddress } from './sample-row-target.ts'
import type { SampleAnswer, SampleSource } from './sample-source.ts'
import { useTexts } from './texts.ts'

interface Options {
  source: SampleSource
  list: List<SampleAnswer>
  /** Page the sample page leads back to. */
  screen: string
  viewCompletedSamples: boolean
}

/** Where the rows lead, or why nowhere; an interview knows the list it was opened from. */
export function useSampleLinks({ source, list, screen, viewCompletedSamples }: Options) {
  const t = useTexts()
  const go = useGo()
  const reach = useReach()
  const { canViewInterviews } = useSurveyStart().rights
  const { survey, drillPath } = usePlace()
  const { component } = source
  const { asked, page, size, query } = list
  const lockOf = useCallback(
    (row: RankingRow) => {
      if (!row.accessAllowed) return t('noAccess')
      const href = sampleRowAddress(row, { survey, screen, viewCompletedSamples })
      if (href === null) return null
      if (!hasSamplePage(row, { viewCompletedSamples }) && !canViewInterviews) return t('noInterviews')
      return reach(href)
    },
    [t, survey, screen, viewCompletedSamples, canViewInterviews, reach],
  )
  const hrefOf = useCallback(
    (row: RankingRow) =>
      lockOf(row) === null ? sampleRowAddress(row, { survey, screen, viewCompletedSamples }) : null,
    [lockOf, survey, screen, viewCompletedSamples],
  )
  const listOf = useCallback(
    (row: RankingRow): InterviewList | undefined => {
      const index = query.data?.rows.indexOf(row) ?? -1
      if (index < 0) return undefined
      const { sortVar, sortDesc, filter } = asked
      const rows = { kind: 'samples', component, drillPath, sortVar, sortDesc, filter } as const
      return { source: rows, position: page * size + index }
    },
    [component, drillPath, asked, page, size, query.data],
  )
  const onOpenInterview = useCallback(
    (row: RankingRow) => {
      if (row.interviewId !== null)
        go(paths.interview(survey, row.interviewId), { state: { interviewList: listOf(row) } })
    },
    [go, survey, listOf],
  )
  const onOpen = useCallback(
    (row: RankingRow) => {
      const href = hrefOf(row)
      if (href === null) return
      if (hasSamplePage(row, { viewCompletedSamples })) go(href)
      else onOpenInterview(row)
    },
    [go, hrefOf, viewCompletedSamples, onOpenInterview],
  )
  return { hrefOf, lockOf, onOpen, onOpenInterview }
}
