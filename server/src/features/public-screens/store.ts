import type { LocalText } from '@gensvar/contract/local-text'
import type { Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** How an organisation looks to everybody. */
export interface Look {
  name: string
  title: LocalText
  defaultLocale: string
  timeZone: string
  branding: Readonly<Record<string, unknown>>
}

/** How an organisation looks to everybody. */
export function readLook(db: Kysely<Database>, universeId: number): Promise<Look> {
  return db
    .selectFrom('universe')
    .select(['name', 'title', 'default_locale as defaultLocale', 'time_zone as timeZone', 'branding'])
    .where('id', '=', universeId)
    .executeTakeFirstOrThrow()
}

/** Which of some responses have a comment that is kept from public screens. */
export async function readHidden(db: Kysely<Database>, responseIds: readonly number[]): Promise<Set<number>> {
  if (responseIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('hidden_comment')
    .select('response_id')
    .where('response_id', 'in', [...responseIds])
    .execute()
  return new Set(rows.map((row) => row.response_id))
}

/** Keeps a comment from public screens, or shows it there again. */
export async function setHidden(
  { db, clock }: WriteTx,
  { responseId, hidden }: { responseId: number; hidden: boolean },
): Promise<void> {
  if (!hidden) await db.deleteFrom('hidden_comment').where('response_id', '=', responseId).execute()
  else
    await db
      .insertInto('hidden_comment')
      .values({ response_id: responseId, hidden_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
