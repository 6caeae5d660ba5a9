import { isUnderWay } from '#web/lib/reports.ts'
import type { Report } from '#web/lib/reports.ts'

/** How far the download of a report is. */
export type DownloadState = 'none' | 'downloadQueued' | 'downloadReady' | 'downloadCompleted'

/** True once the file of a report has been removed because its time is over; `now` in milliseconds. */
export function isExpired({ expires }: Pick<Report, 'expires'>, now = Date.now()): boolean {
  return expires !== null && Date.parse(expires) <= now
}

/** The download of a report: `none` where there is nothing to download, as after a failure. */
export function downloadState(report: Report | undefined): DownloadState {
  if (report === undefined) return 'none'
  if (isUnderWay(report)) return 'downloadQueued'
  if (report.isDownloaded) return 'downloadCompleted'
  return report.status === 'FINISHED' && !isExpired(report) ? 'downloadReady' : 'none'
}
