import { Suspense, useMemo, useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { PeriodLinks } from '#web/ui/charts/period-links.tsx'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { BarChart } from '#web/widgets/bars/bar-chart.tsx'
import type { BarView } from '#web/widgets/bars/bar-view.ts'
import { AnswersCell, FigureName, FigureValue, IntervalCell, NotTold } from '#web/widgets/bars/figure-row.tsx'
import { useTexts } from '#web/widgets/bars/texts.ts'
import classes from '#web/widgets/bars/bar-chart.module.css'
import { moreThanChance } from '#web/widgets/delta/delta-view.ts'
import { useTexts as useSharedTexts } from '#web/widgets/texts.ts'
import { Difference } from '#web/widgets/variable-block/difference.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'
import { comparedBars } from './benchmark-view.ts'
import type { Compared } from './benchmark-view.ts'

const YearCharts = onDemand(async () => (await import('./year-charts.tsx')).YearCharts)

/** Height of a row, in pixels. */
const rowHeight = 52

/** Indicators beside those of a larger group: now, or over the years. */
export function Benchmark({ config }: WidgetProps<'benchmark'>) {
  const t = useTexts()
  const text = useLocalText()
  const [shown, setShown] = useState('now')
  const query = useWidgetData('benchmark', 'data', config.id, {})
  const title = text(config.title) || t('comparison')
  const height = 100 + rowHeight * config.variables.length
  const options = [
    { value: 'now', label: t('now') },
    { value: 'years', label: t('years') },
  ]
  return (
    <WidgetFrame
      query={query}
      title={title}
      // Other organisations are told of one period.
      actions={config.against !== 'pool' && <PeriodLinks options={options} value={shown} onChange={setShown} />}
      height={height}
      isEmpty={({ rows }) =>
        rows.every(({ value, base, suppressed }) => value === null && base === null && !suppressed)
      }
    >
      {(data) =>
        shown === 'years' ? (
          <Suspense fallback={<Loading height={height} />}>
            <YearCharts component={config.id} />
          </Suspense>
        ) : (
          <Pairs data={data} title={title} />
        )
      }
    </WidgetFrame>
  )
}

type Answer = WidgetAnswer<'benchmark', 'data'>

function Pairs({ data, title }: { data: Answer; title: string }) {
  const text = useLocalText()
  const view = useView(data, title)
  const { rows, baseTitle, withheld } = data
  return (
    <BarChart
      view={view}
      name={(index) => rows[index] && <FigureName variable={rows[index]} />}
      words={(index) => rows[index] && <Pair row={rows[index]} isBaseTold={withheld === null} />}
      table={<PairTable rows={rows} title={title} base={text(baseTitle)} />}
    />
  )
}

/** A value with its distance from the base, and the base under it, or why there is none. */
function Pair({ row, isBaseTold }: { row: Compared; isBaseTold: boolean }) {
  const text = useLocalText()
  if (row.suppressed || row.formattedValue === null) return <NoValue why={text(row.withheld)} />
  return (
    <>
      <b>
        <FigureValue variable={row} />
      </b>{' '}
      <Difference variable={{ ...row, formattedBase: null }} />
      {row.formattedBase !== null && (
        <span className={classes['why']}>
          {row.formattedBase}
          <Spread row={row} />
        </span>
      )}
      {row.formattedDiff === null && row.baseWithheld !== null && isBaseTold && <NotTold variable={row} />}
    </>
  )
}

/** How the organisations of a pool are spread, after their mean. */
function Spread({ row: { pool } }: { row: Compared }) {
  const t = useTexts()
  if (!pool || pool.formattedMedian === null) return null
  return <> · {t('spread', spreadOf(pool))}</>
}

function spreadOf(pool: NonNullable<Compared['pool']>): { median: string; low: string; high: string } {
  const { formattedMedian, formattedLower, formattedUpper } = pool
  return { median: formattedMedian ?? '', low: formattedLower ?? '', high: formattedUpper ?? '' }
}

function useView({ rows, baseTitle, withheld }: Answer, title: string): BarView {
  const t = useTexts()
  const shared = useSharedTexts()
  const text = useLocalText()
  const format = useFormat()
  return useMemo(() => {
    const drawn = comparedBars(rows)
    const base = text(baseTitle)
    const more = moreThanChance(rows)
    const list = more
      .map((row) => t('part', { name: text(row.title) || row.name, change: row.formattedDiff ?? '' }))
      .join(', ')
    const isCompared = rows.some(({ formattedDiff }) => formattedDiff !== null)
    const said = !isCompared
      ? t('notCompared')
      : more.length === 0
        ? t('alike', { base })
        : t('differ', { n: more.length, all: rows.length, base, list })
    const wordsOf = (row: Compared): string => {
      const chance = row.chance?.isMore === false ? [shared('mayBeChance')] : []
      const spread = row.pool && row.pool.formattedMedian !== null ? [t('spread', spreadOf(row.pool))] : []
      const parts = [row.formattedValue, row.formattedBase, ...spread, row.formattedDiff, ...chance]
      return parts.filter((part) => part !== null).join(' · ')
    }
    const few = rows.find(({ weight }) => weight === 'few')
    const hasBase = rows.some((row) => row.base !== null)
    return {
      title,
      answer: withheld === null ? said : text(withheld),
      rows: rows.map((row, at) => ({
        name: text(row.title) || row.name,
        words: wordsOf(row),
        zero: drawn[at]?.zero ?? null,
        bars: drawn[at]?.bars ?? [],
      })),
      legend: [
        { tone: 'own', name: rows[0]?.nodeName ?? '' },
        ...(hasBase ? [{ tone: 'base' as const, name: base }] : []),
      ],
      notes: [...poolNotes(rows, t, text), ...(few ? [t('few', { min: format.number(few.lowBase) })] : [])],
    }
  }, [rows, baseTitle, withheld, title, t, shared, text, format])
}

/** What the lines mean, and of a pool what its figures are of: once, where that is the same for all. */
function poolNotes(rows: readonly Compared[], t: ReturnType<typeof useTexts>, text: ReturnType<typeof useLocalText>) {
  const pools = rows.flatMap(({ pool }) => (pool ? [pool] : []))
  if (pools.length === 0) return [t('line')]
  const isSpread = pools.some(({ median }) => median !== null)
  const of = pools.flatMap(({ organisations, period, withheld }) => [
    `${text(organisations)}, ${text(period)}`,
    ...(withheld === null ? [] : [text(withheld)]),
  ])
  return [...new Set(of), t('eachOnce'), t(isSpread ? 'linePool' : 'line')]
}

function PairTable({ rows, title, base }: { rows: readonly Compared[]; title: string; base: string }) {
  const t = useTexts()
  const columns: PlainColumn<Compared>[] = [
    { id: 'figure', title: t('figure'), naming: true, cell: (row) => <FigureName variable={row} /> },
    {
      id: 'value',
      title: rows[0]?.nodeName ?? t('value'),
      align: 'right',
      cell: (row) => <FigureValue variable={row} />,
    },
    { id: 'base', title: base, align: 'right', cell: (row) => row.formattedBase ?? <NoValue /> },
    ...(rows.some(({ pool }) => pool !== null) ? spreadColumns(t) : []),
    {
      id: 'difference',
      title: t('difference'),
      align: 'right',
      cell: (row) => (row.formattedDiff === null ? <NotTold variable={row} /> : row.formattedDiff),
    },
    { id: 'interval', title: t('interval'), align: 'right', cell: (row) => <IntervalCell variable={row} /> },
    { id: 'answers', title: t('answers'), align: 'right', cell: (row) => <AnswersCell variable={row} /> },
  ]
  return <PlainTable label={title} columns={columns} rows={rows} keyOf={({ name }) => name} isWide />
}

function spreadColumns(t: ReturnType<typeof useTexts>): PlainColumn<Compared>[] {
  return [
    { id: 'median', title: t('median'), align: 'right', cell: ({ pool }) => pool?.formattedMedian ?? <NoValue /> },
    {
      id: 'quartiles',
      title: t('quartiles'),
      align: 'right',
      cell: ({ pool }) => (pool && pool.formattedMedian !== null ? t('quartilesOf', spreadOf(pool)) : <NoValue />),
    },
  ]
}
