import { useQueryClient } from '@tanstack/react-query'
import type { NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import type { PlannedColumn } from './planned-columns.ts'
import { withSettings } from './planned-columns.ts'
import { useTexts } from './texts.ts'
import { usePlanColumns } from './use-plan-columns.tsx'
import type { ChangeOptions } from './use-new-survey.ts'

const ColumnDialog = whenOpened(() => import('./column-dialog.tsx').then((file) => file.ColumnDialog))

interface Props {
  uploadId: string
  check: NewSurveyCheck
  options: NewSurveyOptions
  onChange: ChangeOptions
}

const inFileOrder = { by: null, desc: false }
const keyOf = ({ name, variable, index }: PlannedColumn) => `${index} ${name} ${variable}`

function matches({ title, name, variable }: PlannedColumn, term: string): boolean {
  const wanted = term.trim().toLocaleLowerCase()
  return [title, name, variable].some((one) => one.toLocaleLowerCase().includes(wanted))
}

/** Every column of the file with what was understood of it, and menus to change that. */
export function ColumnsTable({ uploadId, check, options, onChange }: Props) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const { columns } = check
  const newest = useRef(columns)
  const key = useMemo(() => ['survey-columns', uploadId], [uploadId])
  const list = useList({
    key,
    load: useCallback(({ rowFrom, rowTo, filter }: ListQuery) => {
      const found = newest.current.filter((column) => matches(column, filter ?? ''))
      return Promise.resolve({ rows: found.slice(Number(rowFrom ?? 0), Number(rowTo)), total: found.length })
    }, []),
    isPaged: true,
  })
  useEffect(() => {
    newest.current = columns
    // What was understood anew takes the place of the rows, which keep their page and scroll.
    void queryClient.invalidateQueries({ queryKey: ['list', ...key] })
  }, [columns, key, queryClient])

  const [edited, setEdited] = useState<PlannedColumn | null>(null)
  const shown = usePlanColumns({ check, options, onChange, onEdit: setEdited })
  return (
    <>
      <DataTable
        id="survey-columns"
        title={t('columnsTitle')}
        list={list}
        columns={shown}
        ownOrder={inFileOrder}
        keyOf={keyOf}
      />
      <ColumnDialog
        opened={edited !== null}
        column={edited}
        onClose={() => setEdited(null)}
        onSave={(change) => {
          if (edited === null) return
          onChange({ columns: withSettings(options.columns, edited.index, change) })
          setEdited(null)
        }}
      />
    </>
  )
}
