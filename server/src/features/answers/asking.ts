import type { Locale } from '@gensvar/contract/local-text'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Questionnaire } from '#server/domain/questionnaire/questionnaire.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Entry } from './entry.ts'
import type { OpenLink } from './open-link.ts'
import type { AnsweredRow } from './store.ts'

/** Who answers: whoever was invited, anybody at an open link, or somebody who tries it. */
export type Respondent = { kind: 'person'; row: AnsweredRow } | { kind: 'anybody'; link: OpenLink } | { kind: 'trial' }

/** A survey that is open to somebody. */
export interface Asking {
  kind: 'open'
  model: SurveyModel
  questionnaire: Questionnaire
  source: FieldSource
  respondent: Respondent
  /** What answers are added to: the sample, or a response of nobody at a place. */
  start: Pick<CaseRow, 'answers' | 'contact' | 'eventDate' | 'unitIds'>
  /** Their language where it is known. */
  locale: Locale | null
  /** What they had entered when they were here before. */
  kept: Entry | null
}

/** What a link leads to. */
export type AnswerPlace =
  | { kind: 'unknown' }
  | { kind: 'closed' | 'done'; model: SurveyModel; locale: Locale | null }
  | Asking

/** Whether what is entered is kept on the server before it is sent: of people who are known, in a named survey. */
export function keepsEntries({ respondent, model }: Asking): boolean {
  return respondent.kind === 'person' && model.anonymity === null
}
