import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { haveRounds } from './rounds-task.ts'

/**
 * Has campaigns that push look at responses (`response` as `r`) that were made or changed, once the write is committed.
 * Whoever notes them for scripts (`note-updates.ts`) notes them so, too.
 */
export async function notePush(
  tx: WriteTx<WriteContext & { clock: Clock }>,
  surveyId: number,
  which: Fragment,
): Promise<void> {
  const [pushing] = await runFragment<{ universe_id: number }>(
    tx.db,
    portableSql`
      select s.universe_id from campaign c join survey s on s.id = c.survey_id
       where c.survey_id = ${surveyId} and c.campaign_type = 'PUSH' and c.state in ('STARTED', 'PAUSED') limit 1`,
  )
  if (!pushing) return
  const [noted] = await runFragment<{ n: number }>(
    tx.db,
    portableSql`
      with noted as (
        insert into campaign_push (campaign_id, response_id)
        select c.id, r.id from response r join campaign c on c.survey_id = r.survey_id
         where r.survey_id = ${surveyId} and r.state <> 0 and ${which}
           and c.campaign_type = 'PUSH' and c.state in ('STARTED', 'PAUSED')
         order by c.id, r.id
        on conflict do nothing returning campaign_id)
      select count(*) as n from noted`,
  )
  if (noted && noted.n > 0) await haveRounds(tx, { surveyId, universeId: pushing.universe_id })
}
