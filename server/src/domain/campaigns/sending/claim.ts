import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { windowAt, zoneOf } from '../rounds/send-window.ts'
import { claimContacts } from '../rules/contact-ledger.ts'
import type { Contacted } from '../rules/contact-ledger.ts'
import type { MessageRecipient } from '../message/prepared-template.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { waysOf } from '../ways.ts'
import { fallOn } from './fall-on.ts'
import { hasLimits, noteTaken, readAllowance } from './limits.ts'
import { domainOf } from './sending-campaign.ts'
import type { SendingCampaign } from './sending-campaign.ts'
import { storeEnds } from './store-ends.ts'
import type { End, HeldMessage } from './store-ends.ts'

/** A message that this worker sends. */
export interface ClaimedMessage extends HeldMessage {
  campaignId: number
  kind: string
  reminder: number | null
  templateId: number | null
  address: string
  /** Domain of the address; empty for a phone number. */
  domain: string
  language: string
  attempts: number
  row: MessageRecipient['row']
  contact: Contacted
  /** When it was taken: what its limits and its contact are noted with. */
  takenAt: Date
}

/** What a claim brought. */
export interface Claim {
  /** To be sent. */
  messages: ClaimedMessage[]
  /** How many had become unfit to be sent, and have failed or wait. */
  unfit: number
  /** Why fewer were claimed than were asked for. */
  limit: 'pace' | 'warm-up' | null
}

/** How long a message may be under way before nobody is thought to be sending it, in ms. */
const lease = 5 * 60_000

interface ClaimedRow {
  id: number
  responseId: number
  kind: string
  reminder: number | null
  templateId: number | null
  address: string
  hash: string
  otherHash: string
  language: string
  attempts: number
  isAnswered: boolean
  isSuppressed: boolean
  isStopped: boolean
  state: number
  answers: MessageRecipient['row']['answers']
  contact: MessageRecipient['row']['contact']
  unitIds: number[]
}

/**
 * Claims messages of a campaign, or of the way that it is seen by, that are due, the longest waiting first: from its commit on they are under way, and nobody
 * else sends them. Nothing is claimed of a campaign that is not started. What should not be sent any more is told apart in
 * the same write.
 */
export function claimMessages(ctx: Ctx, sending: SendingCampaign, most: number): Promise<Claim> {
  return write(ctx, async (tx) => {
    const now = tx.clock.now()
    const { campaign, rules, fromDomain } = sending
    const place = { universeId: campaign.universeId, fromDomain }
    const allowed = hasLimits(rules) ? await readAllowance(tx, place, rules, now) : null
    const number = Math.min(most, allowed?.most ?? most)
    const limit = allowed?.isWarmedOut ? 'warm-up' : number < most ? 'pace' : null
    if (number <= 0) return { messages: [], unfit: 0, limit }
    const token = crypto.randomUUID()
    const rows = await claimRows(tx, sending, { number, token, now, byDomain: allowed?.byDomain ?? new Map() })
    const held = rows.map((row): ClaimedMessage & { row: ClaimedRow } => ({
      ...row,
      ...{ token, surveyId: campaign.surveyId, campaignId: campaign.id, row, takenAt: now },
      channel: campaign.way,
      domain: domainOf(row.address),
      contact: { hash: row.hash, otherHash: row.otherHash },
    }))
    const ends = held.flatMap((message) => {
      const end = unfitEnd(sending, message.row, now)
      return end ? [{ ...message, end }] : []
    })
    const unreached = ends.flatMap(({ id, end, row }) => (end.state === 'FAILED' && row.isSuppressed ? id : []))
    const unfit = new Set(ends.map(({ id }) => id))
    const fit = held.filter(({ id }) => !unfit.has(id))
    const isRuled = campaign.fixedRecipient === null
    const mayContact = isRuled
      ? await claimContacts(
          tx,
          campaign.universeId,
          fit.map(({ contact }) => contact),
          { rule: rules.contact, now },
        )
      : fit.map(() => true)
    for (const [at, message] of fit.entries())
      if (!mayContact[at]) ends.push({ ...message, end: failed(contactedWords(rules.contact)) })
    const messages = fit.filter((_message, at) => mayContact[at])
    await storeEnds(tx, ends)
    await fallOn(tx, campaign.id, unreached)
    await noteTaken(tx, place, countDomains(messages), rules, now)
    const isShort = rows.length < number && [...(allowed?.byDomain.values() ?? [])].some((left) => left < most)
    return { messages, unfit: ends.length, limit: limit ?? (isShort ? 'pace' : null) }
  })
}

/** Messages by the domain they go to. */
export function countDomains(messages: readonly { domain: string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { domain } of messages) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  return counts
}

