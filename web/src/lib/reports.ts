import { queryOptions } from '@tanstack/react-query'
import { getReportStatus } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { ApiError } from './api-error.ts'
import type { StartedReport } from './session-store.ts'

/** A report of the reader: how far it is, and what tells it from others. */
export type Report = Answer<typeof getReportStatus>

/** True until the report is finished or has failed. */
export function isUnderWay({ status }: Pick<Report, 'status'>): boolean {
  return status === 'QUEUED' || status === 'PROCESSING'
}

/** Codes of the answers about a report that was removed or is somebody else's, or whose survey is closed to the reader. */
const gone = new Set(['not_found', 'validation', 'forbidden'])

/** True for the answer about a report that the reader cannot have. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && gone.has(error.code)
}

/** A report, asked for again every so many milliseconds until it is finished or has failed. */
export function reportQuery({ survey, taskUUID }: Pick<StartedReport, 'survey' | 'taskUUID'>, every: number) {
  return queryOptions({
    queryKey: ['report', survey, taskUUID],
    queryFn: ({ signal }) => call(getReportStatus, { params: { survey, taskUUID } }, { signal }),
    refetchInterval: ({ state: { data, error } }) =>
      isGone(error) || (data !== undefined && !isUnderWay(data)) ? false : every,
    staleTime: 0,
    meta: { quiet: true },
  })
}
