import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import type { dataTableRow } from '@gensvar/contract/entities/data-tables'
import { deleteTableRow } from '@gensvar/contract/tables'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import classes from './data-table.module.css'
import { isDateColumn, useShownCells } from './date-columns.ts'
import { StaticTable } from './static-table.tsx'
import { useTexts } from './texts.ts'

type Row = z.infer<typeof dataTableRow>
type ServerConfig = Extract<WidgetConfig<'data-table'>, { source: 'server' }>

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))
const RowDialog = whenOpened(() => import('./row-dialog.tsx').then((file) => file.RowDialog))

const keyOf = ({ id }: Row): number => id

/** A plain table: written in the configuration, or kept on the server, where it may be edited. */
export function DataTableWidget({ config }: WidgetProps<'data-table'>) {
  return config.source === 'static' ? <StaticTable config={config} /> : <ServerTable config={config} />
}

function ServerTable({ config }: { config: ServerConfig }) {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const shownCells = useShownCells()
  const client = useQueryClient()
  const survey = useSurveyStart().survey.extName
  const { tableId } = config
  const query = useWidgetData('data-table', 'data', config.id, {}, { isOfRows: true })
  const { headers, rows, editable = false } = query.data ?? {}
  const [edited, setEdited] = useState<{ opened: boolean; row: Row | null }>({ opened: false, row: null })
  const [asked, setAsked] = useState<Row | null>(null)
  // Other components may show the same table.
  const reload = () =>
    client.invalidateQueries({
      predicate: ({ queryKey, state: { data } }) =>
        queryKey[0] === 'widget' &&
        queryKey[1] === survey &&
        typeof data === 'object' &&
        data !== null &&
        'tableId' in data &&
        data.tableId === tableId,
    })
  const removal = useMutation({
    mutationFn: ({ id }: Row) => call(deleteTableRow, { params: { survey, tableId, rowId: id } }),
    onSuccess: () => notifyDone(t('dataDeleted')),
    onSettled: async () => {
      setAsked(null)
      await reload()
    },
  })
  const isLast = rows !== undefined && rows.length <= 1
  const columns = useMemo(
    () =>
      (headers ?? []).map(({ value, text: title, align, sortable }, at): Column<Row> => {
        const shown = shownCells(rows ?? [], ({ cells }: Row): string => cells[at] ?? '')
        const textOf = shown.text
        return {
          id: value,
          title: text(title),
          align,
          naming: at === 0,
          ...(sortable && { sortBy: value }),
          ...shown,
          cell: textOf,
          ...(at === 0 &&
            editable && {
              aside: (row: Row) => (
                <span className={classes['acts']}>
                  <CellButton
                    label={t('editRow', { row: textOf(row) })}
                    onClick={() => setEdited({ opened: true, row })}
                  >
                    <IconPencil size={16} stroke={1.75} aria-hidden="true" />
                  </CellButton>
                  <CellButton
                    label={t('deleteRow', { row: textOf(row) })}
                    refusal={isLast ? t('lastRow') : null}
                    onClick={() => setAsked(row)}
                  >
                    <IconTrash size={16} stroke={1.75} aria-hidden="true" />
                  </CellButton>
                </span>
              ),
            }),
        }
      }),
    [headers, rows, editable, isLast, text, t, shownCells],
  )
  const list = useLocalList({
    key: ['data table', survey, config.id],
    name: config.id,
    query,
    rows,
    columns,
    isPaged: config.paging,
  })
  const hasColumns = columns.length > 0
  const add =
    editable && hasColumns ? (
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setEdited({ opened: true, row: null })}
      >
        {t('addRow')}
      </Button>
    ) : undefined
  return (
    <>
      <DataTable
        id={config.id}
        title={text(config.title) || t('table')}
        list={list}
        columns={columns}
        ownOrder={{ by: null, desc: false }}
        tools={add}
        empty={<Empty title={t('noRows')}>{hasColumns ? undefined : t('noColumns')}</Empty>}
        keyOf={keyOf}
      />
      <RowDialog
        key={edited.row?.id ?? 'new'}
        opened={edited.opened}
        table={{ survey, tableId, component: config.id }}
        columns={columns.map(({ title }, at) => ({
          title,
          isDate: isDateColumn((rows ?? []).map(({ cells }) => cells[at] ?? '')),
        }))}
        row={edited.row}
        onClose={() => setEdited((before) => ({ ...before, opened: false }))}
        onSaved={reload}
      />
      <ConfirmDialog
        opened={asked !== null}
        title={t('deleteTitle')}
        message={asked === null ? '' : t('deleteText', { row: columns[0]?.text(asked) ?? '' })}
        okText={app('ok')}
        danger
        busy={removal.isPending}
        onCancel={() => setAsked(null)}
        onOk={() => asked !== null && removal.mutate(asked)}
      />
    </>
  )
}
