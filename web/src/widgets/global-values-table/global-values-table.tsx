import { useMemo } from 'react'
import type { GlobalValuesRow } from '@gensvar/contract/entities/data-tables'
import { useLocalText } from '#web/lib/local-text.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import classes from './global-values-table.module.css'
import { useTexts } from './texts.ts'
import { useGlobalValues } from './use-global-values.ts'

const keyOf = ({ surveyname }: GlobalValuesRow): string => surveyname

/** The same figures of every survey the reader may open, each row as it is counted. */
export function GlobalValuesTable({ config }: WidgetProps<'global-values-table'>) {
  const t = useTexts()
  const text = useLocalText()
  const survey = useSurveyStart().survey.extName
  const drillPath = useDrillPath()
  const query = useGlobalValues(config.id)
  const headers = query.data?.headers
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
          return cellOf(row) === '' ? <NoValue why={text(row.withheld[at])} /> : cellOf(row)
        },
      }
    })
    const titleOf = (row: GlobalValuesRow): string => text(row.title)
    return [
      { id: 'survey', title: t('survey'), naming: true, sortBy: 'survey', text: titleOf, cell: titleOf },
      ...figures,
    ]
  }, [headers, t, text])
  const list = useLocalList({
    key: ['global values', survey, drillPath, config.id],
    name: config.id,
    query,
    rows: query.data?.rows,
    columns,
    isPaged: false,
  })
  const period = text(query.data?.period)
  return (
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
  )
}
