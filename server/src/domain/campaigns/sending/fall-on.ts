import type { Ctx } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import {
  addressColumns,
  addressOfWay,
  firstWay,
  hindrances,
  normalAddresses,
  wantsNone,
  weighedAddresses,
} from '../audience/reach.ts'
import { findCampaign } from '../campaign.ts'
import type { Campaign } from '../campaign.ts'
import { addressSecret } from '../rules/address-secret.ts'
import { releaseContacts } from '../rules/contact-ledger.ts'
import { waysOf } from '../ways.ts'

type FallTx = WriteTx<WriteContext & Pick<Ctx, 'clock'>>

interface Turned {
  id: number
  responseId: number
  wasSent: boolean
  hash: string
  otherHash: string
  notedAt: Date | null
}

/**
 * Has messages that a way could not deliver for good go on by the next one that reaches their person, in the write that stores
 * that they failed or came back: each stays one message, which waits again. Those of people who want no messages, have answered or
 * are reached no further way stay as they are, and so do all of a campaign that was stopped. Returns how many go on: whoever is not
 * sending just now wakes who does.
 */
export async function fallOn(tx: FallTx, campaignId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const campaign = await findCampaign(tx.db, campaignId)
  if (!campaign || waysOf(campaign).length === 1 || campaign.fixedRecipient !== null) return 0
  if (campaign.state === 'STOPPED' && campaign.finishedAt === null) return 0
  const { surveyId, universeId } = campaign
  const turned: Turned[] = []
  // Whoever is turned to a way is not turned again by the statement of that way: their message waits by then.
  for (const at of waysOf(campaign).slice(0, -1).keys()) turned.push(...(await turnFrom(tx, campaign, at, ids)))
  if (turned.length === 0) return 0
  const sent = turned.filter(({ wasSent }) => wasSent)
  for (const [time, own] of Map.groupBy(sent, ({ notedAt }) => notedAt?.getTime() ?? null))
    if (time !== null) await releaseContacts(tx, universeId, own, new Date(time))
  if (sent.length > 0)
    // What came back is not among what was sent any more, and still counts for the pause of a campaign.
    await tx.db
      .updateTable('campaign_count')
      .set((row) => ({ refused: row('refused', '+', sent.length) }))
      .where('campaign_id', '=', campaignId)
      .execute()
  // Nobody waits for reports of what was sent before.
  await tx.db
    .deleteFrom('sms_part')
    .where(
      'recipient_id',
      'in',
      turned.map(({ id }) => id),
    )
    .execute()
  await tx.changed(
    surveyId,
    turned.map(({ responseId }) => responseId),
  )
  return turned.length
}

/** Turns messages that went by the way at a place of the campaign. */
async function turnFrom(tx: FallTx, campaign: Campaign, at: number, ids: readonly number[]): Promise<Turned[]> {
  const types = waysOf(campaign)
  const model = await loadSurveyModelById(tx, campaign.surveyId)
  const secret = await addressSecret(tx.db, campaign.universeId)
  const { universeId } = model
  const weighed = weighedAddresses(portableSql`known`, { universeId, secret, when: portableSql`true` })
  const judged = hindrances(types, isTaken(campaign.id)).map(
    (one, of) => portableSql`${one} as hindrance_${integer(of)}`,
  )
  const hindered = types.map((_, of) => portableSql`j.hindrance_${integer(of)}`)
  const later = firstWay(types.slice(at + 1), hindered.slice(at + 1))
  const way = portableSql`case when not ${wantsNone(hindered.slice(0, at + 1))} then ${later} end`
  const now = tx.clock.now().toISOString()
  const rows = await runFragment<Omit<Turned, 'notedAt'> & { notedAt: string | Date | null }>(
    tx.db,
    portableSql`
      with turned as (
        select m.id as message, m.state = 'SENT' as was_sent, m.address_hash as old_hash, m.other_hash as old_other,
               m.noted_at, r.id, ${addressColumns(model, types)}
          from recipient m join response r on r.id = m.response_id
         where m.id = any(${ids}::bigint[]) and m.campaign_id = ${campaign.id}::int
           and coalesce(m.channel, ${campaign.sendingType}::text) = ${types[at] as MessageWay}::text
           and (m.state = 'FAILED' or (m.state = 'SENT' and m.bounce = 'hard'))
           and not m.unsubscribed and not m.complained and not m.answered and r.state in (1, 2)
         for update of m),
      known as (select f.*, n.* from turned f cross join lateral ${normalAddresses(portableSql`true`)} offset 0),
      ${join(weighed)},
      judged as (select w.*, ${join(judged)} from weighed w offset 0),
      picked as (select j.*, ${way} as way from judged j offset 0),
      placed as (select p.*, ${addressOfWay(portableSql`p.way`, types)} from picked p where p.way is not null),
      numbered as (
        select p.*, row_number() over (partition by lower(p.address) order by p.message) as place from placed p)
      update recipient m
         set channel = p.way, address = p.address, address_hash = p.address_hash, other_hash = p.other_hash,
             state = 'PENDING', bounce = null, arrived = false, sent_at = null, template_id = null, noted_at = null,
             run_token = null, lease_until = null, send_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
        from numbered p
       where m.id = p.message and p.place = 1
      returning m.id, m.response_id as "responseId", p.was_sent as "wasSent", p.old_hash as hash, p.old_other as "otherHash",
                p.noted_at as "notedAt"`,
  )
  return rows.map((row) => ({ ...row, notedAt: row.notedAt === null ? null : new Date(row.notedAt) }))
}

/** Whether somebody else of a campaign is written to at an address; of `weighed` as `w`. */
function isTaken(campaignId: number): (address: Fragment) => Fragment {
  return (address) => portableSql`exists (
    select from recipient o where o.campaign_id = ${campaignId}::int
       and (lower(o.address) collate "C") = (lower(${address}) collate "C") and o.response_id <> w.id)`
}
