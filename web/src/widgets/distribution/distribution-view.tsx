import { useCallback, useMemo } from 'react'
import type { ChartData } from '@gensvar/contract/entities/chart'
import type { Distribution } from '@gensvar/contract/entities/distribution'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import type { PickOf } from '#web/ui/charts/chart-pick.ts'
import { TimeChart } from '#web/ui/charts/time-chart.tsx'
import { useTexts } from '#web/widgets/shares/texts.ts'
import { DistributionBars } from './distribution-bars.tsx'
import { partColours } from './part-colours.ts'
import { useAnswers } from './use-answers.ts'
import { usePartCases } from './use-part-cases.ts'
import { useSentence } from './use-sentence.ts'
import { useIsWeighted } from './use-share.ts'

/** Height of stacked columns with their sentence, in pixels. */
const height = 340

interface Props {
  data: Distribution
  /** How time is divided; null where the bars are of places. */
  period: string | null
}

/** A distribution as bars, or over time as stacked columns; and as a table, whose values lead to the interviews. */
export function DistributionView({ data, period }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const about = useAbout()
  const answers = useAnswers()
  const answer = useSentence(data, period)
  const isWeighted = useIsWeighted()
  const addressOf = usePartCases(data)
  const colours = useMemo(() => partColours(data), [data])
  const chart = useMemo(() => chartOf(data, colours), [data, colours])
  const groups = useMemo(() => {
    if (period !== null) return undefined
    const labels = data.bars.map((bar) => (bar.n === null ? text(bar.title) : `${text(bar.title)} (${answers(bar.n)})`))
    return { heading: data.bars.length > 1 ? text(data.level) : t('place'), labels }
  }, [data, period, text, answers, t])
  const pickOf = useCallback<PickOf>(
    ({ series, category }) => {
      const href = series === undefined || category === undefined ? null : addressOf(category, series)
      const part = series === undefined ? undefined : data.parts[series]
      return href === null ? null : { href, label: t('openAnswers', { answer: text(part?.title) }) }
    },
    [addressOf, data, t, text],
  )
  const left = data.total - data.bars.length
  const notes = [
    ...(data.isMultiple ? [t('severalAnswers')] : []),
    ...(data.isRounded ? [t('needNotAddUp')] : []),
    ...(isWeighted ? [t('weightedShares')] : []),
    ...(left > 0 ? [t('leftOut', { n: format.number(left) })] : []),
  ]
  const isStacked = !data.isMultiple
  return (
    <TimeChart
      data={chart}
      about={about}
      period={period ?? ''}
      height={height}
      title={text(data.title)}
      answer={answer}
      decimals={0}
      unit="%"
      {...(groups && { groups })}
      chartType={isStacked ? 'column' : period === null ? 'column' : 'line'}
      stacked={isStacked}
      {...(isStacked && { lowerY: 0, upperY: 100 })}
      pickOf={pickOf}
      notes={notes}
      drawing={period === null ? <DistributionBars data={data} colours={colours} addressOf={addressOf} /> : undefined}
    />
  )
}

/** The bars as columns on top of each other: a series for each part, with the answers behind it. */
function chartOf({ bars, parts }: Distribution, colours: readonly string[]): ChartData {
  return {
    categories: bars.map(({ name }) => name),
    states: bars.map(({ state }) => state),
    series: parts.map(({ title }, at) => ({
      name: title,
      data: bars.map(({ shares }) => shares[at] ?? null),
      n: bars.map(({ counts }) => counts?.[at] ?? null),
      why: bars.map(({ withheld }) => withheld),
    })),
    descriptors: parts.map(({ name, title }, at) => ({ title, variable: name, color: colours[at] ?? null })),
  }
}
