import { Button, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import { isGone, isUnderWay, reportQuery } from '#web/lib/reports.ts'
import type { Report } from '#web/lib/reports.ts'
import { startAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { isSpecialClick } from '#web/ui/app-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Notice } from '#web/ui/states/notice.tsx'
import { isExpired } from './download-state.ts'
import { useProgressText } from './progress-text.ts'
import classes from './report-page.module.css'
import { useTexts } from './texts.ts'
import { useDownloadReport } from './use-report-actions.ts'

/** How often the page asks for its report, in milliseconds, until it is finished. */
const pollEvery = 2000

/** A report of the reader by its address, such as from a mail: how far it is, and its file. */
export function ReportPage({ survey, taskUUID }: { survey: string; taskUUID: string }) {
  const t = useTexts()
  const query = useQuery(reportQuery({ survey, taskUUID }, pollEvery))
  const download = useDownloadReport()
  const go = useGo()
  const start = useSurveyStart()
  const gone = isGone(query.error)
  return (
    <div className={classes['screen']}>
      <h1 className={classes['title']}>{t('pageTitle')}</h1>
      {gone || query.data?.status === 'FAILED' || (query.data !== undefined && isExpired(query.data)) ? (
        <NoFile report={gone ? undefined : query.data} onLeave={() => go(startAddress(start))} />
      ) : (
        <DataState query={query} height={160}>
          {(report) => (
            <ReportState
              report={report}
              href={paths.reportDownload(survey, taskUUID)}
              isOpening={download.isPending}
              onDownload={() => download.mutate({ survey, taskUUID })}
            />
          )}
        </DataState>
      )}
    </div>
  )
}

/** Why there is no file, and the way on. */
export function NoFile({ report, onLeave }: { report: Report | undefined; onLeave: () => void }) {
  const t = useTexts()
  const app = useAppTexts()
  const toStart = { text: app('toStart'), run: onLeave }
  if (report === undefined)
    return (
      <Notice picture="empty" title={t('gone')} action={toStart}>
        {t('goneText')}
      </Notice>
    )
  if (report.status === 'FAILED')
    return (
      <Notice picture="failed" title={report.reason || t('failed')} action={toStart} alert>
        {report.title}
      </Notice>
    )
  return (
    <Notice picture="empty" title={t('expired')} action={toStart}>
      <p>{report.title}</p>
      <p>{t('createAgain')}</p>
    </Notice>
  )
}

interface StateProps {
  report: Report
  /** Address of the page, which the link leads to in another tab: the file itself needs a ticket. */
  href: string
  isOpening: boolean
  onDownload: () => void
}

/** What the report is and how far it is, with the link to its file once there is one. */
export function ReportState({ report, href, isOpening, onDownload }: StateProps) {
  const t = useTexts()
  const format = useFormat()
  const progressText = useProgressText()
  const { status, progress, expires, isDownloaded } = report
  const words = status === 'FINISHED' ? t(isDownloaded ? 'downloaded' : 'ready') : progressText(report)
  function open(event: MouseEvent) {
    if (isSpecialClick(event)) return
    event.preventDefault()
    onDownload()
  }
  return (
    <Card
      title={report.title}
      subtitle={
        <>
          {formatNames[report.format]} · <time dateTime={report.created}>{format.moment(report.created)}</time>
        </>
      }
    >
      <div className={classes['body']}>
        <p className={classes['state']} role="status">
          {words}
        </p>
        {isUnderWay(report) && status === 'PROCESSING' && progress !== null && progress.total !== null && (
          <Progress
            className={classes['bar']}
            value={(100 * progress.done) / Math.max(1, progress.total)}
            size={6}
            aria-label={words}
          />
        )}
        {isUnderWay(report) && <p className={classes['details']}>{t('stays')}</p>}
        {status === 'FINISHED' && (
          <Button
            component="a"
            href={href}
            loading={isOpening}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={open}
          >
            {t('download')}
          </Button>
        )}
        {status === 'FINISHED' && expires !== null && (
          <p className={classes['details']}>{t('until', { moment: format.moment(expires) })}</p>
        )}
      </div>
    </Card>
  )
}
