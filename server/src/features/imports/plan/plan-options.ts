import type { PlannedView, QuestionSettings } from './planned.ts'

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
  questions: Readonly<Record<string, QuestionSettings>>
  /** Language to expect of open answers. */
  locale: string
}
