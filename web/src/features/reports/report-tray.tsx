import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnderWay } from '#web/lib/reports.ts'
import { useStartReport } from '#web/lib/use-start-report.ts'
import { downloadState } from './download-state.ts'
import type { EntryProps } from './report-entry.tsx'
import { TrayPanel } from './tray-panel.tsx'
import { useDownloadReport, useRemoveReport } from './use-report-actions.ts'
import { useTray } from './use-tray.ts'
import type { TrayReport } from './use-tray.ts'

/** True where leaving the tray ends something on the server: the work, or a file that nobody has opened. */
const isOnServer = ({ report, isGone }: TrayReport) =>
  !isGone && report !== undefined && (isUnderWay(report) || downloadState(report) === 'downloadReady')

/** Between the tray and the messages above it, in pixels. */
const gap = 12

/** Tells the messages at the end of the screen how high the tray is, in pixels, so that they stand above it. */
function useRoomBelow(height: number): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--gv-tray-height', `${height}px`)
    return () => void style.removeProperty('--gv-tray-height')
  }, [height])
}

/** The tray of the reader's reports; nothing while there are none. The page of a report shows that one itself. */
export function ReportTray() {
  const { reportUuid } = useParams({ strict: false })
  const isNarrow = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
  const { tray, forget } = useTray(reportUuid)
  const download = useDownloadReport()
  const remove = useRemoveReport()
  const again = useStartReport()
  const { ref, height } = useElementSize<HTMLElement>()
  useRoomBelow(tray.length === 0 ? 0 : height + gap)
  if (tray.length === 0) return null

  const isFor = (act: { isPending: boolean; variables?: { taskUUID?: string } }, { taskUUID }: TrayReport) =>
    act.isPending && act.variables?.taskUUID === taskUUID
  const entries = tray.map((one): EntryProps & { id: string } => {
    const { survey, taskUUID, create, report, isGone } = one
    const ref = { survey, taskUUID }
    return {
      id: taskUUID,
      report,
      isGone,
      busy: isFor(download, one) ? 'download' : isFor(remove, one) ? 'remove' : isFor(again, one) ? 'again' : null,
      onDownload: () => download.mutate(ref),
      onAgain: create && (() => again.mutate({ ...ref, create }, { onSuccess: () => forget(one) })),
      onRemove: () => (isOnServer(one) ? remove.mutate(ref, { onSuccess: () => forget(one) }) : forget(one)),
    }
  })
  return <TrayPanel ref={ref} entries={entries} startsFolded={isNarrow} />
}
