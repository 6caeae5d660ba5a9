import { queryOptions, useQuery } from '@tanstack/react-query'
import { listReports } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import { isUnderWay } from '#web/lib/reports.ts'
import type { Report } from '#web/lib/reports.ts'
import { useSession } from '#web/lib/session-store.ts'

/** The reader's reports of a survey, as they were when the survey was opened. */
export function earlierReportsQuery(survey: string) {
  return queryOptions({
    queryKey: ['reports', survey],
    queryFn: ({ signal }) => call(listReports, { params: { survey } }, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
    meta: { quiet: true },
  })
}

/** Under way, or ready and not downloaded. */
const isWaitedFor = (report: Report) => isUnderWay(report) || (report.status === 'FINISHED' && !report.isDownloaded)

/** The reader's reports of the survey shown that were under way, or not downloaded, when it was opened; undefined until known. */
export function useEarlierReports(): Report[] | undefined {
  const survey = useSession((state) => state.survey) ?? '-'
  const { data } = useQuery({ ...earlierReportsQuery(survey), enabled: survey !== '-' })
  return data?.reports.filter(isWaitedFor)
}
