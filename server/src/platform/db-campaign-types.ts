import type { Generated } from 'kysely'
import type {
  DateText,
  Json,
  JsonDefault,
  JsonOrNull,
  Moment,
  MomentNow,
  MomentOrNull,
  Optional,
} from './db-columns.ts'
import type { StoredWords } from './db-task-types.ts'

/** Ways to reach people. */
export type SendingType = 'EMAIL' | 'SMS' | 'LETTER' | 'PHONE'

/** Whom a campaign adds by itself, as the contract's `scheduleParams`. */
export interface StoredSchedule {
  fromDays: number
  toDays: number
  weekdays: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun' | 'hol')[]
}

/** What those who have not answered are sent; the campaign's own template where `templateId` is null. */
export interface StoredReminder {
  afterDays: number
  templateId: number | null
}

/** Ways a message goes: `PUSH` is a text message to the app on a device. */
export type MessageWay = SendingType | 'PUSH'

/** A further way of a campaign, for those whom the ways before it cannot reach. Texts that are not given are empty. */
export interface StoredWay {
  sendingType: SendingType
  templateId: number | null
  fromName: string
  fromEmail: string
  /** Voice and language of a call; null for other ways. */
  selectedVoice: string | null
  selectedLocale: string | null
}

/** A campaign. */
export interface CampaignTable {
  id: Generated<number>
  survey_id: number
  ext_name: string
  title: string
  sending_type: SendingType
  campaign_type: Generated<'PULL_ONCE' | 'PULL' | 'PUSH' | 'PULL_SINGLE'>
  state: Generated<'CREATED' | 'STARTED' | 'PAUSED' | 'STOPPED' | 'ERROR'>
  state_reason: JsonOrNull<StoredWords>
  finished_at: MomentOrNull
  started_at: MomentOrNull
  scheduled_start: MomentOrNull
  scheduled_period: Optional<'DAILY' | 'WEEKLY' | 'MONTHLY'>
  schedule_params: JsonOrNull<StoredSchedule>
  next_round_on: Optional<DateText>
  send_from: Optional<string>
  send_to: Optional<string>
  template_id: Optional<number>
  from_name: Optional<string>
  from_email: Optional<string>
  bcc: Optional<string>
  reply_to: Optional<string>
  fixed_recipient: Optional<string>
  voice: Optional<string>
  locale: Optional<string>
  mail_action: Optional<string>
  mail_filters: Generated<string[]>
  link: Generated<string>
  reminders: JsonDefault<StoredReminder[]>
  ways: JsonDefault<StoredWay[]>
  to_devices: Generated<boolean>
  owner_id: Optional<number>
  version: Generated<number>
  /** What had been sent, come back and been complained of when it paused by itself. */
  judged_sent: Generated<number>
  judged_bounced: Generated<number>
  judged_complained: Generated<number>
  created_at: MomentNow
  updated_at: MomentNow
}

/** A message to one person; another one to the same person is another wave. */
export interface RecipientTable {
  id: Generated<number>
  campaign_id: number
  response_id: number
  wave: Generated<number>
  kind: Generated<'first' | 'reminder' | 'again'>
  /** Which of the campaign's reminders it is, from 0. */
  reminder: Optional<number>
  state: Generated<'PENDING' | 'SENDING' | 'SENT' | 'FAILED' | 'UNKNOWN'>
  address: Generated<string>
  address_hash: Generated<string>
  /** The hash of the person's other address, on another channel; empty for none. */
  other_hash: Generated<string>
  language: Generated<string>
  /** The way it goes; null for the campaign's own, where it has no other. */
  channel: Optional<MessageWay>
  /** When its person was noted as written to, where there are further ways. */
  noted_at: MomentOrNull
  /** The template that a script chose for this person; null for that of the campaign or its reminder. */
  template_id: Optional<number>
  /** Whether the next message to the person, a reminder, has been made. */
  is_followed: Generated<boolean>
  send_at: MomentNow
  run_token: Optional<string>
  lease_until: MomentOrNull
  attempts: Generated<number>
  reason: JsonOrNull<StoredWords>
  bounce: Optional<'soft' | 'hard'>
  complained: Generated<boolean>
  /** Whether the operator has reported that it reached the phone. */
  arrived: Generated<boolean>
  unsubscribed: Generated<boolean>
  answered: Generated<boolean>
  answered_at: MomentOrNull
  sent_at: MomentOrNull
  opened_at: MomentOrNull
  clicked_at: MomentOrNull
  open_count: Generated<number>
  click_count: Generated<number>
  machine_open_count: Generated<number>
  machine_click_count: Generated<number>
  updated_at: MomentNow
}

/** The letter of a message as PDF. */
export interface LetterTable {
  recipient_id: number
  campaign_id: number
  pages: number
  content: Buffer
  made_at: MomentNow
  /** When a file of letters held it for the first time. */
  downloaded_at: MomentOrNull
}

