import type { PlannedView, QuestionSettings } from './planned.ts'

/** Rows of an export that are left out of the completed answers, unless included. */
export const includable = ['unfinished', 'preview'] as const

/** One of them. */
export type Includable = (typeof includable)[number]

/** The choices of the person who imports. */
export interface PlanOptions {
  /** Columns of the levels, by header or variable. */
  hierarchy: readonly string[] | null
  date: string | null
  dateFormat: string | null
  key: string | null
  /** Column of the overall question. */
  main: string | null
  /** Views of a configuration given with the file. */
  views: readonly PlannedView[] | null
  /** Rows to count as completed answers though the export says otherwise. */
  include: readonly Includable[]
  /** Whether columns without any answer are imported, because a given configuration may name them. */
  keepBlank: boolean
  /** Question of the survey, or `new`, by the column it is read from, where the names differ. */
  match: Readonly<Record<string, string>>
  questions: Readonly<Record<string, QuestionSettings>>
  /** Language to expect of open answers. */
  locale: string
}
