import { whereCases } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { zoneSql } from '../audience/contact-sql.ts'
import { wakeSending } from '../sending/bulk-mail-task.ts'
import { findCampaign, lockFreeCampaign } from '../campaign.ts'
import type { Campaign } from '../campaign.ts'
import { nextChannel } from '../ways.ts'
import { ownerAccess } from './owner-access.ts'
import { sendTimes } from './send-times.ts'

/** Most reminders that one write makes. */
const batch = 20_000

/**
 * Makes the reminders of a campaign that are due: for everybody who was sent the message before so many days ago and has
 * neither answered nor unsubscribed, complained or bounced, and whose reminders no script has stopped, as far as the owner may
 * still reach them. Returns how many.
 */
export async function makeReminders(
  ctx: Ctx,
  model: SurveyModel,
  { id, reminders }: Campaign,
  signal: AbortSignal,
): Promise<number> {
  let made = 0
  for (const at of reminders.keys())
    for (;;) {
      signal.throwIfAborted()
      if (!(await anyDue(ctx, model, id, { at, days: reminders[at]?.afterDays ?? 0 }))) break
      const more = await makeBatch(ctx, model, id, at, signal)
      made += more
      if (more < batch) break
    }
  return made
}

/** Which reminder, and how many days after the message before. */
interface Due {
  at: number
  days: number
}

async function anyDue(ctx: Ctx, model: SurveyModel, id: number, due: Due): Promise<boolean> {
  const rows = await runFragment(
    ctx.db,
    portableSql`select from recipient m where ${isDue(ctx, model, id, due)} limit 1`,
  )
  return rows.length > 0
}

async function makeBatch(ctx: Ctx, model: SurveyModel, id: number, at: number, signal: AbortSignal): Promise<number> {
  const found = await findCampaign(ctx.db, id)
  if (!found) return 0
  const { owner } = await ownerAccess(ctx, model, found, signal)
  return write(owner, async (tx) => {
    const campaign = await lockFreeCampaign(tx, id)
    const reminder = campaign?.reminders[at]
    if (campaign?.state !== 'STARTED' || !reminder) return 0
    const { access } = await ownerAccess(tx, model, campaign, signal)
    const inScope = await whereCases(tx, model, access.caseScope, { conditions: [] })
    const due = { at, days: reminder.afterDays }
    const people = portableSql`
      due as materialized (
        select m.* from recipient m where ${isDue(tx, model, id, due)} order by m.sent_at limit ${integer(batch)} for update of m),
      reached as materialized (
        select m.*, ${zoneSql(model)} as zone from due m join response r on r.id = m.response_id
         where ${inScope} and r.state in (1, 2) and m.address <> '')`
    const sendAt = await sendTimes(
      tx,
      model,
      campaign,
      portableSql`
      select distinct ${zoneSql(model)} as zone from recipient m join response r on r.id = m.response_id
       where ${isDue(tx, model, id, due)}`,
    )
    const [counted] = await runFragment<{ n: number }>(
      tx.db,
      portableSql`with ${people},
        followed as (
          update recipient f set is_followed = true from due where f.id = due.id),
        made as (
          insert into recipient (campaign_id, response_id, wave, kind, reminder, address, address_hash, other_hash, language,
                                 template_id, send_at, updated_at, channel)
          select m.campaign_id, m.response_id, last.wave + 1, 'reminder', ${integer(at)}, m.address, m.address_hash,
                 m.other_hash, m.language, ${reminder.templateId === null ? portableSql`m.template_id` : portableSql`null::int`},
                 ${sendAt(portableSql`m.zone`)}, ${tx.clock.now().toISOString()}::timestamptz, ${nextChannel(campaign)}
            from reached m
            cross join lateral (
              select max(w.wave) as wave from recipient w
               where w.campaign_id = m.campaign_id and w.response_id = m.response_id) last
          on conflict (campaign_id, response_id, wave) do nothing
          returning response_id),
        told as (
          insert into change (survey_id, kind, row_id) select ${model.id}::int, 'response', response_id from made)
        select count(*) as n from due`,
    )
    await tx.changed(model.id, [])
    const n = counted?.n ?? 0
    if (n > 0) {
      await wakeSending(tx)
      await tx.audit({
        action: 'campaign.remind',
        surveyId: model.id,
        object: campaign.extName,
        // How many have not answered is no more told of an anonymous survey than who.
        details: { reminder: at + 1, ...(model.anonymity === null && { people: n }) },
      })
    }
    return n
  })
}

/** What is true of a message (`m`) that a reminder is due after. */
function isDue({ clock }: Pick<Ctx, 'clock'>, { timeZone }: SurveyModel, id: number, { at, days }: Due): Fragment {
  const before = at === 0 ? portableSql`m.reminder is null` : portableSql`m.reminder = ${integer(at - 1)}`
  return portableSql`m.campaign_id = ${id}::int and m.state = 'SENT' and not m.is_followed and not m.answered
    and not m.unsubscribed and not m.complained and m.bounce is null and ${before}
    and not exists (select from recipient o where o.campaign_id = m.campaign_id and o.response_id = m.response_id
                       and o.answered)
    and not exists (select from reminder_stop x where x.response_id = m.response_id)
    and m.sent_at <= ((${clock.now().toISOString()}::timestamptz at time zone ${timeZone}) - make_interval(days => ${integer(days)}))
                     at time zone ${timeZone}`
}
