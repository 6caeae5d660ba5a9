import type { Kysely } from 'kysely'
import type { Database } from '../../platform/db-types.ts'

/** What can happen while somebody signs in or becomes somebody else. */
export type SignInEvent =
  | 'sign-in'
  | 'sign-in.failed'
  | 'sign-out'
  | 'impersonate'
  | 'impersonate.refused'
  | 'universe.change'
  | 'password.set'
  | 'user.add'
  | 'token.make'

/** An entry of the audit log about identity: who, where, acting for whom. */
export interface SignInEntry {
  action: SignInEvent
  userId?: number | null
  /** The person behind an impersonated session. */
  actorUserId?: number | null
  universeId?: number | null
  /** Name of the user or universe it was about. */
  object?: string
  details?: Record<string, unknown>
  requestId?: string
}

/** Writes to the audit log where no request of a known caller stands behind the event, as while signing in. */
export async function auditSignIn({ db }: { db: Kysely<Database> }, entry: SignInEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      action: entry.action,
      user_id: entry.userId ?? null,
      actor_user_id: entry.actorUserId ?? null,
      universe_id: entry.universeId ?? null,
      object: entry.object ?? '',
      details: JSON.stringify(entry.details ?? {}),
      request_id: entry.requestId ?? '',
    })
    .execute()
}
