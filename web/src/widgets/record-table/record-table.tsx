import { useMemo } from 'react'
import { downloadRecords } from '@gensvar/contract/tables'
import { useLocalText } from '#web/lib/local-text.ts'
import { openFile } from '#web/lib/open-file.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import type { ShownTable, TableFormat } from '#web/ui/data-table/table-exports.ts'
import { useList } from '#web/ui/data-table/use-list.ts'
import { NoData } from '#web/widgets/no-data.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'
import { Withheld } from '#web/widgets/withheld.tsx'
import { useTexts } from './texts.ts'

/** A record: its place in the list, and its cells from left to right. */
interface RecordRow {
  at: number
  cells: readonly string[]
}

/** Short texts, such as dates, keep to their column; long ones get more of the room. */
function widthOf(longest: number): Pick<Column<RecordRow>, 'width' | 'isFixed' | 'isLong'> {
  if (longest <= 12) return { width: 130, isFixed: true }
  return longest > 30 ? { width: 320, isLong: true } : {}
}

const keyOf = ({ at }: RecordRow): number => at

/** Records of the responses at the place, sorted and paged by the server; the file of all of them opens in a new tab. */
export function RecordTable({ config }: WidgetProps<'record-table'>) {
  const t = useTexts()
  const text = useLocalText()
  const survey = useSurveyStart().survey.extName
  const drillPath = useDrillPath()
  const { id: component } = config
  const list = useList({
    key: ['records', survey, drillPath, component],
    name: component,
    isPaged: true,
    async load({ rowFrom, rowTo, sortVar: sortBy, sortDesc, filter }, signal) {
      const params = { rowFrom, rowTo, sortBy, sortDesc, filter }
      const at = { survey, drillPath, component }
      const table = await fetchWidgetData('record-table', 'data', at, params, signal)
      const rows = table.rows.map((cells, index): RecordRow => ({ at: Number(rowFrom ?? 0) + index, cells }))
      return { rows, total: table.totalNumberRows, table }
    },
  })
  const table = list.query.data?.table
  const headers = table?.headers
  const rows = list.query.data?.rows
  const columns = useMemo(
    () =>
      (headers ?? []).map(({ value, text: title, align, sortable }, at): Column<RecordRow> => {
        const textOf = ({ cells }: RecordRow): string => cells[at] ?? ''
        const longest = Math.max(0, ...(rows ?? []).map((row) => textOf(row).length))
        return {
          id: value,
          title: text(title),
          align,
          naming: at === 0,
          ...widthOf(longest),
          ...(sortable && { sortBy: value }),
          text: textOf,
          cell: textOf,
          ...(align === 'right' && { fileCell: (row: RecordRow) => ({ figure: textOf(row) }) }),
        }
      }),
    [headers, rows, text],
  )
  async function download(format: TableFormat, { sortVar, sortDesc, filter }: ShownTable): Promise<void> {
    const sorted = {
      ...(sortVar !== null && { sortBy: sortVar }),
      ...(sortDesc !== null && { sortDesc: String(sortDesc) }),
    }
    await openFile(downloadRecords, {
      params: { survey, component, drillPath },
      query: { ...sorted, ...(filter !== '' && { filter }), format },
    })
  }
  const withheld = table?.withheld ?? null
  return (
    <DataTable
      id={component}
      title={text(config.title) || t('records')}
      list={list}
      columns={columns}
      ownOrder={{ by: config.sortBy ?? null, desc: config.sortDesc }}
      download={download}
      refusal={withheld === null ? undefined : <Withheld why={withheld} />}
      empty={<NoData />}
      keyOf={keyOf}
    />
  )
}
