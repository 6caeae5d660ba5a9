import { useCallback, useMemo } from 'react'
import { plainToken } from '@gensvar/contract/drill-path'
import { withFilter } from '@gensvar/contract/path-steps'
import { useCanFilter } from '#web/lib/can-filter.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, usePlace } from '#web/lib/place.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { chartAnswer } from '#web/ui/charts/chart-answer.ts'
import type { PickOf } from '#web/ui/charts/chart-pick.ts'
import { isEmptyChart } from '#web/ui/charts/chart-view.ts'
import { PeriodLinks } from '#web/ui/charts/period-links.tsx'
import { useTexts as useChartTexts } from '#web/ui/charts/texts.ts'
import { TimeChart } from '#web/ui/charts/time-chart.tsx'
import { useFormat } from '#web/lib/format.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { useChartFigures } from '#web/widgets/figure-details/use-chart-figures.tsx'
import { usePeriodMenu } from '#web/widgets/selection-block/period-menus.ts'
import { useTexts } from '#web/widgets/shares/texts.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import { Withheld } from '#web/widgets/withheld.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useChosenPeriod } from '#web/widgets/use-chosen-period.ts'
import { usePeriodShown } from '#web/widgets/use-period-shown.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'

/** Height of the chart with its sentence, in pixels. */
const height = 340

type Shares = WidgetAnswer<'choice-line', 'data'>

/** A line per choice of a question: its share of the answers over time. The page can be filtered by one. */
export function ChoiceLine({ config }: WidgetProps<'choice-line'>) {
  const t = useChartTexts()
  const text = useLocalText()
  const [period, setPeriod, options] = useChosenPeriod(config.id, config.periods)
  const query = useWidgetData('choice-line', 'data', config.id, { period })
  const drawn = usePeriodShown(period, query.isPlaceholderData)
  const title = text(config.title) || text(query.data?.question)
  const menu = options.map(({ value, label }) => ({ value, text: label }))
  const isHosted = usePeriodMenu(config.id, { title, options: menu, value: period, onChange: setPeriod })
  return (
    <WidgetFrame
      query={query}
      title={title || t('chart')}
      actions={isHosted ? undefined : <PeriodLinks options={options} value={period} onChange={setPeriod} />}
      height={height}
      isEmpty={isEmptyChart}
      empty={query.data?.withheld != null ? <Withheld why={query.data.withheld} /> : undefined}
    >
      {(data) => <Lines data={data} question={config.question} period={drawn} title={title} />}
    </WidgetFrame>
  )
}

interface LinesProps {
  data: Shares
  /** Name of the question, as a filter has it. */
  question: string
  period: string
  title: string
}

function Lines({ data, question, period, title }: LinesProps) {
  const t = useTexts()
  const about = useAbout()
  const format = useFormat()
  const answer = useAnswer(data, period)
  const { pickOf, dialog } = useChoiceFigures(data, question, period)
  const isCut = data.drawn.length < data.series.length
  const notes = [
    ...(isCut ? [t('drawnOf', { n: format.number(data.drawn.length), all: format.number(data.series.length) })] : []),
    ...(data.isMultiple ? [t('severalAnswers')] : []),
  ]
  return (
    <>
      <TimeChart
        data={data}
        about={about}
        period={period}
        height={height}
        title={title}
        answer={answer}
        decimals={0}
        unit="%"
        drawnOnly={isCut ? data.drawn : undefined}
        pickOf={pickOf}
        notes={notes}
      />
      {dialog}
    </>
  )
}

/** What the lines say: the most common choice, and its change. */
function useAnswer(data: Shares, period: string): string {
  const t = useTexts()
  const chart = useChartTexts()
  const text = useLocalText()
  const { locale } = useFormat()
  return useMemo(() => {
    const leading = data.descriptors.find(({ variable }) => variable === data.leading)
    const name = t('mostCommon', { name: text(leading?.title) })
    const { categories } = data
    const states = categories.map((_, at) => data.states?.[at] ?? 'whole')
    return chartAnswer(data.summary, { name, categories, states, period }, { t: chart, text, locale })
  }, [data, period, t, chart, text, locale])
}

/** A click on a value opens what it is, with the answers that have its choice; a heading of the table filters by it. */
function useChoiceFigures(data: Shares, question: string, period: string) {
  const pickOf = useChoicePick(data, question)
  const atOf = useCallback(
    (series: number) => {
      const choice = data.descriptors[series]
      return choice && { filter: plainToken(question, choice.variable) }
    },
    [data, question],
  )
  return useChartFigures(data, period, { atOf, areShares: true, pickOf })
}

/** What filters the page by a choice, where it can be filtered by the question. */
function useChoicePick(data: Shares, question: string): PickOf | undefined {
  const t = useTexts()
  const text = useLocalText()
  const place = usePlace()
  const change = useChangePath()
  const canFilter = useCanFilter()
  const isOpen = canFilter(question)
  const pickOf = useCallback<PickOf>(
    ({ series, category }) => {
      const choice = series === undefined || category !== undefined ? undefined : data.descriptors[series]
      if (!choice) return null
      return {
        label: t('showOnly', { name: text(choice.title) }),
        run: () => void change(withFilter(place, plainToken(question, choice.variable))).catch(notifyError),
      }
    },
    [data, question, place, change, t, text],
  )
  return isOpen ? pickOf : undefined
}
