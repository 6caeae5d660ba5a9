import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import type { ChartData } from '@gensvar/contract/entities/chart'
import type { CountedAt } from '#web/lib/cases-path.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import type { Pick, PickOf } from '#web/ui/charts/chart-pick.ts'
import { useTexts as useChartTexts } from '#web/ui/charts/texts.ts'
import { periodLabel } from '#web/ui/charts/period-label.ts'
import { useTexts } from '#web/widgets/texts.ts'
import { useFigureDialog } from './use-figure-dialog.tsx'

/** What a chart's values are of besides the page's place. */
interface Options {
  /** Categories that are no periods: their names, and the days of all. */
  groups?: { nameOf: (category: number) => string; when: string }
  /** The place and filters of a value; null where what it counts is closed to the reader, undefined where it cannot be listed. */
  atOf?: (series: number, category: number) => CountedAt | null | undefined
  /** Whether the values are percentages of answers, of which the ones with the answer are listed. */
  areShares?: boolean
  /** What picking a series or a category does. */
  pickOf?: PickOf | undefined
}

/**
 * A click on a value opens what it is, with the way to what it counts, and to what its series or category leads to. Returns
 * what picking does in the chart, and the dialog, which is drawn once.
 */
export function useChartFigures(
  data: Omit<ChartData, 'summary'>,
  period: string,
  { groups, atOf, areShares = false, pickOf }: Options = {},
): { pickOf: PickOf; dialog: ReactNode } {
  const t = useTexts()
  const chart = useChartTexts()
  const text = useLocalText()
  const format = useFormat()
  const { open, close, dialog } = useFigureDialog()
  const picked = useCallback<PickOf>(
    ({ series, category }) => {
      if (series === undefined || category === undefined) return pickOf?.({ series, category }) ?? null
      const one = data.series[series]
      const about = data.descriptors[series]?.about
      const value = one?.data[category] ?? null
      if (!one || !about || value === null) return pickOf?.({ series, category }) ?? null
      const state = data.states?.[category] ?? 'whole'
      const name =
        groups?.nameOf(category) ??
        periodLabel(data.categories[category] ?? '', period, { locale: format.locale, t: chart })
      const when = state === 'whole' ? name : `${name} (${chart(`state_${state}`)})`
      const n = one.n?.[category] ?? null
      const at = atOf ? atOf(series, category) : {}
      const dates = data.dates?.[category]
      const cases = at === undefined ? null : at === null && about.cases !== null ? 'closed' : about.cases
      const also = pickOf?.({ series }) ?? pickOf?.({ category }) ?? null
      return {
        label: t('figureDetails'),
        run: () =>
          open({
            title: `${text(one.name)} · ${when}`,
            value: [format.number(value, about.decimals), areShares ? '%' : ''].join('\u{a0}').trim(),
            details: {
              ...{ ...about, cases },
              low: one.low?.[category] ?? null,
              high: one.high?.[category] ?? null,
            },
            decimals: about.decimals,
            n,
            ...(areShares && n !== null && { counted: Math.round((value * n) / 100) }),
            period: groups?.when ?? when,
            at: { ...at, ...(dates !== undefined && { dates }) },
            more: also && <Also pick={also} onDone={close} />,
          }),
      }
    },
    [data, period, groups, atOf, areShares, pickOf, open, close, t, chart, text, format],
  )
  return { pickOf: picked, dialog }
}

/** What a click did besides: it leads on from the dialog. */
function Also({ pick, onDone }: { pick: Pick; onDone: () => void }) {
  if (!('run' in pick)) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mt={8}
      onClick={() => {
        onDone()
        pick.run()
      }}
    >
      {pick.label}
    </Button>
  )
}
