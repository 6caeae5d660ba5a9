import type en from '#web/locales/en/later/imports.json'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { defineLaterTexts } from '#web/lib/texts.ts'
import type { PlainColumn } from './data-table/columns.ts'
import { PlainTable } from './data-table/plain-table.tsx'

const useTexts = defineLaterTexts<typeof en>('imports')

/** What is wrong with a file, and where. */
export interface Problem {
  message: string
  /** As a spreadsheet shows it, from 1. */
  row: number | null
  column: string | null
  /** The text that was read there. */
  read: string | null
}

interface Props<Row extends Problem> {
  label: string
  problems: readonly Row[]
  /** What can be done about one, in a column of its own. */
  actionOf?: (problem: Row) => ReactNode
}

/** What is wrong with a file: row, column, what was read, and why it is wrong. */
export function ProblemTable<Row extends Problem>({ label, problems, actionOf }: Props<Row>) {
  const t = useTexts()
  const format = useFormat()
  const columns = useMemo(() => {
    const all: (PlainColumn<Row> & { isUsed: boolean })[] = [
      {
        id: 'row',
        title: t('row'),
        align: 'right',
        width: 56,
        isUsed: problems.some(({ row }) => row !== null),
        cell: ({ row }) => (row === null ? '' : format.number(row)),
      },
      {
        id: 'column',
        title: t('column'),
        isUsed: problems.some(({ column }) => column !== null),
        cell: ({ column }) => column,
      },
      {
        id: 'read',
        title: t('read'),
        isUsed: problems.some(({ read }) => read !== null),
        cell: ({ read }) => read,
      },
      { id: 'message', title: t('problem'), width: 150, isUsed: true, cell: ({ message }) => message },
      {
        id: 'action',
        title: t('change'),
        isTitleHidden: true,
        isUsed: actionOf !== undefined,
        cell: (problem) => actionOf?.(problem),
      },
    ]
    return all.filter(({ isUsed }) => isUsed)
  }, [problems, actionOf, t, format])
  return <PlainTable label={label} columns={columns} rows={problems} keyOf={(_problem, index) => index} isWide />
}
