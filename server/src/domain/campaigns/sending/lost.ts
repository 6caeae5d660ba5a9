import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'

/** So many are noted in one write. */
const together = 1000

/**
 * Notes messages whose worker has stopped while it sent them: whether they arrived is not known, and they are not sent again
 * by themselves. Returns how many.
 */
export async function noteLost(ctx: Ctx): Promise<number> {
  const reason = say`The server stopped while it was sent: whether it arrived is not known, and it is not sent again.`
  let lost = 0
  for (;;) {
    const { length } = await write(ctx, async (tx) => {
      const now = tx.clock.now()
      const { rows } = await sql<{ surveyId: number; responseId: number }>`
        update recipient r
           set state = 'UNKNOWN', run_token = null, lease_until = null, updated_at = ${now}::timestamptz,
               reason = ${JSON.stringify(storeWords(reason))}::jsonb
          from campaign c
         where r.id in (select id from recipient where state = 'SENDING' and lease_until <= ${now}::timestamptz
                         order by id limit ${together} for update skip locked)
           and c.id = r.campaign_id
        returning c.survey_id as "surveyId", r.response_id as "responseId"`.execute(tx.db)
      for (const [surveyId, own] of Map.groupBy(rows, (row) => row.surveyId))
        await tx.changed(
          surveyId,
          own.map(({ responseId }) => responseId),
        )
      return rows
    })
    lost += length
    if (length < together) return lost
  }
}
