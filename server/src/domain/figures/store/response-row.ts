import type { StoredAlert } from './alert-columns.ts'
import type { StoredAnswer } from './answer-columns.ts'
import type { StoredJudgement } from './comment-columns.ts'
import type { WrittenAnswers } from './written-answers.ts'

/** A response with its alerts and sendings, as read from the system of record. */
export interface ResponseRow {
  id: number
  state: number
  eventDate: string
  answers: Readonly<Record<string, StoredAnswer>> | WrittenAnswers
  unitIds: readonly number[]
  /** Language of the respondent; null when unknown. */
  language: string | null
  /** Name, email and the like of the respondent, which lists of samples are searched by. */
  contact?: Readonly<Record<string, string>> | null
  /** Kind of event it is about; null when unknown. */
  eventSource?: string | null
  alerts: { open: number; processing: number; closed: number }
  /** Each of its alerts. */
  handled?: readonly StoredAlert[]
  recipients: readonly RecipientRow[]
  /** What was found in its comments. */
  judgements?: readonly StoredJudgement[]
  /** Random 32-bit integer that seeds the noise of published figures. */
  recordKey: number
  /** Counted in the figures of an anonymous survey. */
  released: boolean
}

/** A place of responses: their units, and their answers to the levels. */
export interface Place {
  answers: Readonly<Record<string, StoredAnswer>>
  unitIds: readonly number[]
}

/** A sending to a respondent. */
export interface RecipientRow {
  id: number
  campaignId: number
  state: string
  /** Whether it was an e-mail: only of those is it seen that they are opened. */
  byMail: boolean
  unsubscribed: boolean
  opened: boolean
  clicked: boolean
  answered: boolean
  bounced: boolean
  complained: boolean
}
