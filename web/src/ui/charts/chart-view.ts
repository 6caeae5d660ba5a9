import type { ChartData, PeriodState } from '@gensvar/contract/entities/chart'
import { addToDate, toDayNumber } from '@gensvar/contract/dates'
import type { LocalText } from '@gensvar/contract/local-text'
import { standardDecimals } from '#web/lib/format.ts'
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
  /** Distance of the ticks of the values' axis; chosen by the drawing where missing. */
  tickInterval?: number
}

/** A time that is marked behind the lines, such as that of an action. */
export interface ChartBand {
  /** First and last day, ISO. */
  from: string
  to: string
  name: string
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
  /** Values of fewer answers are hollow; null where none are. */
  lowBase: number | null
  /** Why each value is withheld; empty where it is not. */
  why?: readonly string[]
  /** Where its level changed by more than chance. */
  changes?: readonly LevelChange[]
}

/** A change of level: the index of its first period, and what is said of it, also with the name of its series. */
export interface LevelChange {
  at: number
  words: string
  named: string
}

/** A chart with all its texts and number formats, ready to be drawn, shown as a table or saved. */
export interface ChartView extends ChartLook {
  title: string
  /** What the chart says, in one sentence. */
  answer: string
  /** Periods as the axis names them, or the names of what the columns are of. */
  labels: readonly string[]
  /** What the columns are of, such as the title of a level; left out where they are periods. */
  heading?: string
  /** How much of each period there are figures of, and what is said of those that are not whole; empty of others. */
  states: readonly PeriodState[]
  notes: readonly string[]
  series: readonly SeriesView[]
  /** Interviews per period on an axis of their own, or null. */
  interviews: readonly (number | null)[] | null
  goal: number | null
  /** The numbers that each value is between; null where that is not known. */
  range: { from: number; to: number } | null
  /** The periods that a time covers, by their indices; null without one, or where no period shown belongs to it. */
  band: { first: number; last: number; name: string } | null
  words: { goal: string; interviews: string }
  /** A value with the decimals of the standard number format. */
  number: (value: number) => string
  /** The least difference of two values that are not written alike. */
  step: number
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
}

/** What a chart says that its figures do not. */
export interface ChartWords {
  /** The sentence that sums it up, instead of the one of its summary. */
  answer?: string
  /** Name of the line across it, where that is not a goal. */
  goalName?: string
  /** Decimals of its values; those of the standard number format where missing. */
  decimals?: number
  /** Written after its values, such as %. */
  unit?: string
  /** Names of the categories where they are not periods, and what they are names of. */
  groups?: { heading: string; labels: readonly string[] }
  /** A time that is marked. */
  band?: ChartBand | null
}

/** Whether a chart has no value to show. */
export function isEmptyChart({ series }: ChartData): boolean {
  return series.every(({ data }) => data.every((value) => value === null))
}

/** The day on which the next period begins; the last one is taken to be as long as the one before. */
function nextOf(categories: readonly string[], at: number): string {
  const [before, from, next] = [categories[at - 1], categories[at] ?? '', categories[at + 1]]
  if (next !== undefined || before === undefined) return next ?? '9999'
  return addToDate(from, toDayNumber(from) - toDayNumber(before), 'd')
}

/** The periods that begin before a time is over and end after it has begun; `categories` are their first days. */
function bandOf(categories: readonly string[], band: ChartBand | null): ChartView['band'] {
  if (band === null) return null
  const covered = categories.flatMap((from, at) => (from <= band.to && nextOf(categories, at) > band.from ? [at] : []))
  const [first] = covered
  return first === undefined ? null : { first, last: covered.at(-1) ?? first, name: band.name }
}

/** Prepares a chart's figures in a language. `period` is the kind of period its categories are. */
export function chartViewOf(
  data: ChartData,
  {
    period,
    title,
    answer,
    goalName,
    decimals,
    unit = '',
    groups,
    band = null,
    ...look
  }: ChartLook & ChartWords & { period: string; title?: string },
  { t, format, text, about = '' }: Surroundings,
): ChartView {
  const words = { locale: format.locale, t }
  const number = (value: number) =>
    withUnit(decimals === undefined ? format.standard(value) : format.number(value, decimals), unit)
  const series = data.series.map((one, at): SeriesView => {
    const descriptor = data.descriptors[at]
    const name = text(one.name) || text(descriptor?.title)
    return {
      name,
      variable: descriptor?.variable ?? '',
      color: descriptor?.color ?? null,
      values: one.data,
      n: one.data.map((_, index) => one.n?.[index] ?? null),
      lowBase: one.lowBase ?? null,
      why: one.data.map((_, index) => text(one.why?.[index])),
      changes: (one.changes ?? []).map(({ at: from, before, after }) => {
        const of = {
          when: periodPhrase(data.categories[from] ?? '', period, words),
          before: number(before),
          after: number(after),
        }
        const isRise = after > before
        return {
          at: from,
          words: t(isRise ? 'levelRose' : 'levelFell', of),
          named: t(isRise ? 'levelRoseOf' : 'levelFellOf', { ...of, name }),
        }
      }),
    }
  })
  const name = series[0]?.name ?? ''
  const { categories } = data
  const states = categories.map((_, at) => data.states?.[at] ?? 'whole')
  return {
    ...look,
    title: title || (series.length === 1 ? name : ''),
    answer: [
      answer ?? chartAnswer(data.summary, { name, categories, states, period }, { ...words, text }),
      ...series.flatMap((one, at) => latestChange(one, at > 0)),
    ].join('. '),
    labels: groups?.labels ?? categories.map((category) => periodLabel(category, period, words)),
    ...(groups && { heading: groups.heading }),
    states,
    notes: states.map((state) => (state === 'whole' ? '' : t(`state_${state}`))),
    series,
    interviews: data.interviews ?? null,
    goal: data.goal ?? null,
    range: data.range ?? null,
    band: bandOf(categories, band),
    words: { goal: goalName ?? t('goal'), interviews: t('interviews') },
    number,
    step: 10 ** -(decimals ?? standardDecimals()),
    count: (value) => format.number(value),
    answers: (count) => `${about}${t('answers', { count, n: format.number(count) })}`,
  }
}

/** What the sentence says of a series' latest change of level; with its name where the sentence has not been of it so far. */
function latestChange({ changes = [] }: SeriesView, isNamed: boolean): string[] {
  const latest = changes.at(-1)
  return latest === undefined ? [] : [isNamed ? latest.named : latest.words]
}

function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text}\u{a0}${unit}`
}

/** A period's name with what is said of it where it is not whole: `Nov 2026 (so far)`. */
export function periodName({ labels, notes }: Pick<ChartView, 'labels' | 'notes'>, at: number): string {
  const note = notes[at] ?? ''
  return note === '' ? (labels[at] ?? '') : `${labels[at]} (${note})`
}
