import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { useShownCells } from './date-columns.ts'
import classes from './data-table.module.css'
import { useTexts } from './texts.ts'

type StaticConfig = Extract<WidgetConfig<'data-table'>, { source: 'static' }>

/** A row as written, and its number. */
interface Row {
  at: number
  cells: StaticConfig['rows'][number]
}

const keyOf = ({ at }: Row): number => at

/** A table that is written in the configuration, in the reader's language. */
export function StaticTable({ config }: { config: StaticConfig }) {
  const t = useTexts()
  const text = useLocalText()
  const shownCells = useShownCells()
  const survey = useSurveyStart().survey.extName
  const rows = useMemo(() => config.rows.map((cells, at): Row => ({ at, cells })), [config.rows])
  // Nothing is asked for: the rows came with the page.
  const query = useQuery({
    queryKey: ['static table', survey, config.id, rows.length],
    queryFn: () => rows,
    initialData: rows,
    staleTime: Infinity,
  })
  const columns = useMemo(
    () =>
      config.headers.map((header, at): Column<Row> => {
        const id = `column${at + 1}`
        const shown = shownCells(rows, ({ cells }: Row): string => text(cells[at]?.text))
        const textOf = shown.text
        return {
          id,
          title: text(header.text),
          align: header.align,
          naming: at === 0,
          ...(header.sortable && { sortBy: id }),
          ...shown,
          staysLast: ({ cells }) => cells[at]?.sortable === false,
          cell: (row) => {
            const align = row.cells[at]?.align
            if (align === undefined || align === header.align) return textOf(row)
            return (
              <span className={classes['cell']} style={{ textAlign: align }}>
                {textOf(row)}
              </span>
            )
          },
        }
      }),
    [config.headers, rows, text, shownCells],
  )
  const list = useLocalList({
    key: ['static table', survey, config.id],
    name: config.id,
    query,
    rows,
    columns,
    isPaged: config.paging,
  })
  return (
    <DataTable
      id={config.id}
      title={text(config.title) || t('table')}
      list={list}
      columns={columns}
      ownOrder={{ by: null, desc: false }}
      empty={<Empty title={t('noRows')} />}
      keyOf={keyOf}
    />
  )
}
