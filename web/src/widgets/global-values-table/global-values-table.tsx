import { useMemo } from 'react'
import { ROOT_PATH } from '@gensvar/contract/drill-path'
import type { GlobalValuesRow } from '@gensvar/contract/entities/data-tables'
import { useLocalText } from '#web/lib/local-text.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { FigureCell } from '#web/widgets/figure-details/figure-cell.tsx'
import { useFigureDialog } from '#web/widgets/figure-details/use-figure-dialog.tsx'
import { useTexts as useTableTexts } from '#web/widgets/ranking-table/texts.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import classes from './global-values-table.module.css'
import { useTexts } from './texts.ts'
import { useDaysPath } from './use-days-path.ts'
import { useGlobalValues } from './use-global-values.ts'

const keyOf = ({ surveyname }: GlobalValuesRow): string => surveyname

/** The same figures of every survey the reader may open, each row as it is counted. */
export function GlobalValuesTable({ config }: WidgetProps<'global-values-table'>) {
  const t = useTexts()
  const tables = useTableTexts()
  const text = useLocalText()
  const survey = useSurveyStart().survey.extName
  const drillPath = useDrillPath()
  const query = useGlobalValues(config.id)
  const headers = query.data?.headers
  const period = text(query.data?.period)
  const days = useDaysPath()
  const { open, dialog } = useFigureDialog()
  const columns = useMemo((): Column<GlobalValuesRow>[] => {
    const figures = (headers ?? []).map(({ value, text: title, align, sortable }, at): Column<GlobalValuesRow> => {
      const cellOf = (row: GlobalValuesRow): string => row.cells[at] ?? ''
      return {
        id: value,
        title: text(title),
        align,
        descFirst: true,
        ...(sortable && { sortBy: value }),
        text: cellOf,
        fileCell: (row) => ({ figure: cellOf(row) }),
        compare: (a, b) => (a.values[at] ?? 0) - (b.values[at] ?? 0),
        cell: (row) => {
          if (row.cells.length === 0) return <span className={classes['counting']}>{t('counting')}</span>
          if (cellOf(row) === '') return <NoValue why={text(row.withheld[at])} />
          const details = row.details[at]
          if (!details) return cellOf(row)
          return (
            <FigureCell
              label={tables('details', { column: text(title) })}
              onOpen={() =>
                open({
                  title: `${text(title)} · ${text(row.title)}`,
                  value: cellOf(row),
                  details,
                  ...{ decimals: details.decimals, n: details.n, isRounded: details.isRounded },
                  period: row.isDated ? period : '',
                  at: { survey: row.surveyname, drillPath: row.isDated ? days : ROOT_PATH },
                })
              }
            >
              {cellOf(row)}
            </FigureCell>
          )
        },
      }
    })
    const titleOf = (row: GlobalValuesRow): string => text(row.title)
    return [
      { id: 'survey', title: t('survey'), naming: true, sortBy: 'survey', text: titleOf, cell: titleOf },
      ...figures,
    ]
  }, [headers, t, tables, text, period, days, open])
  const list = useLocalList({
    key: ['global values', survey, drillPath, config.id],
    name: config.id,
    query,
    rows: query.data?.rows,
    columns,
    isPaged: false,
  })
  return (
    <>
      <DataTable
        id={config.id}
        title={text(config.title) || t('globalValues')}
        list={list}
        columns={columns}
        ownOrder={{ by: null, desc: false }}
        before={
          <p className={classes['note']}>
            {period !== '' && `${period} · `}
            {t('wholeSurveys')}
          </p>
        }
        empty={<Empty title={t('noSurveys')}>{t('noSurveysText')}</Empty>}
        keyOf={keyOf}
      />
      {dialog}
    </>
  )
}
