import { IconPencil } from '@tabler/icons-react'
import type { NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { RoleMenu, TypeMenu } from './column-menus.tsx'
import classes from './new-survey.module.css'
import type { PlannedColumn } from './planned-columns.ts'
import { useTexts } from './texts.ts'
import type { ChangeOptions } from './use-new-survey.ts'

interface Options {
  check: NewSurveyCheck
  options: NewSurveyOptions
  onChange: ChangeOptions
  onEdit: (column: PlannedColumn) => void
}

/** A text on one line; the whole of it on hover. */
function Line({ text }: { text: string }) {
  return (
    <span className={classes['line']} title={text}>
      {text}
    </span>
  )
}

/** The columns of the table of a file's columns. */
export function usePlanColumns({ check, options, onChange, onEdit }: Options): Column<PlannedColumn>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'title',
        title: t('columnName'),
        naming: true,
        width: 200,
        text: ({ title, name }) => (title === name ? title : `${title} (${name})`),
        cell: ({ title, leftOut }) => (leftOut ? <s className={classes['quiet']}>{title}</s> : title),
        aside: (column) => (
          <CellButton label={t('editColumn', { name: column.title })} onClick={() => onEdit(column)}>
            <IconPencil size={16} aria-hidden="true" />
          </CellButton>
        ),
      },
      {
        id: 'type',
        title: t('type'),
        width: 168,
        text: ({ typeText, leftOut }) => (leftOut ? t('leftOut') : typeText),
        cell: (column) => <TypeMenu column={column} options={options} onChange={onChange} />,
      },
      {
        id: 'role',
        title: t('role'),
        width: 148,
        text: ({ roleText }) => roleText,
        cell: (column) => <RoleMenu column={column} check={check} options={options} onChange={onChange} />,
      },
      {
        id: 'range',
        title: t('range'),
        width: 148,
        text: ({ range }) => range,
        cell: ({ range }) => <Line text={range} />,
      },
      {
        id: 'blanks',
        title: t('blanks'),
        align: 'right',
        width: 80,
        text: ({ blanks }) => format.number(blanks),
        cell: ({ blanks }) => format.number(blanks),
      },
      {
        id: 'distinct',
        title: t('distinct'),
        align: 'right',
        width: 96,
        extra: true,
        text: ({ distinct }) => distinct,
        cell: ({ distinct }) => distinct,
      },
      {
        id: 'examples',
        title: t('examples'),
        width: 188,
        text: ({ examples }) => examples.join(' · '),
        cell: ({ examples }) => <Line text={examples.join(' · ')} />,
      },
      {
        id: 'warnings',
        title: t('warnings'),
        width: 220,
        isLong: true,
        text: ({ warnings }) => warnings.map(({ message }) => message).join(' '),
        cell: ({ warnings }) =>
          warnings.map(({ message }, index) => (
            <p key={index} className={classes['warning']}>
              {message}
            </p>
          )),
      },
    ],
    [t, format, check, options, onChange, onEdit],
  )
}
