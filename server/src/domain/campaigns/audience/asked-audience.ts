import type { ExclusionRule } from '@gensvar/contract/campaigns'
import type { Condition } from '@gensvar/contract/conditions'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { MessageWay, SendingType } from '#server/platform/db-campaign-types.ts'

/** Whom a campaign is about: the responses at a place that whoever asks may see. */
export interface AskedAudience {
  access: SurveyAccess
  /** Of the place and its filters. */
  conditions: readonly Condition[]
  /** The drill path that the conditions come from. */
  link: string
  /** Names of the mail filters that are on. */
  mailFilters: readonly string[]
  /** Samples that were taken out by hand. */
  removed: readonly number[]
  sendingType: SendingType
  /** Further ways, in order, for those whom the one before cannot reach. */
  ways?: readonly SendingType[]
  /** Whether text messages go to devices first, where they are known. */
  toDevices?: boolean
  /** Where everything is sent instead; then nobody is left out because of their address. */
  fixedRecipient: string | null
  /** The mail action that the campaign is made from: its table may list some kinds of event alone. */
  mailAction: string | null
  /** Only these responses: those of a button, or that were changed. */
  ids?: readonly number[]
  /** The question that holds the address, where it is not that of the respondent. */
  addressVariable?: string
  /** The button of a sample that it is made by, for scripts; left out for a mail action. */
  button?: { name: string; template: string | null }
  /** A campaign there is: whoever has a message of it is not among its people any more. */
  campaignId?: number
}

/** How many people a campaign writes to, and how many it leaves out by which rule. */
export interface AudienceCount {
  recipients: number
  excluded: { rule: ExclusionRule; count: number }[]
  /** Of the recipients, how many are reached by each way, in their order. */
  byWay: { sendingType: MessageWay; count: number }[]
  /** People who pass each mail filter of the survey, of those whom no earlier rule leaves out. */
  byFilter: Map<string, number>
}

/** Somebody at the place. */
export interface AudienceRow {
  /** Of the sample. */
  id: number
  respondent: string
  /** As it was given; the fixed recipient where there is one. */
  email: string
  state: number
  /** The way they are reached by; of those who are left out, the audience's own. */
  sendingType: MessageWay
  /** The first rule that leaves them out; null for those who are written to. */
  rule: ExclusionRule | null
}

/** A page of people. */
export interface AudiencePage {
  rows: AudienceRow[]
  totalRows: number
}

/** What pages of recipients are sorted by. */
export const audienceOrders = ['id', 'respondent', 'email', 'status'] as const

/** One of them. */
export type AudienceOrder = (typeof audienceOrders)[number]
