import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { usePending } from '#web/ui/pending.ts'
import { ProblemTable } from '#web/ui/problem-table.tsx'
import classes from './data-uploader.module.css'
import { useTexts } from './texts.ts'
import type { UploadCheck } from './use-importing.ts'

type FirstRow = UploadCheck['first'][number]

interface Props {
  check: UploadCheck
  /** The check of an update. */
  update: boolean
  /** A new check is under way. */
  isPending: boolean
}

/** What a file would do to the survey: its first rows, and every error. Nothing is written yet. */
export function CheckResult({ check, update, isPending }: Props) {
  const t = useTexts()
  const format = useFormat()
  const pending = usePending({ isPlaceholderData: isPending })
  const { rows, adds, changes, nalerts, columns, first, nerrors, errors, notes } = check
  const shown = useMemo(
    (): PlainColumn<FirstRow>[] => [
      { id: '#row', title: t('row'), align: 'right', width: 48, cell: ({ row }) => format.number(row) },
      ...columns.map(({ variable, title }, index) => ({
        id: variable,
        title,
        width: 96,
        cell: ({ cells }: FirstRow) => cells[index],
      })),
    ],
    [columns, t, format],
  )
  const words =
    nerrors > 0
      ? t('errorsFound', { count: nerrors, n: format.number(nerrors) })
      : update
        ? t('wouldChange', { count: changes, n: format.number(changes), rows: format.number(rows) })
        : t('wouldAdd', { count: adds, n: format.number(adds) })
  return (
    <div className={classes['check']} {...pending}>
      <p className={classes['verdict']} role="status" data-ok={nerrors === 0}>
        {words}
      </p>
      {nerrors === 0 && nalerts > 0 && (
        <p className={classes['quiet']}>{t('wouldRaise', { count: nalerts, n: format.number(nalerts) })}</p>
      )}
      {nerrors > 0 && (
        <>
          <ProblemTable label={t('errors')} problems={errors} />
          {nerrors > errors.length && (
            <p className={classes['quiet']}>
              {t('errorsCut', { shown: format.number(errors.length), n: format.number(nerrors) })}
            </p>
          )}
        </>
      )}
      {notes.length > 0 && (
        <ul className={classes['notes']}>
          {notes.map((note, index) => (
            <li key={index}>{note}</li>
          ))}
        </ul>
      )}
      {first.length > 0 && (
        <section aria-label={t('firstRows')}>
          <h3 className={classes['heading']}>{t('firstRows')}</h3>
          <PlainTable label={t('firstRows')} columns={shown} rows={first} keyOf={({ row }) => row} isWide />
        </section>
      )}
    </div>
  )
}
