import type { ImportNote } from '../import-words.ts'
import type { DateForm } from './date-forms.ts'
import type { Joining } from './multiple-choice.ts'
import type { DecimalMark } from './number-text.ts'

/** How a column's cells become answers. */
export type AnswerPlan =
  | ScalePlan
  | { type: 'single'; kind: 'category' | 'yes-no' | 'level' }
  | ({ type: 'multiple' } & Joining)
  | { type: 'numeric'; mark: DecimalMark }
  | { type: 'date'; form: DateForm }
  | { type: 'text'; kind: 'comment' | 'identifier' | 'email' | 'phone' | 'name' }

/** A rating. `steps` gives the number a labelled cell stands for (`5 - Very good`). */
export interface ScalePlan {
  type: 'scale'
  min: number
  max: number
  /** 0 and 1 for no and yes. */
  binary: boolean
  /** Whether numbers outside the scale count as answers. Codes for "no answer" never do. */
  outside: 'counted' | 'blank'
  /** False if there are answers between the steps. */
  whole: boolean
  mark: DecimalMark
  steps: ReadonlyMap<string, number> | null
}

/** What was decided about a column, with warnings for the person who imports. */
export interface Inference {
  plan: AnswerPlan
  warnings: ImportNote[]
}
