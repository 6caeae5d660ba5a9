import { whereCases } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import { say } from '@gensvar/contract/say'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { noteCampaign } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import { lockFreeCampaign } from '../campaign.ts'
import type { Campaign } from '../campaign.ts'
import { wakeSending } from '../sending/bulk-mail-task.ts'
import { ownerAccess } from './owner-access.ts'

/** Whether a campaign waits for a time that has come. */
export function isToStart({ clock }: Pick<Ctx, 'clock'>, { state, scheduledStart }: Campaign): boolean {
  return state === 'CREATED' && scheduledStart !== null && scheduledStart <= clock.now()
}

/**
 * Starts a campaign whose time has come, with what its owner may do by now: whom they may no longer see gets nothing. Returns
 * the campaign as it is since. Throws `forbidden` where the owner may no longer have such a campaign.
 */
export async function startScheduled(
  ctx: Ctx,
  model: SurveyModel,
  waiting: Campaign,
  signal: AbortSignal,
): Promise<Campaign> {
  // One without an owner is the program's own.
  const context = waiting.ownerId === null ? ctx : (await ownerAccess(ctx, model, waiting, signal)).owner
  return write(context, async (tx) => {
    const campaign = await lockFreeCampaign(tx, waiting.id)
    if (!campaign || !isToStart(tx, campaign)) return waiting
    const now = tx.clock.now()
    if (campaign.ownerId !== null)
      await failUnseen(tx, (await ownerAccess(tx, model, campaign, signal)).access, campaign)
    await tx.db
      .updateTable('campaign')
      .set({ state: 'STARTED', started_at: now, state_reason: null, updated_at: now })
      .where('id', '=', waiting.id)
      .execute()
    const { surveyId, universeId } = campaign
    await tx.audit({ action: 'campaign.start', surveyId, universeId, object: campaign.extName })
    await noteCampaign(tx, 'campaign.started', campaign)
    await wakeSending(tx)
    return { ...campaign, state: 'STARTED', startedAt: now, stateReason: null }
  })
}

/** Gives up the messages to people whom the owner of a campaign could see when it was made, and cannot see any more. */
async function failUnseen(tx: WriteTx<Ctx>, { model, caseScope }: SurveyAccess, { id }: Campaign): Promise<void> {
  if (caseScope.conditions.length === 0) return
  const inScope = await whereCases(tx, model, caseScope, { conditions: [] })
  const reason = storeWords(say`Whoever made this campaign may no longer see them.`)
  await runFragment(
    tx.db,
    portableSql`
      with failed as (
        update recipient m set state = 'FAILED', reason = ${JSON.stringify(reason)}::jsonb,
                               updated_at = ${tx.clock.now().toISOString()}::timestamptz
         where m.campaign_id = ${id}::int and m.state = 'PENDING'
           and not exists (select from response r where r.id = m.response_id and ${inScope})
        returning m.response_id)
      insert into change (survey_id, kind, row_id) select ${model.id}::int, 'response', response_id from failed`,
  )
  await tx.changed(model.id, [])
}
