import { IconDownload, IconEye, IconMail, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { Chip } from '#web/ui/chip.tsx'
import type { ChipTone } from '#web/ui/chip.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { RowMenu } from '#web/widgets/sample-table/row-menu.tsx'
import classes from './campaign-view.module.css'
import { valuePrefix } from './tracking.ts'
import type { TrackingFilter, TrackingHeader, TrackingRow } from './tracking.ts'

const tones: Record<TrackingRow['status'], ChipTone> = {
  PENDING: 'quiet',
  SENT: 'positive',
  FAILED: 'negative',
  UNKNOWN: 'amber',
  BOUNCED: 'negative',
  DELIVERED: 'positive',
}

interface Options {
  headers: readonly TrackingHeader[]
  stateWord: StateWord
  /** Nothing is told per row of who opened or clicked. */
  isAnonymous: boolean
  isRoot: boolean
  /** Single messages of this campaign can be deleted. */
  mayDelete: boolean
  onPreview: (row: TrackingRow) => void
  /** Opens the letter of a message; null where there are none. */
  onDownload: ((row: TrackingRow) => void) | null
  /** Plays what was recorded of a call. */
  onPlay: (row: TrackingRow) => void
  /** Messages go several ways: each says by which. */
  hasWays: boolean
  onAsk: (question: { kind: 'resend' | 'deleteMessages'; ids: number[] }) => void
}

/** The word for what became of messages. */
export type StateWord = (state: TrackingFilter | TrackingRow['status']) => string

/** The columns of the list of messages: those that the server names stand between number and state. */
export function useTrackingColumns(options: Options): Column<TrackingRow>[] {
  const { headers, stateWord, isAnonymous, isRoot, mayDelete, onPreview, onDownload, onPlay, hasWays, onAsk } = options
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  return useMemo((): Column<TrackingRow>[] => {
    const nameOf = ({ id, columnValues }: TrackingRow): string => columnValues[headers[0]?.value ?? ''] || String(id)
    const aside = (row: TrackingRow) => (
      <span className={classes['aside']}>
        <RowMenu
          name={nameOf(row)}
          actions={[
            { key: 'preview', icon: IconEye, label: t('preview'), closed: null, run: () => onPreview(row) },
            ...(onDownload && row.sendingType === 'LETTER'
              ? [
                  {
                    ...{ key: 'download', icon: IconDownload, label: t('downloadLetter') },
                    closed: row.status === 'SENT' ? null : t('noLetterYet'),
                    run: () => onDownload(row),
                  },
                ]
              : []),
            ...(row.recording
              ? [
                  {
                    ...{ key: 'play', icon: IconPlayerPlay, label: t('playRecording'), closed: null },
                    run: () => onPlay(row),
                  },
                ]
              : []),
            ...(isRoot
              ? [
                  {
                    ...{ key: 'resend', icon: IconMail, label: t('resend'), closed: null },
                    run: () => onAsk({ kind: 'resend', ids: [row.id] }),
                  },
                ]
              : []),
            ...(isRoot && mayDelete
              ? [
                  {
                    ...{ key: 'delete', icon: IconTrash, label: t('delete'), closed: null },
                    run: () => onAsk({ kind: 'deleteMessages', ids: [row.id] }),
                  },
                ]
              : []),
          ]}
        />
      </span>
    )
    const [first, ...others] = headers.map(({ name, value }): Column<TrackingRow> => ({
      ...{ id: `${valuePrefix}${value}`, title: text(name), sortBy: `${valuePrefix}${value}`, width: 180 },
      text: ({ columnValues }) => columnValues[value] ?? '',
      cell: ({ columnValues }) => columnValues[value] ?? '',
    }))
    const count = (id: 'openCount' | 'clickCount', title: string): Column<TrackingRow> => ({
      ...{ id, title, sortBy: id, width: 88, align: 'right', descFirst: true },
      text: (row) => format.number(row[id]),
      cell: (row) => format.number(row[id]),
    })
    const number: Column<TrackingRow> = {
      ...{ id: 'id', title: t('id'), sortBy: 'id', width: 88, align: 'right', descFirst: true },
      text: ({ id }) => String(id),
      cell: ({ id }) => String(id),
    }
    const way: Column<TrackingRow> = {
      ...{ id: 'sendingType', title: t('method'), width: 110 },
      text: ({ sendingType }) => t(`sending_${sendingType}`),
      cell: ({ sendingType }) => t(`sending_${sendingType}`),
    }
    return [
      ...(first === undefined
        ? [{ ...number, naming: true, align: 'left' as const, aside }]
        : [{ ...first, naming: true, aside }, ...others, number]),
      ...(hasWays ? [way] : []),
      {
        ...{ id: 'status', title: t('state'), sortBy: 'status', width: 128 },
        text: ({ status }) => stateWord(status),
        cell: (row) => <Chip tone={tones[row.status]}>{stateWord(row.status)}</Chip>,
      },
      {
        ...{ id: 'updatedTime', title: t('updated'), sortBy: 'updatedTime', width: 150, descFirst: true },
        text: ({ updatedTime }) => format.moment(updatedTime),
        cell: ({ updatedTime }) => <RelativeTime moment={updatedTime} />,
      },
      {
        ...{ id: 'reason', title: t('reason'), width: 220, isLong: true },
        text: ({ reason }) => reason,
        cell: ({ reason }) => reason,
      },
      ...(isAnonymous ? [] : [count('openCount', t('opens')), count('clickCount', t('clicks'))]),
    ]
  }, [
    headers,
    stateWord,
    isAnonymous,
    isRoot,
    mayDelete,
    onPreview,
    onDownload,
    onPlay,
    hasWays,
    onAsk,
    t,
    text,
    format,
  ])
}
