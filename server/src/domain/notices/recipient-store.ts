import type { LocalText } from '@gensvar/contract/local-text'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Where the mail of a user goes, and the organisation it is of. */
export interface Recipient {
  email: string
  universe: string
  organisation: LocalText
}

/** Where mail of an organisation goes to a user; null for one without an address. */
export async function readRecipient(
  db: Kysely<Database>,
  userId: number,
  universeId: number,
): Promise<Recipient | null> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('universe', (join) => join.on('universe.id', '=', universeId))
    .select(['app_user.email', 'app_user.username', 'universe.name as universe', 'universe.title as organisation'])
    .where('app_user.id', '=', userId)
    .executeTakeFirst()
  const email = row && addressOf(row)
  return email ? { email, universe: row.universe, organisation: { ...row.organisation } } : null
}

/** Address of a user: that of their profile, else a user name that is one; empty without. */
export function addressOf({ email, username }: { email: string; username: string }): string {
  return email || (/^[^@\s]+@[^@\s]+$/.test(username) ? username : '')
}
