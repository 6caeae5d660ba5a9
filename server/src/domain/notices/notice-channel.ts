import { sql } from 'kysely'
import type { WriteContext } from '#server/domain/write.ts'

/** PostgreSQL channel that tells of users whose notices changed; the payload is the user's id. */
export const noticeChannel = 'notice'

/** Tells every process, once the transaction is committed, that the notices of users changed. */
export async function announceNotices({ db }: Pick<WriteContext, 'db'>, userIds: readonly number[]): Promise<void> {
  await sql`select pg_notify(${noticeChannel}, u::text) from unnest(${[...userIds]}::int[]) u`.execute(db)
}
