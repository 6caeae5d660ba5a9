import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getSurveyStatus } from '@gensvar/contract/surveys'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { statusMeta } from './figures-shown.ts'
import { newVersionStore } from './new-version.ts'
import { useDrillPath } from './place.ts'
import { segmentsQuery } from './segments.ts'
import { useSession } from './session-store.ts'
import { useAskedPage } from './shown-page.ts'
import type { AskedPage } from './shown-page.ts'
import { surveyStartQuery } from './survey-start.ts'

/** How often the status is fetched, in milliseconds. */
const statusEvery = 60_000

/** How often while answers are being added to the figures, in milliseconds. */
const updatingEvery = 4_000

/** First part of the status query's key. */
export const statusKey = 'survey-status'

/** What changes by itself while a survey is looked at: open alerts, system message, announcements, freshness. */
export type SurveyStatus = Answer<typeof getSurveyStatus>

function surveyStatusQuery(survey: string, drillPath: string, page: AskedPage) {
  return queryOptions({
    queryKey: [statusKey, survey, drillPath, page],
    queryFn: ({ signal }) => call(getSurveyStatus, { params: { survey, drillPath }, query: page }, { signal }),
    // While the next survey's status loads, keep what concerns the whole server and drop what concerned the last survey.
    placeholderData: (before, query) =>
      before === undefined || query?.queryKey[1] === survey
        ? before
        : { ...before, allAlerts: null, announcements: [], nOpenAlerts: null, openDoubts: null },
    staleTime: statusEvery,
    refetchInterval: ({ state }) => (state.data?.freshness.updating === true ? updatingEvery : statusEvery),
    meta: statusMeta,
  })
}

function useStatusQuery() {
  const survey = useSession((state) => state.survey) ?? '-'
  const drillPath = useDrillPath()
  const page = useAskedPage()
  return useQuery({ ...surveyStatusQuery(survey, drillPath, page), enabled: survey !== '-' })
}

/** Status of the survey shown; undefined while it loads, and without a survey. */
export function useSurveyStatus(): SurveyStatus | undefined {
  return useStatusQuery().data
}

/**
 * How fresh the server's figures are; null while that is not known for this page, also because the last request failed.
 */
export function useFreshness(): SurveyStatus['freshness'] | null {
  const { data, isError, isPlaceholderData } = useStatusQuery()
  return data === undefined || isError || isPlaceholderData ? null : data.freshness
}

/**
 * Open alerts at the current place, over the period and with the filters of the page; null where they cannot be counted.
 * While the status loads it is the number that came with the drill path, else that of the place before (`useAreAlertsOld`), or
 * undefined.
 */
export function useOpenAlerts(): number | null | undefined {
  const { data, isPlaceholderData } = useStatusQuery()
  const here = useSegmentsHere().data?.nOpenAlerts
  return data === undefined || isPlaceholderData ? (here ?? data?.nOpenAlerts) : data.nOpenAlerts
}

/** True while the number of open alerts is that of the place before. */
export function useAreAlertsOld(): boolean {
  const { isPlaceholderData } = useStatusQuery()
  return useSegmentsHere().data === undefined && isPlaceholderData
}

/** The drill path's segments as far as they are here; nothing is requested. */
function useSegmentsHere() {
  const survey = useSession((state) => state.survey) ?? '-'
  const drillPath = useDrillPath()
  return useQuery({
    ...segmentsQuery(survey, drillPath, useAskedPage()),
    enabled: false,
    placeholderData: undefined,
  })
}

/** Fetches the start data again when the status has another version; use it once, in the shell. */
export function useCurrentStart(): void {
  const queryClient = useQueryClient()
  const survey = useSession((state) => state.survey) ?? '-'
  const { data, dataUpdatedAt, isPlaceholderData } = useStatusQuery()
  const version = isPlaceholderData ? undefined : data?.version
  useEffect(() => {
    const { queryKey } = surveyStartQuery(survey)
    const start = queryClient.getQueryState(queryKey)
    // A start fetched after the status is compared with the next status.
    if (version === undefined || start?.data === undefined || start.dataUpdatedAt > dataUpdatedAt) return
    // A version that waits is shown when whoever looks at the survey has finished.
    if (newVersionStore.get().waiting?.survey === survey) return
    if (start.data.version !== version) void queryClient.invalidateQueries({ queryKey })
  }, [queryClient, survey, version, dataUpdatedAt])
}

/** Has the figures shown fetched again once the answers that were being added to them are there; use it once, in the shell. */
export function useNewerFigures(): void {
  const queryClient = useQueryClient()
  const survey = useSession((state) => state.survey) ?? '-'
  const isUpdating = useFreshness()?.updating
  const waiting = useRef<string | null>(null)
  useEffect(() => {
    if (isUpdating === true) waiting.current = survey
    if (isUpdating !== false || waiting.current === null) return
    if (waiting.current === survey)
      import('./live-figures.ts')
        .then(({ liveFigures }) => liveFigures(queryClient).moved(survey))
        .catch(() => undefined)
    waiting.current = null
  }, [queryClient, survey, isUpdating])
}
