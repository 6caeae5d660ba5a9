import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isGone, isUnderWay, reportQuery } from '#web/lib/reports.ts'
import type { Report } from '#web/lib/reports.ts'
import { useSession, useSessionStore } from '#web/lib/session-store.ts'
import type { StartedReport } from '#web/lib/session-store.ts'
import { rememberReports } from '#web/lib/started-reports.ts'
import { earlierReportsQuery, useEarlierReports } from './earlier-reports.ts'

/** How often a report in the tray is asked for, in milliseconds, until it is finished. */
const pollEvery = 1000

/** A report in the tray. */
export interface TrayReport extends Pick<StartedReport, 'survey' | 'taskUUID'> {
  /** Null where it was started before the page was loaded. */
  create: StartedReport['create'] | null
  /** Undefined until it is known. */
  report: Report | undefined
  isGone: boolean
}

/**
 * The reports in the tray, the newest first: those started in this session, and those of the survey that were under way
 * or not downloaded when it was opened. Each is asked for until it is finished, not while the window is hidden or
 * offline. The report `except` is left out.
 */
export function useTray(except: string | undefined): {
  tray: TrayReport[]
  forget: (report: Pick<StartedReport, 'taskUUID'>) => void
} {
  const session = useSessionStore()
  const queryClient = useQueryClient()
  const survey = useSession((state) => state.survey) ?? '-'
  const started = useSession((state) => state.reports)
  const earlier = useEarlierReports()
  const own = new Set([...started.map(({ taskUUID }) => taskUUID), except])
  const left = (earlier ?? []).filter(({ taskUUID }) => !own.has(taskUUID))
  const shown = [
    ...started.filter(({ taskUUID }) => taskUUID !== except),
    ...left.map(({ taskUUID }) => ({ survey, taskUUID, create: null })),
  ]
  const answers = useQueries({
    queries: shown.map((report) => ({
      ...reportQuery(report, pollEvery),
      initialData: left.find(({ taskUUID }) => taskUUID === report.taskUUID),
      // What is finished needs no other look.
      enabled: ({ state }: { state: { data?: Report } }) => state.data === undefined || isUnderWay(state.data),
    })),
  })
  const tray = shown.map((report, at): TrayReport => {
    const { data, error } = answers[at] ?? {}
    return { ...report, report: data, isGone: isGone(error) }
  })

  const isOver = earlier?.length === 0 && !started.some((one) => one.survey === survey)
  useEffect(() => {
    if (isOver) rememberReports(survey, false)
  }, [isOver, survey])

  function forget({ taskUUID }: Pick<StartedReport, 'taskUUID'>): void {
    session.set({ reports: session.get().reports.filter((one) => one.taskUUID !== taskUUID) })
    queryClient.setQueryData(
      earlierReportsQuery(survey).queryKey,
      (known) => known && { reports: known.reports.filter((one) => one.taskUUID !== taskUUID) },
    )
  }
  return { tray, forget }
}