/** Ways that do not go to the address that their people are told again by: what came back from that does not matter. */
const letsBounced: ReadonlySet<MessageWay> = new Set(['LETTER', 'PUSH'])

async function claimRows(
  { db }: WriteTx,
  { campaign }: SendingCampaign,
  { number, token, now, byDomain }: { number: number; token: string; now: Date; byDomain: ReadonlyMap<string, number> },
): Promise<ClaimedRow[]> {
  const full = [...byDomain].filter(([, left]) => left <= 0).map(([domain]) => domain)
  const some = [...byDomain].filter(([, left]) => left > 0)
  const hasWays = waysOf(campaign).length > 1
  // Whoever wants no messages by their other address is not reached by a further way either.
  const isFurther = campaign.ways.some(({ sendingType }) => sendingType === campaign.sendingType)
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select r.id, split_part(r.address, '@', 2) as domain, r.send_at
        from recipient r
       where r.campaign_id = (select id from campaign where id = ${campaign.id} and state = 'STARTED')
         and r.state = 'PENDING' and r.send_at <= ${now}::timestamptz
         ${hasWays ? sql`and r.channel = ${campaign.way}` : sql``}
         ${full.length === 0 ? sql`` : sql`and split_part(r.address, '@', 2) <> all(${full}::text[])`}
       order by r.send_at, r.id limit ${number} for update of r skip locked
    ), allowed as (
      ${
        some.length === 0
          ? sql`select id from due`
          : sql`select d.id from (select *, row_number() over (partition by domain order by send_at, id) as place from due) d
                  left join unnest(${some.map(([domain]) => domain)}::text[], ${some.map(([, left]) => left)}::int[])
                         as l (domain, most) on l.domain = d.domain
                 where l.most is null or d.place <= l.most`
      }
    )
    update recipient r
       set state = 'SENDING', run_token = ${token}::uuid, attempts = r.attempts + 1, reason = null,
           lease_until = ${new Date(now.getTime() + lease)}::timestamptz
           ${hasWays ? sql`, noted_at = ${now}::timestamptz` : sql``}
      from allowed a, response p
     where r.id = a.id and p.id = r.response_id
    returning r.id, r.response_id as "responseId", r.kind, r.reminder, r.template_id as "templateId", r.address,
              r.address_hash as hash, r.other_hash as "otherHash", r.language, r.attempts,
              (r.answered or (r.kind = 'reminder' and exists (
                 select from recipient o where o.campaign_id = r.campaign_id and o.response_id = r.response_id
                    and o.answered))) as "isAnswered",
              exists (select from suppression s where s.universe_id = ${campaign.universeId}
                         and s.address_hash = r.address_hash
                         ${letsBounced.has(campaign.way) ? sql`and s.reason <> 'bounced'` : sql``})
              ${
                isFurther
                  ? sql`or exists (select from suppression s where s.universe_id = ${campaign.universeId}
                         and s.address_hash = r.other_hash and s.reason in ('unsubscribed', 'complained'))`
                  : sql``
              } as "isSuppressed",
              r.kind = 'reminder' and exists (select from reminder_stop x where x.response_id = r.response_id) as "isStopped",
              p.state, p.answers, p.contact, p.unit_ids as "unitIds"`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** What becomes of a message that should not be sent now; null for one that should. */
function unfitEnd({ campaign, model }: SendingCampaign, row: ClaimedRow, now: Date): End | null {
  const isOut = row.state === 0 || row.isAnswered || row.state === 4 || row.state === 3
  // Nobody is told who has answered.
  if (isOut && model.anonymity !== null) return failed(say`They are not to be written to any more.`)
  if (row.state === 0 || row.isAnswered) return failed(say`They have answered meanwhile.`)
  if (row.state === 4) return failed(say`The sample was cancelled meanwhile.`)
  if (row.state === 3) return failed(say`The sample is no longer approved.`)
  if (row.isSuppressed && campaign.fixedRecipient === null)
    return failed(say`Nothing is sent to this address any more.`)
  if (row.isStopped) return failed(say`A script has stopped the reminders to them.`)
  const own = row.answers[model.config.respondent.timeZone ?? '']
  const opens = windowAt(now, campaign, zoneOf(typeof own === 'string' ? own : '', model.timeZone))
  return opens > now ? { state: 'PENDING', reason: null, sendAt: opens, isTried: false } : null
}

function failed(reason: Words): End {
  return { state: 'FAILED', reason: storeWords(reason), isRefused: false }
}

function contactedWords(rule: SendingCampaign['rules']['contact']): Words {
  return say`They were written to within ${rule?.days ?? 0} days.`
}
