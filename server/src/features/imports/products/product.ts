import type { ImportNote } from '../import-words.ts'
import type { Separator } from '../profile/multiple-choice.ts'

/**
 * What a column records about a response besides the answers. Columns of the kinds `completed`, `date` and `started`
 * can be the event date, in this order.
 */
export type MetadataKind =
  | 'id'
  | 'completed'
  | 'date'
  | 'started'
  | 'state'
  | 'number'
  | 'email'
  | 'name'
  | 'phone'
  | 'language'
  | 'technical'

/** A column of an export. */
export interface ExportColumn {
  /** Name by which the column is found again in a later export. */
  header: string
  /** A text to make the variable of; the header where missing. */
  name?: string
  /** Title for people; made from header and wording where missing. */
  title?: string
  /** The full question; '' for none. */
  wording: string
  /** The question whose row or choice the column is; the rows of a matrix share one scale. */
  partOf?: string
  /** Null for a question. */
  metadata: MetadataKind | null
}

/** Columns that may be one question of several answers, with a column for each choice. */
export interface ChoiceGroup {
  header: string
  name?: string
  title?: string
  wording: string
  parts: ChoicePart[]
  /** A column of the file with the same answers joined in one cell. */
  joined: number | null
  /** Whether the file says that the columns are choices, rather than rows of a matrix. */
  certain: boolean
}

/** The column of one choice. An open one may hold words of the respondent. */
export interface ChoicePart {
  index: number
  label: string
  open: boolean
}

/** Rows of an export that are not completed answers, by the text of a column. */
export interface RowMark {
  index: number
  marks(text: string): boolean
}

/** A file recognised as the export of a survey product. */
export interface ProductExport {
  product: string
  /** Number of rows with names, questions and ids above the answers. */
  headerRows: number
  columns: ExportColumn[]
  groups: ChoiceGroup[]
  /** What several answers in one cell are joined by; null where the product writes none so. */
  joinedBy: Separator | null
  /** Rows of respondents who have not finished. */
  unfinished: RowMark | null
  /** Rows that are trials of the survey's makers. */
  preview: RowMark | null
  notes: ImportNote[]
}

/** A header row: its number in the file and the texts of its cells. */
export interface HeaderTexts {
  number: number
  texts: string[]
}

/**
 * Recognises an export by its shape. `rows` begins with the row that may hold the column names. Null if it is another
 * file. Throws `validation` where the header rows contradict each other, unless `lenient`.
 */
export type Recognise = (rows: readonly HeaderTexts[], lenient: boolean) => ProductExport | null

/** The kind of metadata of a header, from a table of names in lower case; null for a question. */
export function kindOf(names: Readonly<Record<string, MetadataKind>>, header: string): MetadataKind | null {
  const name = header.toLowerCase()
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null
}

/** Index of the column of a name (ignoring case), or -1. */
export function columnAt(texts: readonly string[], name: string): number {
  return texts.findIndex((text) => text.toLowerCase() === name)
}

/** The mark of rows where the column of a name holds a text that `marks`; null without such a column. */
export function markAt(texts: readonly string[], name: string, marks: (text: string) => boolean): RowMark | null {
  const index = columnAt(texts, name)
  return index === -1 ? null : { index, marks }
}

const noWords = new Set(['no', 'false', '0', 'nej', 'nei', 'ei'])

/** Whether a text says no. */
export function saysNo(text: string): boolean {
  return noWords.has(text.toLowerCase())
}

/** Longest title, as for other columns. */
const longestTitle = 80

/** A row of a matrix, a choice or another part of a question. */
export interface QuestionPart {
  index: number
  question: string
  label: string
}

/**
 * Titles of parts of questions, by column: the part's label, with its question where another one has the same label.
 */
export function partTitles(parts: readonly QuestionPart[]): Map<number, string> {
  const count = Map.groupBy(parts, ({ label }) => label.toLowerCase())
  return new Map(
    parts.flatMap(({ index, question, label }) => {
      const alone = count.get(label.toLowerCase())?.length === 1 && label !== ''
      const title = alone ? label : withQuestion(question, label)
      return title.length <= longestTitle ? [[index, title] as const] : []
    }),
  )
}

function withQuestion(question: string, label: string): string {
  const room = longestTitle - label.length - 2
  const short = question.length <= room ? question : `${question.slice(0, Math.max(0, room - 1)).trimEnd()}…`
  return `${short}: ${label}`
}
