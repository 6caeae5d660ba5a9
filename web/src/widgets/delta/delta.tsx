import { useMemo } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSharedEnds } from '#web/lib/shared-ends.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { BarChart } from '#web/widgets/bars/bar-chart.tsx'
import type { BarView } from '#web/widgets/bars/bar-view.ts'
import { AnswersCell, FigureName, FigureValue, IntervalCell, NotTold } from '#web/widgets/bars/figure-row.tsx'
import { useTexts } from '#web/widgets/bars/texts.ts'
import { useTexts as useSharedTexts } from '#web/widgets/texts.ts'
import { Difference } from '#web/widgets/variable-block/difference.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'
import { changeBars, changeEnds, moreThanChance } from './delta-view.ts'
import type { Changed } from './delta-view.ts'

type Answer = WidgetAnswer<'delta', 'data'>

/** Height of a row, in pixels. */
const rowHeight = 44

/** How much indicators have changed, as bars for the better and for the worse. */
export function Delta({ config }: WidgetProps<'delta'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('delta', 'data', config.id, {})
  const title = text(config.title) || t('changes')
  return (
    <WidgetFrame
      query={query}
      title={title}
      height={80 + rowHeight * config.variables.length}
      isEmpty={({ trendTime }) => trendTime === null}
      empty={<Empty title={t('noBefore')}>{t('noBeforeText')}</Empty>}
    >
      {(data) => <Changes data={data} title={title} />}
    </WidgetFrame>
  )
}

function Changes({ data, title }: { data: Answer; title: string }) {
  const text = useLocalText()
  const view = useView(data, title)
  const { rows, selectionTime, trendTime } = data
  return (
    <BarChart
      view={view}
      name={(index) => rows[index] && <FigureName variable={rows[index]} />}
      words={(index) => rows[index] && <Change row={rows[index]} />}
      table={<ChangeTable rows={rows} title={title} now={text(selectionTime)} before={text(trendTime)} />}
    />
  )
}

function Change({ row }: { row: Changed }) {
  if (row.formattedDiff === null) return <NotTold variable={row} />
  // The sentence over the rows names the period that all are compared with.
  return <Difference variable={{ ...row, against: null }} />
}

function useView({ rows, selectionTime, trendTime }: Answer, title: string): BarView {
  const t = useTexts()
  const shared = useSharedTexts()
  const text = useLocalText()
  const ends = useSharedEnds(title, changeEnds(rows))
  return useMemo(() => {
    const bars = changeBars(rows, ends)
    const told = rows.filter(({ diff }) => diff !== null)
    const more = moreThanChance(told)
    const list = more
      .map((row) => t('part', { name: text(row.title) || row.name, change: row.formattedDiff ?? '' }))
      .join(', ')
    const times = t('comparedTimes', { now: text(selectionTime), before: text(trendTime) })
    const said =
      told.length === 0
        ? t('notTold')
        : more.length === 0
          ? t('changedByChance')
          : t('changed', { n: more.length, all: rows.length, list })
    const wordsOf = (row: Changed): string => {
      if (row.formattedDiff === null) return text(row.suppressed ? row.withheld : row.baseWithheld)
      const chance = row.chance?.isMore === false ? [shared('mayBeChance')] : []
      return [row.formattedDiff, `${row.formattedBase} → ${row.formattedValue}`, ...chance].join(' · ')
    }
    return {
      title,
      answer: `${said} (${times})`,
      rows: rows.map((row, at) => ({
        name: text(row.title) || row.name,
        words: wordsOf(row),
        zero: 50,
        bars: bars[at] ?? [],
      })),
      legend: [],
      notes: told.length === 0 ? [] : [t('filled'), t('line')],
    }
  }, [rows, ends, selectionTime, trendTime, title, t, shared, text])
}

interface TableProps {
  rows: readonly Changed[]
  title: string
  now: string
  before: string
}

function ChangeTable({ rows, title, now, before }: TableProps) {
  const t = useTexts()
  const columns: PlainColumn<Changed>[] = [
    { id: 'figure', title: t('figure'), naming: true, cell: (row) => <FigureName variable={row} /> },
    { id: 'now', title: now, align: 'right', cell: (row) => <FigureValue variable={row} /> },
    { id: 'before', title: before, align: 'right', cell: (row) => row.formattedBase ?? <NoValue /> },
    {
      id: 'change',
      title: t('changedBy'),
      align: 'right',
      cell: (row) => (row.formattedDiff === null ? <NotTold variable={row} /> : row.formattedDiff),
    },
    { id: 'interval', title: t('interval'), align: 'right', cell: (row) => <IntervalCell variable={row} /> },
    { id: 'answers', title: t('answers'), align: 'right', cell: (row) => <AnswersCell variable={row} /> },
  ]
  return <PlainTable label={title} columns={columns} rows={rows} keyOf={({ name }) => name} isWide />
}
