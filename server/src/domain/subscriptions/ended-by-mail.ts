import type { Kysely } from 'kysely'
import { mayEnter } from '#server/domain/rights/user-access.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'

const prefix = 'subscription:'

/** What a mail of a subscription names as what its address to unsubscribe ends. */
export function endsSubscription(id: number): string {
  return `${prefix}${id}`
}

/** The subscription that an address to unsubscribe ends; null for one that ends mails of notices. */
export function subscriptionOf(unsubscribes: readonly string[]): number | null {
  const [first] = unsubscribes
  return first?.startsWith(prefix) ? Number(first.slice(prefix.length)) : null
}

/** Pauses a subscription of a user; one that is paused or removed stays so. */
export async function pauseSubscription(tx: WriteTx<WriteContext>, id: number, ownerId: number): Promise<void> {
  await tx.db
    .updateTable('subscription')
    .set((row) => ({ active: false, reason: null, stopped: null, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('active', '=', true)
    .execute()
}

/** Whether a user still has a subscription that is not paused, and may still enter its organisation. */
export async function isStillSubscribed(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  id: number,
  userId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('subscription')
    .select('universe_id as universeId')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst()
  return row !== undefined && mayEnter({ db, clock }, userId, row.universeId)
}
