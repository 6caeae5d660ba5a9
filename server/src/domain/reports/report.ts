import type { Locale } from '@gensvar/contract/local-text'

/** A cell of a report: the text as the screen shows it, and what a spreadsheet computes with. */
export interface ReportCell {
  text: string
  /** Unrounded figure, or calendar date (ISO, of a date column); null or left out where the cell is text only. */
  value?: number | string | null
  /** Why the value is withheld; the cell is then empty. */
  withheld?: string
  /** The value is of fewer answers than the survey's `lowBase`. */
  isFew?: boolean
  /** Whether the goal is met; null or left out without one. */
  isGoalMet?: boolean | null
  /** Address that the cell opens (http or https). */
  link?: string | null
}

/** A column of a table. */
export interface ReportColumn {
  title: string
  kind: 'text' | 'number' | 'date'
  /** Decimals that numbers are shown with. */
  decimals?: number
  /** Text after numbers, such as %; the value is as shown (76 for 76 %). */
  suffix?: string
  /** Width in characters; by kind and title where left out. */
  width?: number
}

/** A table. Rows can be many: writers read them once, in order, and never hold them all. */
export interface ReportTable {
  kind: 'table'
  title: string
  columns: readonly ReportColumn[]
  rows: Iterable<readonly ReportCell[]> | AsyncIterable<readonly ReportCell[]>
  /** The Total row. */
  footer?: readonly ReportCell[]
  /** Sentences below it: what is left out and why. */
  notes?: readonly string[]
}

/** A chart of series over the same categories. Spreadsheets write it as a table. */
export interface ReportChart {
  kind: 'chart'
  title: string
  /** The answer in words. */
  subtitle?: string
  shape: 'line' | 'bar'
  categories: readonly string[]
  series: readonly ReportSeries[]
  decimals: number
  suffix?: string
  /** Ends of the scale; computed from the values where null. */
  min: number | null
  max: number | null
  /** Goal, drawn as a dashed line. */
  goal?: number | null
  notes?: readonly string[]
}

/** A series; a gap is null, never 0. */
export interface ReportSeries {
  title: string
  values: readonly (number | null)[]
  /** Answers behind each value. */
  counts?: readonly (number | null)[]
}

/** Names and values, such as the background of an interview. */
export interface ReportFacts {
  kind: 'facts'
  title: string
  facts: readonly { name: string; text: string }[]
}

/** A part of a report: a sheet of a spreadsheet, a section of a PDF. */
export type ReportSection = ReportTable | ReportChart | ReportFacts

/** Everything a report says, before it is written in a format. */
export interface ReportContent {
  title: string
  /** Place, period and filters, as one line below the title. */
  subtitle: string
  /** What was asked: survey, place, period, filters, who asked, when, the language. */
  asked: readonly { name: string; text: string }[]
  sections: readonly ReportSection[]
  locale: Locale
  /** Rows of all its tables together, where known, for the progress. */
  totalRows: number | null
}
