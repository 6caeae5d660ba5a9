import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconHourglass, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import type { Report } from '#web/lib/reports.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { downloadState, isExpired } from './download-state.ts'
import { useProgressText } from './progress-text.ts'
import classes from './tray.module.css'
import { useTexts } from './texts.ts'

/** A report in the tray, as far as it is known. */
export interface EntryProps {
  report: Report | undefined
  /** The server knows it no longer. */
  isGone: boolean
  /** What is under way for it. */
  busy: 'download' | 'again' | 'remove' | null
  onDownload: () => void
  /** Creates it once more; null where the tray does not know how. */
  onAgain: (() => void) | null
  /** Cancels it while it is under way, else removes it. */
  onRemove: () => void
}

/** What is said of a report in the tray, and whether it can still be downloaded. */
function useStateWords({ report, isGone }: Pick<EntryProps, 'report' | 'isGone'>) {
  const t = useTexts()
  const progressText = useProgressText()
  if (isGone) return { tone: 'failed', words: t('gone') } as const
  if (report?.status === 'FAILED') return { tone: 'failed', words: report.reason || t('failed') } as const
  if (report !== undefined && isExpired(report)) return { tone: 'failed', words: t('expired') } as const
  switch (downloadState(report)) {
    case 'downloadReady':
      return { tone: 'ready', words: t('ready') } as const
    case 'downloadCompleted':
      return { tone: 'done', words: t('downloaded') } as const
    case 'downloadQueued':
    case 'none':
      return { tone: 'waiting', words: progressText(report) } as const
  }
}

const signs = { failed: IconAlertTriangle, ready: IconDownload, done: IconCircleCheck, waiting: IconHourglass }

/** One report in the tray: what it is, how far it is, and what can be done with it. */
export function ReportEntry({ report, isGone, busy, onDownload, onAgain, onRemove }: EntryProps) {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  const what = useId()
  const { tone, words } = useStateWords({ report, isGone })
  const Sign = signs[tone]
  const title = report?.title ?? t('report')
  const progress = report?.status === 'PROCESSING' ? report.progress : null
  const closes = tone === 'waiting' ? t('cancelNamed', { name: title }) : app('removeNamed', { name: title })
  return (
    <li className={classes['entry']} data-tone={tone}>
      <Sign size={18} stroke={1.75} aria-hidden="true" className={classes['sign']} />
      <div className={classes['what']} id={what}>
        <p className={classes['name']}>{title}</p>
        {report !== undefined && (
          <p className={classes['details']}>
            {formatNames[report.format]} · <time dateTime={report.created}>{format.clock(report.created)}</time>
          </p>
        )}
        <p className={classes['state']}>{words}</p>
        {progress !== null && progress.total !== null && progress.total > 0 && (
          <Progress value={(100 * progress.done) / progress.total} size={4} mt={4} aria-label={words} />
        )}
      </div>
      <div className={classes['acts']}>
        {tone === 'ready' && (
          <Button size="compact-sm" aria-describedby={what} loading={busy === 'download'} onClick={onDownload}>
            {t('download')}
          </Button>
        )}
        {tone === 'done' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-describedby={what}
            loading={busy === 'download'}
            onClick={onDownload}
          >
            {t('downloadAgain')}
          </Button>
        )}
        {tone === 'failed' && onAgain !== null && (
          <Button
            size="compact-sm"
            variant="default"
            aria-describedby={what}
            loading={busy === 'again'}
            onClick={onAgain}
          >
            {app('tryAgain')}
          </Button>
        )}
        {tone === 'waiting' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={closes}
            loading={busy === 'remove'}
            onClick={onRemove}
          >
            {app('cancel')}
          </Button>
        )}
      </div>
      {tone !== 'waiting' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={closes}
          title={closes}
          loading={busy === 'remove'}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  )
}
