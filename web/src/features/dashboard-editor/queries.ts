import { queryOptions } from '@tanstack/react-query'
import { getConfigurationVersion, getDraft, listConfigurationVersions } from '@gensvar/contract/dashboard-editor'
import { call } from '#web/api.ts'

/** What is fetched of the dashboard editor begins with it. */
export const dashboardKey = ['dashboard-editor']

/** The draft of a survey as the editor opens with it: what is edited then is kept by `DraftKeeper`. */
export const draftQuery = (survey: string) =>
  queryOptions({
    queryKey: [...dashboardKey, 'draft', survey],
    queryFn: ({ signal }) => call(getDraft, { params: { survey } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { quiet: true },
  })

/** The published versions of a survey, newest first, as many as are asked for. */
export const versionsQuery = (survey: string, rowTo: number) =>
  queryOptions({
    queryKey: [...dashboardKey, 'versions', survey, rowTo],
    queryFn: ({ signal }) =>
      call(listConfigurationVersions, { params: { survey }, query: { rowFrom: 0, rowTo } }, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    meta: { quiet: true },
  })

/** A published version with its text. */
export const versionQuery = (survey: string, number: number) =>
  queryOptions({
    queryKey: [...dashboardKey, 'version', survey, number],
    queryFn: ({ signal }) => call(getConfigurationVersion, { params: { survey, number } }, { signal }),
    staleTime: Infinity,
    meta: { quiet: true },
  })
