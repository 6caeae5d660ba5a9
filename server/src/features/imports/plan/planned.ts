import type { LocalText } from '@gensvar/contract/local-text'
import type { AnswerPlan } from '../profile/answer-plan.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import type { NamedColumn } from './name-columns.ts'

/** A column with what was decided about it, as the report shows it. */
export interface PlannedColumn extends NamedColumn {
  profile: ColumnProfile
  plan: AnswerPlan
  /** Id of the survey's existing question. */
  questionId: number | null
  /** Language of the open answers, if nearly all are in one. */
  language: string | null
  /** Words and numbers configured as no answer, now or in an earlier import. */
  notAnswered: readonly (string | number)[]
  /** Choices of the existing question that were renamed since, by the name that files have. */
  renamed?: Readonly<Record<string, string>>
  /** Settings from `questions:` of the configuration. */
  settings: QuestionSettings | null
  /** Personal data that nothing shows: the answers are kept as text that is not an answer. */
  hidden?: boolean
  /** Of the event date: responses dated up to `before`, or from `after` on (ISO), are left out of all figures. */
  leftOutDays?: { before: string | null; after: string | null }
  /** Of the event date: responses without one are left out of all figures. */
  leavesOutUndated?: boolean
}

/** A question's settings in the configuration. */
export interface QuestionSettings {
  type?: AnswerPlan['type']
  title?: LocalText
  question?: LocalText
  min?: number
  max?: number
  /** Words and numbers that are no answers. */
  notAnswered?: (string | number)[]
  outside?: 'counted' | 'blank'
  separator?: string
  language?: string
  filterable?: boolean
  choices?: Record<string, LocalText>
}

/** One way down the hierarchy: variables of columns, from the top. */
export interface PlannedView {
  extName: string
  title: LocalText
  levels: string[]
}

/** The columns with a role, by variable; null if the file has none. */
export interface Roles {
  eventDate: string | null
  key: string | null
  /** Overall satisfaction: the main rating. */
  main: string | null
  /** Ratings of single aspects, those most closely related to the main one first. */
  drivers: string[]
  /** The drivers with a tile of their own. */
  tiles: string[]
  /** `promoter` is a column of the words Promoter, Passive and Detractor. */
  recommend: { variable: string; kind: 'nps' | 'promoter' | 'yes-no' | 'rating' } | null
  /** Open answers, longest first. */
  comments: string[]
  /** A short open answer that serves as the interview's title. */
  heading: string | null
  contact: { name: string | null; email: string | null; phone: string | null; language: string | null }
}

/** The columns of a type. */
export function ofType<T extends AnswerPlan['type']>(
  columns: readonly PlannedColumn[],
  type: T,
): (PlannedColumn & { plan: Extract<AnswerPlan, { type: T }> })[] {
  return columns.filter(
    (column): column is PlannedColumn & { plan: Extract<AnswerPlan, { type: T }> } => column.plan.type === type,
  )
}
