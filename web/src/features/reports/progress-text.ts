import { useFormat } from '#web/lib/format.ts'
import type { Report } from '#web/lib/reports.ts'
import { useTexts } from './texts.ts'

/** What is said of a report that is not finished yet: its place in the queue, or how many rows are written. */
export function useProgressText(): (report: Report | undefined) => string {
  const t = useTexts()
  const format = useFormat()
  return (report) => {
    if (report?.status === 'QUEUED')
      return report.position === 0 ? t('queuedNext') : t('queued', { position: format.number(report.position) })
    const progress = report?.progress ?? null
    if (progress === null) return t('preparing')
    const done = format.number(progress.done)
    if (progress.total === null) return t('preparingRows', { done })
    return t('preparingRowsOf', { done, total: format.number(progress.total) })
  }
}
