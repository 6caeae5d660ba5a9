import type { NewGroup, NewQuestion } from '#server/domain/build/questions.ts'
import type { NewView } from '#server/domain/build/units.ts'
import type { Texts } from '#server/domain/survey/survey-model.ts'

/** A unit to be stored, named by the ext names from the top of its view. Parents come before their children. */
export interface PlannedUnit {
  path: readonly string[]
  title: Texts
  aliases?: readonly string[]
  /** User name of the person in charge. */
  owner?: string
  /** ISO dates of opening and closing. */
  validFrom?: string
  validTo?: string
}

/** A view with its units. */
export interface PlannedView extends Omit<NewView, 'order'> {
  units: readonly PlannedUnit[]
}

/** An answer as stored: number, ext name, ext names, ISO date or text. */
export type PlannedAnswer = number | string | string[]

/** An alert of a response. Moments are ISO. */
export interface PlannedAlert {
  rule: string
  state: 2 | 3 | 6
  createdAt: string
  closedAt: string | null
}

/** A step in the history of an alert. */
export interface PlannedAlertLog {
  event: 'raised' | 'saved' | 'closed' | 'reopened' | 'escalated'
  /** The state after it. */
  state: 2 | 3 | 6
  at: string
  /** Empty for what the program did by itself. */
  username: string
  comment: string
  /** User name of who has it since; null where that did not change. */
  newOwner: string | null
}

/** An answer of whoever closed an alert. */
export interface PlannedAlertAnswer {
  question: string
  choice: number | null
  value: string | null
}

/** An alert with what was done about it. */
export interface HandledAlert extends PlannedAlert {
  /** User name of who has it. */
  owner: string
  dueAt: string
  version: number
  handledAt: string | null
  reopened: number
  escalated: number
  logs: readonly PlannedAlertLog[]
  answers: readonly PlannedAlertAnswer[]
}

/** The result of one sending to a respondent. */
export interface PlannedRecipient {
  /** Ext name of the campaign. */
  campaign: string
  wave: number
  /** Whether it reminds of an earlier one. */
  isReminder: boolean
  state: 'PENDING' | 'SENT' | 'FAILED'
  unsubscribed: boolean
  sentAt: string | null
  openedAt: string | null
  clickedAt: string | null
  opens: number
  clicks: number
}

/** A row of a record set. */
export interface PlannedRecord {
  recordset: string
  cells: Record<string, string | number>
}

/** A user's comment on an interview. */
export interface PlannedComment {
  username: string
  message: string
  createdAt: string
}

/** A response with everything that belongs to it. */
export interface PlannedResponse {
  foreignId: string
  state: 0 | 1 | 2 | 3 | 4
  /** ISO date. */
  eventDate: string
  completedAt: string | null
  answers: Record<string, PlannedAnswer>
  contact: Record<string, string>
  /** Leaf unit in each view, as the ext names from the top. */
  places: readonly (readonly string[])[]
  alerts?: readonly HandledAlert[]
  recipients?: readonly PlannedRecipient[]
  records?: readonly PlannedRecord[]
  comments?: readonly PlannedComment[]
}

/** An action, open until the evaluation of due ones closes it. Days are ISO; the deadline belongs to it. */
export interface PlannedAction {
  /** Ext names from the top of the first view; empty for the whole survey. */
  path: readonly string[]
  /** Name of the actionable item. */
  extname: string
  kind: string | null
  goal: number
  period: string
  periodStart: string
  deadline: string
  /** User name. */
  responsible: string
  notes: readonly { username: string; at: string; message: string }[]
}

/** A campaign of a survey. */
export interface PlannedCampaign {
  extName: string
  title: string
  sendingType: 'EMAIL' | 'SMS'
  campaignType: 'PULL_ONCE' | 'PULL' | 'PUSH' | 'PULL_SINGLE'
  state: 'CREATED' | 'STARTED' | 'PAUSED' | 'STOPPED'
  /** Tag of the template of its kind that it sends. */
  template: string
  /** Drill path of the people it goes to. */
  link: string
  /** Days (ISO) on which it began or begins, and on which everything had been sent. */
  startsOn: string
  finishedOn?: string
  /** Of one that adds people each day: those whose visit was so many days ago at most. */
  days?: number
  /** After so many days those who have not answered are sent the template with this tag. */
  reminder?: { afterDays: number; template: string }
}

/** A whole survey, planned but not yet written. `responses` can be iterated once and generates the rows as it goes. */
export interface PlannedSurvey {
  extName: string
  title: Texts
  organisationName: string
  /** The CONFIGURATION script, YAML. */
  configuration: string
  groups: readonly NewGroup[]
  questions: readonly NewQuestion[]
  views: readonly PlannedView[]
  campaigns: readonly PlannedCampaign[]
  actions?: readonly PlannedAction[]
  /** Number of rows in `responses`. */
  size: number
  responses(): Iterable<PlannedResponse>
}
