import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** A user's stored data in the universe of the session, of which root need not be a member. */
export async function readProfile({ db, identity }: Ctx) {
  return db
    .selectFrom('app_user')
    .leftJoin('user_universe', (join) =>
      join
        .onRef('user_universe.user_id', '=', 'app_user.id')
        .on('user_universe.universe_id', '=', identity.universe?.id ?? 0),
    )
    .select([
      'app_user.email',
      'app_user.first_name as firstName',
      'app_user.last_name as lastName',
      'app_user.last_login as lastLogin',
      'user_universe.act_as as actAs',
      'user_universe.notify_flags as notifyFlags',
    ])
    .where('app_user.id', '=', identity.userId)
    .executeTakeFirstOrThrow()
}

/** Languages of a universe, as stored. */
export async function readUniverseLocales({ db, identity }: Ctx): Promise<string[]> {
  const row = await db
    .selectFrom('universe')
    .select('locales')
    .where('id', '=', identity.universe?.id ?? 0)
    .executeTakeFirst()
  return row?.locales ?? []
}

/** The filters that limit a user in the universe of the session; without a survey a filter applies to all of them. */
export async function readOwnFilters({ db, identity }: Ctx) {
  return db
    .selectFrom('user_filter')
    .leftJoin('survey', 'survey.id', 'user_filter.survey_id')
    .leftJoin('question', (join) =>
      join
        .onRef('question.survey_id', '=', 'user_filter.survey_id')
        .onRef('question.variable', '=', 'user_filter.variable'),
    )
    .select([
      'user_filter.variable',
      'user_filter.values',
      'survey.ext_name as survey',
      'question.id as questionId',
      'question.title',
    ])
    .where('user_filter.user_id', '=', identity.userId)
    .where('user_filter.universe_id', '=', identity.universe?.id ?? 0)
    .orderBy('user_filter.id')
    .execute()
}

/** Sets a user's language in the universe of the session; for a root user who is not a member there, in general. */
export async function saveLocaleRow({ db, identity }: WriteTx, locale: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('user_universe')
    .set({ locale })
    .where('user_id', '=', identity.userId)
    .where('universe_id', '=', identity.universe?.id ?? 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    await db.updateTable('app_user').set({ locale }).where('id', '=', identity.userId).execute()
}
