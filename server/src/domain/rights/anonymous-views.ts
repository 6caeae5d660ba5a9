import type { Kysely } from 'kysely'
import { writeAudit } from '#server/domain/audit.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Identity } from './identity.ts'

/** By database: who has been noted for which survey and day. Kept in memory, so a restart notes them once more. */
const noted = new WeakMap<Kysely<Database>, Map<string, string>>()

/**
 * Notes in the audit log that somebody sees through the anonymity of a survey: once per person, whoever acts as them,
 * survey and day (ISO, the survey's today).
 */
export async function noteAnonymousView(
  { db, identity, requestId }: { db: Kysely<Database>; identity: Identity; requestId: string },
  { survey, today }: { survey: { id: number; extName: string }; today: string },
): Promise<void> {
  // A transaction belongs to a request that was noted when it was authorised.
  if (db.isTransaction) return
  const days = noted.get(db) ?? new Map<string, string>()
  noted.set(db, days)
  const key = `${identity.userId}/${identity.actor?.userId}/${survey.id}`
  if (days.get(key) === today) return
  // Before the write, so that requests at the same time do not note it twice.
  days.set(key, today)
  try {
    const entry = { action: 'anonymous.view', surveyId: survey.id, object: survey.extName }
    await writeAudit({ db, identity, requestId }, entry)
  } catch (error) {
    days.delete(key)
    throw error
  }
}
