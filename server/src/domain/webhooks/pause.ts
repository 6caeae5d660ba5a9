import type { pauseCauses } from '@gensvar/contract/webhooks'
import { sql } from 'kysely'
import { tellUsers } from '#server/domain/notices/tell.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'

type Context = WriteContext & { clock: Clock }

interface Paused {
  universeId: number
  surveyId: number | null
  ownerId: number | null
  title: string
  version: number
}

/** Pauses a webhook that cannot go on, and tells root. Returns whether it was active. */
export function pauseByFault(
  ctx: Context,
  webhookId: number,
  cause: Exclude<(typeof pauseCauses)[number], 'asked'>,
): Promise<boolean> {
  return write(ctx, async (tx: WriteTx<Context>) => {
    const { rows } = await sql<Paused>`
      update webhook set state = 'PAUSED', cause = ${cause}, paused_at = ${tx.clock.now()}::timestamptz, version = version + 1
       where id = ${webhookId} and state = 'ACTIVE'
      returning universe_id as "universeId", survey_id as "surveyId", owner_user_id as "ownerId", title, version`.execute(
      tx.db,
    )
    const [paused] = rows
    if (!paused) return false
    const { universeId, title, version } = paused
    await tx.audit({ action: 'webhook.pause', universeId, object: title, details: { cause } })
    const surveyId = await noticedSurvey(tx, webhookId, paused)
    const tellings = (await rootUsers(tx, paused.ownerId)).map((userId) => ({
      ...{ userId, objectId: webhookId, occurrence: String(version) },
    }))
    if (surveyId !== null)
      await tellUsers(tx, { id: surveyId, universeId }, { event: 'webhook-paused', kind: 'webhook' }, tellings)
    return true
  })
}

/** Notices belong to a survey: the one it is of, else that of its last message, else any of the organisation. */
async function noticedSurvey(
  { db }: WriteTx<Context>,
  webhookId: number,
  { surveyId, universeId }: Paused,
): Promise<number | null> {
  if (surveyId !== null) return surveyId
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select survey_id from webhook_delivery where webhook_id = ${webhookId} and survey_id is not null
        order by id desc limit 1),
      (select min(id) from survey where universe_id = ${universeId})) as id`.execute(db)
  return rows[0]?.id ?? null
}

/** Whoever made it, while they are root; else all who are. */
async function rootUsers({ db }: WriteTx<Context>, ownerId: number | null): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('is_root', '=', true)
    .where('status', '<>', 1)
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  return ownerId !== null && ids.includes(ownerId) ? [ownerId] : ids
}
