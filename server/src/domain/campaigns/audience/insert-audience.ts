import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Campaign } from '../campaign.ts'
import { sendTimes } from '../rounds/send-times.ts'
import { wakeSending } from '../sending/bulk-mail-task.ts'
import { waysOfTypes } from '../ways.ts'
import type { AskedAudience } from './asked-audience.ts'
import { peopleOf } from './people.ts'

/** The ways that send the campaign's own template. */
function ownWays({ sendingType, toDevices }: Campaign): string[] {
  return waysOfTypes([sendingType], toDevices)
}

/** Longest tag of a language that is kept. */
const longestLanguage = 35

/**
 * Makes a message for everybody of an audience and notes whom it leaves out, in the write of the campaign, with the
 * statement that counts them. Whoever has a message of the campaign already gets none. Returns how many were made. Throws
 * as `countAudience` does.
 */
export async function insertAudience(tx: WriteTx<Ctx>, asked: AskedAudience, campaign: Campaign): Promise<number> {
  const { model } = asked.access
  const people = await peopleOf(tx, { ...asked, campaignId: campaign.id }, 'messages')
  const from = tx.clock.now()
  const zones = portableSql`with ${people.sql} select distinct zone from people where rule is null`
  const sendAt = await sendTimes(tx, model, campaign, zones)
  const { templates, way } = people
  // A template that a script chose is one of the campaign's own way.
  const template = way
    ? portableSql`case when ${way} = any(${ownWays(campaign)}::text[]) then t.template end`
    : portableSql`t.template`
  const [made] = await runFragment<{ n: number }>(
    tx.db,
    portableSql`with ${people.sql},
      made as (
        insert into recipient (campaign_id, response_id, address, address_hash, other_hash, language, send_at, template_id,
                               updated_at${way ? portableSql`, channel` : portableSql``})
        select ${campaign.id}::int, p.id, p.address, p.address_hash, p.other_hash,
               left(p.language, ${longestLanguage}::int), ${sendAt(portableSql`p.zone`)}, ${template}, ${from.toISOString()}::timestamptz
               ${way ? portableSql`, ${way}` : portableSql``}
          from people p
          left join unnest(${[...templates.keys()]}::bigint[], ${[...templates.values()]}::int[]) as t (id, template) on t.id = p.id
         where p.rule is null
         order by p.id
        on conflict (campaign_id, response_id, wave) do nothing
        returning response_id),
      left_out as (
        insert into campaign_exclusion (campaign_id, response_id, rule)
        select ${campaign.id}::int, p.id, p.rule from people p where p.rule is not null
        on conflict (campaign_id, response_id) do update set rule = excluded.rule
         where campaign_exclusion.rule <> excluded.rule),
      included as (
        delete from campaign_exclusion x using made
         where x.campaign_id = ${campaign.id}::int and x.response_id = made.response_id),
      told as (
        insert into change (survey_id, kind, row_id) select ${model.id}::int, 'response', response_id from made)
      select count(*) as n from made`,
  )
  const n = made?.n ?? 0
  // The entries are there; this tells the feed of them.
  await tx.changed(model.id, [])
  if (n > 0 && campaign.state === 'STARTED') await wakeSending(tx)
  return n
}
