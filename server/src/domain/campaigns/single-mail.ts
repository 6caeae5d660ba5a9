import type { ExclusionRule } from '@gensvar/contract/campaigns'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { AskedAudience } from './audience/asked-audience.ts'
import { insertAudience } from './audience/insert-audience.ts'
import { peopleOf } from './audience/people.ts'
import { lockCampaign } from './campaign.ts'
import { demandChannel } from './channels/open-channel.ts'
import type { Campaign } from './campaign.ts'
import { insertCampaign } from './create-campaign.ts'
import { demandCampaigns } from './may-campaign.ts'
import { restartFinished } from './lifecycle.ts'
import { wakeSending } from './sending/bulk-mail-task.ts'

/** A mail action of a sample's editor, as it is configured. */
export interface SingleMail {
  sampleId: number
  /** Ext name of the template. */
  template: string
  /** Question with the e-mail address. */
  mailVariable: string
  /** Name of the campaign that the mail is counted in. */
  campaignName: string
  /** Leaves out whom the mail filters of the survey that are on by default leave out. */
  strictFiltering: boolean
}

/**
 * Has a mail written to one sample, in the campaign of single people of that name, which is made where there is none; it is
 * sent again to whoever has one already. Returns the rule that leaves the sample out; null where it is sent. Throws
 * `conflict` where the template is not there, or the campaign was paused or stopped.
 */
export async function sendSingleMail(ctx: Ctx, access: SurveyAccess, mail: SingleMail): Promise<ExclusionRule | null> {
  demandCampaigns(ctx, access)
  demandChannel(ctx, 'EMAIL')
  const { model } = access
  return write(ctx, async (tx) => {
    const campaign = await campaignFor(tx, access, mail)
    const asked: AskedAudience = {
      access,
      conditions: [],
      link: 'root',
      mailFilters: mail.strictFiltering
        ? model.config.campaigns.mailFilters.flatMap((one) => (one.defaultEnabled ? one.extname : []))
        : [],
      removed: [],
      sendingType: 'EMAIL',
      fixedRecipient: null,
      mailAction: null,
      button: { name: mail.campaignName, template: mail.template },
      ids: [mail.sampleId],
      addressVariable: mail.mailVariable,
    }
    // A second message to the same sample is another wave, which the audience of a campaign does not make.
    const made = (await insertAudience(tx, asked, campaign)) + (await sendAgain(tx, asked, campaign))
    await tx.audit({
      action: 'campaign.single',
      surveyId: model.id,
      object: campaign.extName,
      details: { sample: mail.sampleId, recipients: made },
    })
    return made > 0 ? null : ruleOf(tx, campaign.id, mail.sampleId)
  })
}

async function campaignFor(tx: WriteTx<Ctx>, access: SurveyAccess, mail: SingleMail): Promise<Campaign> {
  const { model } = access
  // One at a time, so that two who press the button at once make one campaign.
  await tx.db.selectFrom('survey').select('id').where('id', '=', model.id).forNoKeyUpdate().execute()
  const known = await tx.db
    .selectFrom('campaign')
    .select('id')
    .where('survey_id', '=', model.id)
    .where('campaign_type', '=', 'PULL_SINGLE')
    .where('title', '=', mail.campaignName)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const template = await tx.db
    .selectFrom('template')
    .select(['id', 'from_name', 'from_email'])
    .where('universe_id', '=', model.universeId)
    .where('sending_type', '=', 'EMAIL')
    .where('ext_name', '=', mail.template)
    .executeTakeFirst()
  if (!template) throw new AppError('conflict', say`There is no template "${mail.template}".`)
  if (known) {
    await restartFinished(tx, known.id)
    const campaign = await lockCampaign(tx, known.id)
    if (campaign?.state !== 'STARTED')
      throw new AppError('conflict', say`The campaign "${mail.campaignName}" is not running.`)
    return campaign
  }
  const { fromEmails, fromName } = model.config.campaigns
  const fromEmail = template.from_email ?? fromEmails[0] ?? ''
  if (fromEmail === '') throw new AppError('conflict', say`No address that mails are sent from is configured.`)
  return insertCampaign(tx, access, {
    content: {
      title: mail.campaignName,
      extName: '',
      sendingType: 'EMAIL',
      campaignType: 'PULL_SINGLE',
      templateId: template.id,
      fromName: template.from_name ?? fromName ?? model.organisationName,
      fromEmail,
      bcc: '',
      replyTo: '',
      fixedRecipient: '',
      voice: null,
      locale: null,
      scheduledPeriod: null,
      scheduleParams: null,
      sendFrom: null,
      sendTo: null,
      reminders: [],
      ways: [],
      toDevices: false,
    },
    asked: { link: 'root', mailFilters: [], mailAction: null },
    starts: null,
  })
}

/** Makes another message for a sample that has one which was made before this write. */
async function sendAgain(tx: WriteTx<Ctx>, asked: AskedAudience, { id, surveyId }: Campaign): Promise<number> {
  const { sql } = await peopleOf(tx, asked, 'messages')
  const [made] = await runFragment<{ n: number }>(
    tx.db,
    portableSql`with ${sql},
      made as (
        insert into recipient (campaign_id, response_id, wave, kind, address, address_hash, other_hash, language, send_at, updated_at)
        select ${id}::int, p.id, last.wave + 1, 'again', p.address, p.address_hash, p.other_hash, left(p.language, 35),
               ${tx.clock.now().toISOString()}::timestamptz, ${tx.clock.now().toISOString()}::timestamptz
          from people p
          cross join lateral (
            select max(w.wave) as wave, bool_or(w.state in ('PENDING', 'SENDING')) as waits from recipient w
             where w.campaign_id = ${id}::int and w.response_id = p.id) last
         where p.rule is null and last.wave is not null and not last.waits
        returning response_id)
      select count(*) as n from made`,
  )
  if (made && made.n > 0) {
    await tx.changed(surveyId, asked.ids ?? [])
    await wakeSending(tx)
  }
  return made?.n ?? 0
}

async function ruleOf({ db }: WriteTx<Ctx>, campaignId: number, sampleId: number): Promise<ExclusionRule | null> {
  const row = await db
    .selectFrom('campaign_exclusion')
    .select('rule')
    .where('campaign_id', '=', campaignId)
    .where('response_id', '=', sampleId)
    .executeTakeFirst()
  return (row?.rule as ExclusionRule | undefined) ?? null
}
