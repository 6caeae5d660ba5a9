import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/action-manager/texts.ts'
import { Verdict } from '#web/widgets/action-manager/verdict.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'
import { Withheld } from '#web/widgets/withheld.tsx'
import { EffectChart } from './effect-chart.tsx'
import { drawnOn, scaleOf } from './effect-scale.ts'
import type { Measured, Scale } from './effect-scale.ts'

type KindRow = WidgetAnswer<'action-portfolio', 'data'>['rows'][number]

const counts = ['nOpen', 'nCompleted', 'nFailed', 'nMeasured'] as const

const keyOf = ({ extname, kind }: KindRow) => JSON.stringify([extname, kind])

/** Which kinds of action helped: for each item and kind how many there are, and what they changed together. */
export function ActionPortfolio({ config }: WidgetProps<'action-portfolio'>) {
  const t = useTexts()
  const text = useLocalText()
  const survey = useSurveyStart().survey.extName
  const here = useDrillPath()
  const query = useWidgetData('action-portfolio', 'data', config.id, {}, { isOfRows: true })
  const rows = query.data?.rows
  const columns = useColumns(rows)
  const list = useLocalList({
    key: ['action-portfolio', survey, here, config.id],
    name: config.id,
    query,
    rows,
    columns,
    isPaged: false,
  })
  const why = query.data?.withheld ?? null
  return (
    <DataTable
      id={config.id}
      title={text(config.title) || t('portfolio')}
      list={list}
      columns={columns}
      ownOrder={{ by: null, desc: false }}
      empty={
        why === null ? (
          <Empty title={t('noPortfolio')} compact>
            {t('noPortfolioHelp')}
          </Empty>
        ) : (
          <Withheld why={why} compact />
        )
      }
      keyOf={keyOf}
    />
  )
}

/** The effect of a row; null where there are too few answers to say. */
function measured({ difference, low, high }: KindRow): Measured | null {
  return difference === null || low === null || high === null ? null : { difference, low, high }
}

/** The scale of each item by its extname: effects of one item are in the same unit. */
function scalesOf(rows: readonly KindRow[]): ReadonlyMap<string, Scale | null> {
  const items = Map.groupBy(rows, ({ extname }) => extname)
  return new Map(
    [...items].map(([extname, own]) => [extname, scaleOf(own.map(measured).filter((effect) => effect !== null))]),
  )
}

const nothing: readonly KindRow[] = []

function useColumns(rows: readonly KindRow[] = nothing): Column<KindRow>[] {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  return useMemo(() => {
    const scales = scalesOf(rows)
    const item = (row: KindRow) => text(row.title) || row.extname
    const kind = (row: KindRow) => (row.kind === null ? t('noKind') : text(row.kindTitle) || row.kind)
    const name = (row: KindRow) => `${item(row)}: ${kind(row)}`
    const numbers = counts.map((name): Column<KindRow> => {
      const textOf = (row: KindRow) => format.number(row[name])
      return {
        id: name,
        title: t(name),
        align: 'right',
        width: 80,
        isFixed: true,
        sortBy: name,
        descFirst: true,
        text: textOf,
        cell: textOf,
        fileCell: (row) => ({ figure: textOf(row) }),
        compare: (a, b) => a[name] - b[name],
        // The words say it as well.
        ...(name === 'nMeasured' && { help: t('nMeasuredHelp'), extra: true }),
      }
    })
    return [
      // One column: on a narrow screen it stands alone, and rows of one item differ in the kind.
      { id: 'action', title: t('action'), naming: true, isLong: true, sortBy: 'action', text: name, cell: name },
      {
        id: 'effect',
        title: t('effect'),
        help: t('effectHelp'),
        width: 150,
        text: (row) => row.formattedDifference ?? '',
        cell(row) {
          const [effect, scale] = [measured(row), scales.get(row.extname) ?? null]
          if (effect === null || scale === null) return <NoValue why={text(row.text)} />
          return <EffectChart drawn={drawnOn(scale, effect)} verdict={row.verdict} label={text(row.text)} />
        },
      },
      {
        id: 'said',
        title: t('said'),
        width: 280,
        isLong: true,
        text: (row) => text(row.text),
        cell: (row) => <Verdict verdict={row.verdict} said={row.text} />,
      },
      ...numbers,
    ]
  }, [rows, t, text, format])
}
