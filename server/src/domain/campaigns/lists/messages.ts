import type { trackingStates } from '@gensvar/contract/entities/campaigns'
import type { Locale } from '@gensvar/contract/local-text'
import { caseOf } from '#server/domain/cases/case-query.ts'
import type { CaseDeps, CaseRow, RawCase } from '#server/domain/cases/case-query.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { translate } from '#server/platform/translate.ts'
import type { SeenMessages } from './seen.ts'

/** A message with the response that it is for, as read. */
export interface MessageFacts extends RawCase {
  messageId: number
  messageState: 'PENDING' | 'SENDING' | 'SENT' | 'FAILED' | 'UNKNOWN'
  kind: 'first' | 'reminder' | 'again'
  /** The way it goes; null for the campaign's own. */
  channel: MessageWay | null
  /** Which of the campaign's reminders it is, from 0. */
  reminder: number | null
  /** The template that was chosen for this person instead of the campaign's. */
  templateId: number | null
  address: string
  language: string
  reason: StoredWords | null
  bounce: 'soft' | 'hard' | null
  arrived: boolean
  answered: boolean
  unsubscribed: boolean
  sentAt: Date | null
  sendAt: Date
  openedAt: Date | null
  clickedAt: Date | null
  answeredAt: Date | null
  updatedAt: Date
  openCount: number
  clickCount: number
  /** Whether it is a call of which something was recorded. */
  isRecorded: boolean
}

/** What became of a message, as it is told. */
export type TrackingState = (typeof trackingStates)[number]

/** A statement for messages (`recipient` as `m`) with their responses (`response` as `r`). */
export function selectMessages(where: Fragment): Fragment {
  return portableSql`
    select m.id as "messageId", m.state as "messageState", m.kind, m.reminder, m.channel,
           m.template_id as "templateId", m.address, m.language, m.reason, m.bounce, m.arrived, m.answered,
           m.unsubscribed, m.sent_at as "sentAt", m.send_at as "sendAt", m.opened_at as "openedAt",
           m.clicked_at as "clickedAt", m.answered_at as "answeredAt", m.updated_at as "updatedAt",
           m.open_count as "openCount", m.click_count as "clickCount",
           exists (select from recording q where q.recipient_id = m.id and q.state = 'STORED') as "isRecorded",
           r.id, r.state, r.event_date, r.completed_at, r.answers, r.contact, r.unit_ids, r.version,
           null::int as alert_state
      from recipient m join response r on r.id = m.response_id where ${where}`
}

/** Messages by their ids, in that order; those that are gone are left out. */
export async function readMessages(deps: CaseDeps, ids: readonly number[]): Promise<MessageFacts[]> {
  if (ids.length === 0) return []
  const rows = await limitedQuery<MessageFacts>(
    deps.pool,
    selectMessages(portableSql`m.id = any(${ids}::bigint[])`),
    deps.work,
  )
  const byId = new Map(rows.map((row) => [row.messageId, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A message as lists tell it: in an anonymous survey only that it was sent, and to which address. */
export function messageOf(
  facts: MessageFacts,
  { isAnonymous }: Pick<SeenMessages, 'isAnonymous'>,
  locale: Locale,
): {
  id: number
  sampleId: number
  updatedTime: string
  status: TrackingState
  reason: string
  openCount: number
  clickCount: number
  recording: boolean
  row: CaseRow
} {
  const { messageId, messageState, bounce, arrived, reason, sentAt, sendAt, updatedAt } = facts
  return {
    id: messageId,
    sampleId: isAnonymous ? 0 : facts.id,
    // An anonymous one also changes when it is opened.
    updatedTime: (isAnonymous ? (sentAt ?? sendAt) : updatedAt).toISOString(),
    status: statusOf(messageState, bounce, arrived),
    reason: reason === null ? '' : translate(readWords(reason), locale),
    openCount: isAnonymous ? 0 : facts.openCount,
    clickCount: isAnonymous ? 0 : facts.clickCount,
    recording: !isAnonymous && facts.isRecorded,
    row: caseOf(facts),
  }
}

/** What became of a message, as it is told. */
export function statusOf(
  state: MessageFacts['messageState'],
  bounce: MessageFacts['bounce'],
  arrived: boolean,
): TrackingState {
  // Only what was sent can have come back.
  if (bounce !== null && state === 'SENT') return 'BOUNCED'
  if (arrived && state === 'SENT') return 'DELIVERED'
  return state === 'SENDING' ? 'PENDING' : state
}
