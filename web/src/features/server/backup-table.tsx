import { Button } from '@mantine/core'
import type { BackupRun } from '@gensvar/contract/server-settings'
import { useMemo, useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import classes from './server.module.css'
import { useTexts } from './texts.ts'

/** How many are shown at first. */
const few = 5

const tones = { proved: 'good', made: 'plain', unproved: 'bad', failed: 'bad', removed: 'quiet' } as const

/** The backups of late, newest first, with what became of each. */
export function BackupTable({ rows }: { rows: readonly BackupRun[] }) {
  const t = useTexts()
  const [isWhole, setWhole] = useState(false)
  const columns = useColumns()
  return (
    <div>
      <PlainTable
        isWide
        label={t('backups')}
        columns={columns}
        rows={isWhole ? rows : rows.slice(0, few)}
        keyOf={({ id }) => id}
      />
      {rows.length > few && (
        <Button variant="subtle" size="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('fewer') : t('allBackups', { count: rows.length })}
        </Button>
      )}
    </div>
  )
}

function useColumns(): PlainColumn<BackupRun>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'madeAt', title: t('made'), naming: true, width: 150, cell: ({ madeAt }) => format.moment(madeAt) },
      {
        id: 'state',
        title: t('state'),
        width: 240,
        cell: ({ state, reason }) => (
          <span className={classes['stateCell']}>
            <span className={classes['sign']} data-tone={tones[state]}>
              {t(`backup_${state}`)}
            </span>
            {reason !== '' && <span className={classes['reason']}>{reason}</span>}
          </span>
        ),
      },
      {
        id: 'rows',
        title: t('rows'),
        align: 'right',
        width: 90,
        cell: ({ rows }) => (rows === null ? <NoValue /> : format.number(rows)),
      },
      {
        id: 'bytes',
        title: t('size'),
        align: 'right',
        width: 90,
        cell: ({ bytes }) => (bytes === null ? <NoValue /> : format.size(bytes)),
      },
      {
        id: 'seconds',
        title: t('took'),
        align: 'right',
        width: 90,
        cell: ({ seconds }) => (seconds === null ? <NoValue /> : t('seconds', { n: format.number(seconds, 1) })),
      },
      {
        id: 'proof',
        title: t('proofTook'),
        align: 'right',
        width: 110,
        cell: ({ proof }) => (proof === null ? <NoValue /> : t('seconds', { n: format.number(proof.seconds, 1) })),
      },
    ],
    [t, format],
  )
}
