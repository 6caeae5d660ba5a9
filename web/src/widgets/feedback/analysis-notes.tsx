import { ActionIcon, Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { TextAnalysis } from '@gensvar/contract/entities/text-analytics'
import { useFormat } from '#web/lib/format.ts'
import classes from './feedback.module.css'
import { LearningNotes } from './learning-notes.tsx'
import { useTexts } from './texts.ts'

interface NotesProps {
  analysis: TextAnalysis
  /** Comments behind the figures; null where it is withheld. */
  nComments: number | null
  /** Answers that say nothing, which are neither counted nor listed. */
  nSilent?: number
}

/** What has to be known to read figures of comments: what is not counted yet, judged before, or too little. */
export function AnalysisNotes({ analysis, nComments, nSilent = 0 }: NotesProps) {
  const t = useTexts()
  const format = useFormat()
  const { nWaiting, nEarlier, lowBase } = analysis
  const counted = (key: 'waiting' | 'earlier' | 'silent', count: number) =>
    count ? [t(key, { count, n: format.number(count) })] : []
  const notes = [
    ...counted('waiting', nWaiting),
    ...(nComments !== null && nComments > 0 && nComments < lowBase ? [t('few', { n: format.number(lowBase) })] : []),
    ...counted('silent', nSilent),
    ...counted('earlier', nEarlier),
  ]
  if (notes.length === 0) return null
  return (
    <div className={classes['notes']}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

/** A button that says how comments are judged, and how far one can rely on it. */
export function HowJudged({ analysis }: { analysis: TextAnalysis | undefined }) {
  const t = useTexts()
  if (analysis === undefined) return null
  const isByProvider = analysis.judgedBy === 'provider'
  return (
    <Popover position="bottom-end" withinPortal trapFocus shadow="md" width={380}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('howJudged')} title={t('howJudged')}>
          <IconInfoCircle size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('howJudged')}>
        <div className={classes['judged']} tabIndex={-1} data-autofocus>
          <p>{t(`judgedBy_${analysis.judgedBy}`)}</p>
          <p>{t(isByProvider ? 'providerHowWell' : 'judgedHowWell')}</p>
          <p>{t('sharesOf')}</p>
          <p>{t('judgedRead')}</p>
          {!isByProvider && <LearningNotes learning={analysis.learning} />}
          <p className="gv-quiet">{t('judgedVersion', { version: analysis.version })}</p>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
