import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** A key that was presented, with what decides whether it works. */
export type PresentedKey = NonNullable<Awaited<ReturnType<typeof readKeyByHash>>>

/** The key whose token, or whose token before the last rotation, has a hash. */
export function readKeyByHash(db: Kysely<Database>, hash: string) {
  return db
    .selectFrom('api_key')
    .innerJoin('universe', 'universe.id', 'api_key.universe_id')
    .innerJoin('survey', 'survey.id', 'api_key.survey_id')
    .select([
      'api_key.id',
      'api_key.ext_name as extName',
      'api_key.type',
      'api_key.path',
      'api_key.universe_id as universeId',
      'api_key.survey_id as surveyId',
      'api_key.user_id as userId',
      'api_key.per_minute as perMinute',
      'api_key.token_hash as tokenHash',
      'api_key.old_token_until as oldTokenUntil',
      'api_key.last_day as lastDay',
      'api_key.revoked_at as revokedAt',
      'api_key.last_used_at as lastUsedAt',
      'universe.time_zone as timeZone',
      'survey.ext_name as survey',
      'survey.model_version as surveyVersion',
    ])
    .where(({ or, eb }) => or([eb('token_hash', '=', hash), eb('old_token_hash', '=', hash)]))
    .executeTakeFirst()
}

/** Notes that a key is used, unless another request has noted it since `before`. */
export async function noteUse(
  db: Kysely<Database>,
  { id, now, before }: { id: number; now: Date; before: Date },
): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .execute()
}
