import type { AnswerPlan, ScalePlan } from '../profile/answer-plan.ts'

/** A question the survey has from before. */
export interface ExistingQuestion {
  id: number
  variable: string
  /** Header of the column it was made from. */
  header: string
  type: AnswerPlan['type']
  title: string
  min: number | null
  max: number | null
  /** What the import that made it noted: the separator of several answers. */
  separator: string | null
  /** What was given by hand as no answer. */
  notAnswered: readonly (string | number)[]
  outside: ScalePlan['outside']
}

/** A survey the import goes into. */
export interface ExistingSurvey {
  id: number
  questions: ExistingQuestion[]
  views: { id: number; extName: string; title: string; levels: string[] }[]
  /** Event date question of the configuration in force. */
  eventDate: string | null
  responses: number
  /** Responses that have a key to be found by. */
  keyed: number
}
