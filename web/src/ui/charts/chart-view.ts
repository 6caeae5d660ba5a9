import type { ChartData } from '@gensvar/contract/entities/chart'
import type { LocalText } from '@gensvar/contract/local-text'
import type { Format } from '#web/lib/format.ts'
import { chartAnswer } from './chart-answer.ts'
import { periodLabel, periodPhrase } from './period-label.ts'
import type { ChartTexts } from './texts.ts'

/** How a chart is drawn, as its configuration says. */
export interface ChartLook {
  chartType?: 'line' | 'column' | 'area'
  /** Puts the series on top of each other. */
  stacked?: boolean
  lowerY?: number
  upperY?: number
  verticalLegend?: boolean
}

/** One series with its texts and what decides its colour. */
export interface SeriesView {
  name: string
  variable: string
  color: string | null
  /** A null is a gap. */
  values: readonly (number | null)[]
  /** Answers behind each value; null where unknown. */
  n: readonly (number | null)[]
}

/** A chart with all its texts and number formats, ready to be drawn, shown as a table or saved. */
export interface ChartView extends ChartLook {
  title: string
  /** What the chart says, in one sentence. */
  answer: string
  /** Periods as the axis names them. */
  labels: readonly string[]
  series: readonly SeriesView[]
  /** Interviews per period on an axis of their own, or null. */
  interviews: readonly (number | null)[] | null
  goal: number | null
  words: { goal: string; interviews: string }
  /** A value with the decimals of the standard number format. */
  number: (value: number) => string
  /** A number of answers, without decimals. */
  count: (value: number) => string
  /** The text for the number of answers behind a value. */
  answers: (count: number) => string
}

interface Surroundings {
  t: ChartTexts
  format: Format
  text: (text: LocalText | null | undefined) => string
  /** Prefix of rounded numbers of answers; empty where they are exact. */
  about?: string
  /** Decimals of the standard number format. */
  decimals: number
}

/** Whether a chart has no value to show. */
export function isEmptyChart({ series }: ChartData): boolean {
  return series.every(({ data }) => data.every((value) => value === null))
}

/** Prepares a chart's figures in a language. `period` is the kind of period its categories are. */
export function chartViewOf(
  data: ChartData,
  { period, title, ...look }: ChartLook & { period: string; title?: string },
  { t, format, text, about = '', decimals }: Surroundings,
): ChartView {
  const words = { locale: format.locale, t }
  const series = data.series.map((one, at): SeriesView => {
    const descriptor = data.descriptors[at]
    return {
      name: text(one.name) || text(descriptor?.title),
      variable: descriptor?.variable ?? '',
      color: descriptor?.color ?? null,
      values: one.data,
      n: one.data.map((_, index) => one.n?.[index] ?? null),
    }
  })
  const name = series[0]?.name ?? ''
  return {
    ...look,
    title: title || (series.length === 1 ? name : ''),
    answer: answerText(),
    labels: data.categories.map((category) => periodLabel(category, period, words)),
    series,
    interviews: data.interviews ?? null,
    goal: data.goal ?? null,
    words: { goal: t('goal'), interviews: t('interviews') },
    number: format.standard,
    count: (value) => format.number(value),
    answers: (count) => `${about}${t('answers', { count, n: format.number(count) })}`,
  }

  function answerText(): string {
    const answer = chartAnswer(data, decimals)
    if (answer.kind === 'none') return t('answer_none')
    const when = periodPhrase(data.categories[answer.at] ?? '', period, words)
    const value = format.standard(answer.value)
    if (!('change' in answer)) return t(`answer_${answer.kind}`, { name, value, when })
    return t(`answer_${answer.kind}`, { name, value, when, change: format.standard(answer.change) })
  }
}