/** Recipients of a campaign by what became of them; kept by triggers. */
export interface CampaignCountTable {
  campaign_id: number
  total: Generated<number>
  pending: Generated<number>
  sending: Generated<number>
  sent: Generated<number>
  failed: Generated<number>
  unknown: Generated<number>
  bounced: Generated<number>
  /** Failed because the mail server refused their address; not kept by triggers. */
  refused: Generated<number>
  opened: Generated<number>
  clicked: Generated<number>
  answered: Generated<number>
  unsubscribed: Generated<number>
  complained: Generated<number>
}

/** Somebody a campaign would have reached, with the rule that left them out. */
export interface CampaignExclusionTable {
  campaign_id: number
  response_id: number
  rule: string
}

/** What became of a message and scripts have yet to be told of. */
export interface MessageEventTable {
  id: Generated<number>
  survey_id: number
  recipient_id: number
  kind: 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed'
  bounce: Optional<'soft' | 'hard'>
  at: Moment
  due_at: Moment
}

/** A sample that is sent no more reminders. */
export interface ReminderStopTable {
  response_id: number
}

/** A sample that was made or changed, which a campaign that pushes has yet to look at. */
export interface CampaignPushTable {
  campaign_id: number
  response_id: number
}

/** What happened to a message, as it came in. */
export interface RecipientEventTable {
  id: Generated<number>
  recipient_id: number
  kind: 'sent' | 'delivered' | 'open' | 'click' | 'answer' | 'bounce' | 'unsubscribe' | 'complaint'
  is_machine: Generated<boolean>
  details: JsonDefault<Record<string, string>>
  at: Moment
}

/** An address that an organisation sends nothing to. */
export interface SuppressionTable {
  universe_id: number
  address_hash: string
  address: string | null
  reason: 'unsubscribed' | 'complained' | 'bounced' | 'imported' | 'entered'
  campaign_id: Optional<number>
  created_at: Moment
}

/** When somebody was written to. */
export interface ContactLedgerTable {
  universe_id: number
  address_hash: string
  sent_at: Date[]
}

/** An organisation's rules of sending, as the contract's `sendingRules`. */
export interface SendingRulesTable {
  universe_id: number
  rules: Json<unknown>
  version: Generated<number>
}

/** The secret of an organisation's addresses and links. */
export interface SendingSecretTable {
  universe_id: number
  secret: Buffer
}

/** Messages of a day by the domains they go from and to. */
export interface SendingDayTable {
  universe_id: number
  day: DateText
  from_domain: string
  to_domain: string
  sent: Generated<number>
}

/** Messages that were taken to be sent in a second, to a provider's domain, or to all where it is empty. */
export interface SendingPaceTable {
  universe_id: number
  to_domain: string
  at: Moment
  taken: number
}

/** Messages that a campaign has sent in a part of a minute. */
export interface CampaignPaceTable {
  campaign_id: number
  at: Moment
  sent: number
}

/** A sample of an anonymous survey whose link was used. */
export interface UsedAnswerLinkTable {
  response_id: number
  is_completed: Generated<boolean>
  recipient_id: number | null
}

/** What was entered, by question, and the page somebody had come to. */
export interface StoredPartialAnswer {
  entered: Readonly<Record<string, readonly string[]>>
  page: number
  consent: boolean
}

/** `partial_answer`: what a respondent has entered and not sent. */
export interface PartialAnswerTable {
  response_id: number
  content: Json<StoredPartialAnswer>
  saved_at: Generated<Date>
}

/** `open_link`: which links that anybody may answer at are valid. */
export interface OpenLinkTable {
  survey_id: number
  rotation: Generated<number>
}

/** `used_form`: forms that were sent from such links. */
export interface UsedFormTable {
  form: Buffer
  survey_id: number
  day: DateText
}

/** A part of a text message that an operator has taken. */
export interface SmsPartTable {
  /** The account at the operator, and the operator's own name of the part. */
  name: string
  recipient_id: number
  has_arrived: Generated<boolean>
  sent_at: Moment
}

/** What an operator has reported of a part, until it is stored with its message. */
export interface SmsReceiptTable {
  id: Generated<number>
  name: string
  outcome: 'delivered' | 'failed'
  is_hard: Generated<boolean>
  said: string
  at: Moment
}

/** What was entered in a call that is under way. */
export interface StoredCallState {
  /** Answers of the phone that were taken. */
  step: number
  entered: Readonly<Record<string, readonly string[]>>
  /** Questions that were left out. */
  passed: readonly string[]
  /** Questions that were answered by speaking. */
  recorded: readonly string[]
  /** Answers in a row that could not be read. */
  misses: number
  consent: boolean
  /** Why it goes on no longer. */
  end: 'missed' | 'refused' | null
}

/** `phone_call`: a call of a named survey. */
export interface PhoneCallTable {
  recipient_id: number
  content: JsonOrNull<StoredCallState>
  has_ended: Generated<boolean>
}

/** `recording`: what was said in a call. */
export interface RecordingTable {
  id: Generated<number>
  recipient_id: number
  question_id: Optional<number>
  /** The provider's name of it. */
  sid: string
  is_wanted: Generated<boolean>
  is_ready: Generated<boolean>
  state: Generated<'WAITING' | 'STORED' | 'FAILED'>
  seconds: Generated<number>
  type: Generated<string>
  content: Optional<Buffer>
  made_at: Moment
}
