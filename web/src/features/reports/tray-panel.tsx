import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconFileDownload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Ref } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { downloadState } from './download-state.ts'
import { ReportEntry } from './report-entry.tsx'
import type { EntryProps } from './report-entry.tsx'
import classes from './tray.module.css'
import { useTexts } from './texts.ts'

interface TrayProps {
  /** The reports in it, each under an id of its own. */
  entries: readonly (EntryProps & { id: string })[]
  ref?: Ref<HTMLElement>
  /** Shows one line at first, as where there is little room. */
  startsFolded: boolean
}

/** Says once when a report becomes ready or fails; its progress would be too much to listen to. */
function useSpoken(entries: TrayProps['entries']): string {
  const t = useTexts()
  return entries
    .flatMap(({ report }) => {
      if (report?.status === 'FAILED') return [t('spoken', { name: report.title, state: report.reason || t('failed') })]
      return downloadState(report) === 'downloadReady'
        ? [t('spoken', { name: report?.title ?? '', state: t('ready') })]
        : []
    })
    .join('. ')
}

/** The reader's reports that are under way or ready, at the end of the screen; folded it is one line. */
export function TrayPanel({ entries, ref, startsFolded }: TrayProps) {
  const t = useTexts()
  const format = useFormat()
  const list = useId()
  const [isFolded, setFolded] = useState(startsFolded)
  const spoken = useSpoken(entries)
  const ready = entries.filter(({ report }) => downloadState(report) === 'downloadReady')
  const [next] = ready
  const summary =
    entries.length === 1
      ? (entries[0]?.report?.title ?? t('preparing'))
      : t('summary', { ready: format.number(ready.length), count: format.number(entries.length) })
  const label = t(isFolded ? 'unfold' : 'fold')
  const Chevron = isFolded ? IconChevronUp : IconChevronDown
  return (
    <section ref={ref} className={classes['tray']} aria-label={t('title')} data-report-tray="">
      <header className={classes['head']}>
        <IconFileDownload size={18} stroke={1.75} aria-hidden="true" className={classes['sign']} />
        <h2 className={classes['title']}>{isFolded ? summary : t('title')}</h2>
        {isFolded && entries.length === 1 && next !== undefined && (
          <Button size="compact-sm" loading={next.busy === 'download'} onClick={next.onDownload}>
            {t('download')}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          title={label}
          aria-expanded={!isFolded}
          aria-controls={list}
          onClick={() => setFolded(!isFolded)}
        >
          <Chevron size={18} aria-hidden="true" />
        </ActionIcon>
      </header>
      <ul id={list} hidden={isFolded} className={classes['list']}>
        {entries.map(({ id, ...entry }) => (
          <ReportEntry key={id} {...entry} />
        ))}
      </ul>
      <p className={classes['spoken']} role="status" aria-live="polite">
        {spoken}
      </p>
    </section>
  )
}
