import { Textarea } from '@mantine/core'
import type { z } from 'zod'
import type { dataTableRow } from '@gensvar/contract/entities/data-tables'
import { updateTableRow } from '@gensvar/contract/tables'
import { ApiError } from '#web/lib/api-error.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'
import { useTexts } from './texts.ts'

type Row = z.infer<typeof dataTableRow>

interface Props {
  opened: boolean
  table: { survey: string; tableId: string; component: string }
  /** Headings of the columns, and whether their cells are dates. */
  columns: readonly { title: string; isDate: boolean }[]
  /** The row to edit; null for a new one. */
  row: Row | null
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** The row of a table as a form with a field for each column. */
export function RowDialog({ opened, table, columns, row, onClose, onSaved }: Props) {
  const t = useTexts()
  const drillPath = useDrillPath()
  const { survey, tableId, component } = table
  const form = useContractForm(updateTableRow, {
    params: { survey, tableId },
    initial: {
      row: { id: row?.id ?? null, cells: columns.map((_, at) => row?.cells[at] ?? '') },
      version: row?.version ?? 0,
    },
    adds: row === null,
    async onSaved() {
      onClose()
      await onSaved()
    },
    done: () => t(row === null ? 'rowAdded' : 'rowSaved'),
    async latest() {
      const { rows } = await fetchWidgetData('data-table', 'data', { survey, drillPath, component }, {})
      const theirs = rows.find(({ id }) => id === row?.id)
      await onSaved()
      if (theirs === undefined) throw new ApiError('not_found', t('rowChanged'))
      return { row: { id: theirs.id, cells: theirs.cells }, version: theirs.version }
    },
  })
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t(row === null ? 'addTitle' : 'editTitle')}
      save={t(row === null ? 'addRow' : 'saveRow')}
      size={480}
    >
      {columns.map(({ title, isDate }, at) => {
        const field = form.field(`row.cells.${at}`)
        const first = at === 0 && { 'data-autofocus': true }
        if (!isDate) return <Textarea key={at} label={title} autosize minRows={1} maxRows={8} {...first} {...field} />
        const change = (date: string | null) => form.set(`row.cells.${at}`, date ?? '')
        return <DateField key={at} label={title} {...first} {...field} value={field.value || null} onChange={change} />
      })}
    </FormDialog>
  )
}
