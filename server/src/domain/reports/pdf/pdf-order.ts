import type { Locale } from '@gensvar/contract/local-text'
import type { ReportChart, ReportColumn, ReportFacts } from '../report.ts'

/** A logo as its file holds it. */
export type PdfLogo = { svg: string } | { png: Uint8Array }

/** Whose report it is: what stands at the top and foot of every page. */
export interface PdfBrand {
  /** The universe's logo; null where it has none of its own. */
  logo: PdfLogo | null
  /** The universe's name. */
  title: string
  /** The day the report is of, in words; left out where the foot has none. */
  date?: string
}

/** A cell as it is drawn. */
export interface PdfCell {
  text: string
  /** Number of the note below the table that says why the value is withheld, from 1. */
  note?: number
  isFew?: true
  /** The value misses its goal. */
  isMissed?: true
  link?: string
}

/** A table with all the rows that are drawn. */
export interface PdfTable {
  kind: 'table'
  title: string
  columns: readonly ReportColumn[]
  rows: readonly (readonly PdfCell[])[]
  footer: readonly PdfCell[] | null
  /** Why values are withheld, in the order of their numbers. */
  reasons: readonly string[]
  notes: readonly string[]
  /** True where the table has more rows than are drawn. */
  isCut: boolean
}

/** A part of a report as it is drawn. */
export type PdfSection = PdfTable | ReportChart | ReportFacts

/** A report as the thread that lays it out receives it: plain data of bounded size. */
export interface PdfOrder {
  title: string
  subtitle: string
  asked: readonly { name: string; text: string }[]
  sections: readonly PdfSection[]
  locale: Locale
  brand: PdfBrand
}

/** What the thread answers. */
export type PdfAnswer = { kind: 'pdf'; bytes: Uint8Array } | { kind: 'failed'; message: string }
