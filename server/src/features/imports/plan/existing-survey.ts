import type { AnswerPlan, ScalePlan } from '../profile/answer-plan.ts'

/** A question the survey already has. */
export interface ExistingQuestion {
  id: number
  variable: string
  /** Header of the column it was made from. */
  header: string
  type: AnswerPlan['type']
  title: string
  min: number | null
  max: number | null
  /** The separator of several answers, stored by the import that made it. */
  separator: string | null
  /** Answers that contain the separator, stored likewise. */
  whole: readonly string[]
  /** Words and numbers configured as no answer. */
  notAnswered: readonly (string | number)[]
  outside: ScalePlan['outside']
}

/** A survey the import goes into. */
export interface ExistingSurvey {
  id: number
  questions: ExistingQuestion[]
  views: { id: number; extName: string; title: string; levels: string[] }[]
  /** Event date question of the current configuration. */
  eventDate: string | null
  responses: number
  /** Number of responses with a key. */
  keyed: number
}
