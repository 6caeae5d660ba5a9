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
  /** The numbers of a scale's words, as the import that made the question read them. */
  steps: ReadonlyMap<string, number> | null
  /** Choices that were renamed since, by the name that files have. */
  renamed: Readonly<Record<string, string>>
  /** Whether its numbers are turned, because the file's lowest is the best answer. */
  lowBest: boolean
}

/** A survey the import goes into. */
export interface ExistingSurvey {
  id: number
  questions: ExistingQuestion[]
  views: { id: number; extName: string; title: string; levels: string[] }[]
  /** Event date question of the current configuration. */
  eventDate: string | null
  /** The headline: the question of the interview's rating or face in the current configuration. */
  main: string | null
  responses: number
  /** Number of responses with a key. */
  keyed: number
}
