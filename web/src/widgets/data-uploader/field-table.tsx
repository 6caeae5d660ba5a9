import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import classes from './data-uploader.module.css'
import { useColumnName } from './column-name.ts'
import { useTexts } from './texts.ts'
import type { UploadedFile } from './use-importing.ts'

type Field = UploadedFile['mapping']['columns'][number]

interface Props {
  fields: readonly Field[]
  columns: UploadedFile['spreadsheet']['columns']
  /** The `idx` of the column linked to each field. */
  links: Readonly<Record<string, number>>
  disabled: boolean
  onLink: (variable: string, idx: number | null) => void
}

/** The fields, each with the column of the spreadsheet it is linked to and the first value of that. */
export function FieldTable({ fields, columns, links, disabled, onLink }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const nameOf = useColumnName()
  const shown = useMemo((): PlainColumn<Field>[] => {
    const choices = [
      { value: '', label: t('notLinked') },
      ...columns.map((column) => ({ value: String(column.idx), label: nameOf(column) })),
    ]
    return [
      {
        id: 'field',
        title: t('field'),
        naming: true,
        cell: ({ title, variable, mandatory }) => (
          <span className={classes['field']}>
            <span>
              {text(title) || variable}
              {mandatory && (
                <span className={classes['mandatory']} title={t('mandatory')} role="img" aria-label={t('mandatory')}>
                  *
                </span>
              )}
            </span>
            <span className={classes['variable']}>{variable}</span>
          </span>
        ),
      },
      {
        id: 'column',
        title: t('spreadsheetColumn'),
        width: 200,
        cell: ({ title, variable }) => (
          <NativeSelect
            aria-label={t('columnFor', { field: text(title) || variable })}
            value={links[variable] === undefined ? '' : String(links[variable])}
            data={choices}
            disabled={disabled}
            onChange={({ currentTarget }) =>
              onLink(variable, currentTarget.value === '' ? null : Number(currentTarget.value))
            }
          />
        ),
      },
      {
        id: 'sample',
        title: t('firstValue'),
        width: 120,
        cell: ({ variable }) => (
          <span className={classes['sample']}>
            {columns.find(({ idx }) => idx === links[variable])?.firstRow ?? ''}
          </span>
        ),
      },
    ]
  }, [columns, links, disabled, onLink, t, text, nameOf])
  const isMarked = fields.some(({ mandatory }) => mandatory)
  return (
    <div>
      <PlainTable label={t('mapping')} columns={shown} rows={fields} keyOf={({ variable }) => variable} isWide />
      {isMarked && <p className={classes['quiet']}>{t('mandatoryMark')}</p>}
    </div>
  )
}
