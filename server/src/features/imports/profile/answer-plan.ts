import type { ImportNote } from '../import-words.ts'
import type { DateForm } from './date-forms.ts'
import type { Joining } from './multiple-choice.ts'
import type { DecimalMark } from './number-text.ts'
import type { VerbalScale } from './verbal-scales.ts'

/** How a column's cells become answers. */
export type AnswerPlan =
  | ScalePlan
  | SinglePlan
  | ({ type: 'multiple' } & Joining)
  | NumericPlan
  | { type: 'date'; form: DateForm }
  | { type: 'text'; kind: 'comment' | 'identifier' | 'email' | 'phone' | 'name' }

/** Numbers. */
interface NumericPlan {
  type: 'numeric'
  mark: DecimalMark
}

/** One choice of several. `codes` says how the numbers that stand for the choices are read, where they are numbers. */
interface SinglePlan {
  type: 'single'
  kind: 'category' | 'yes-no' | 'level'
  codes?: ScalePlan | NumericPlan
}

/** A rating; a higher answer is a better one. `steps` gives the number a cell in words stands for (`5 - Very good`). */
export interface ScalePlan {
  type: 'scale'
  min: number
  max: number
  /** 0 and 1 for no and yes. */
  binary: boolean
  /**
   * Whether numbers outside the scale count as answers, or those below or above it do not, or none. Codes for "no
   * answer" never do.
   */
  outside: 'counted' | 'below' | 'above' | 'blank'
  /** False if there are answers between the steps. */
  whole: boolean
  mark: DecimalMark
  steps: ReadonlyMap<string, number> | null
  /** True if the file's lowest number is the best answer: its numbers are turned (`min + max - number`). */
  lowBest?: true
  /** Set if the steps are words, letters, stars or faces without numbers. */
  words?: VerbalScale
}

/** Whether a scale leaves a number out as not being one of its answers. */
export function leavesOut({ outside, min, max }: ScalePlan, value: number): boolean {
  if (outside === 'counted') return false
  return (value < min && outside !== 'above') || (value > max && outside !== 'below')
}

/** What was decided about a column, with warnings for the person who imports. */
export interface Inference {
  plan: AnswerPlan
  warnings: ImportNote[]
}
