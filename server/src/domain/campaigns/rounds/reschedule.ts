import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import { zoneSql } from '../audience/contact-sql.ts'
import type { Campaign } from '../campaign.ts'
import { sendTimes } from './send-times.ts'

/** Moves the messages of a campaign that wait into its hours, as they are now. */
export async function reschedule(tx: WriteTx<Ctx>, model: SurveyModel, campaign: Campaign): Promise<void> {
  const waiting = portableSql`r.id = m.response_id and m.campaign_id = ${campaign.id}::int and m.state = 'PENDING'`
  const zone = zoneSql(model)
  const sendAt = await sendTimes(
    tx,
    model,
    campaign,
    portableSql`select distinct ${zone} as zone from recipient m, response r where ${waiting}`,
  )
  await runFragment(
    tx.db,
    portableSql`update recipient m set send_at = ${sendAt(zone)} from response r where ${waiting}`,
  )
}
