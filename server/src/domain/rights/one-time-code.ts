import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { hashSecret, newSecret } from './secret.ts'

/** Purpose of a one-time code. */
export type CodePurpose = 'act-as' | 'set-password' | 'ticket'

interface CodeContext {
  db: Kysely<Database>
  clock: Clock
}

/** Makes a code for one use within `seconds`; only its hash is stored. The payload must not contain a secret. */
export async function issueCode(
  { db, clock }: CodeContext,
  purpose: CodePurpose,
  payload: Record<string, unknown>,
  seconds: number,
): Promise<string> {
  const code = newSecret()
  const now = clock.now().getTime()
  await db
    .insertInto('one_time_code')
    .values({
      code_hash: hashSecret(code),
      purpose,
      payload: JSON.stringify(payload),
      expires_at: new Date(now + seconds * 1000),
    })
    .execute()
  return code
}

/** Deletes the codes that expired more than a day ago; returns how many. */
export async function removeExpiredCodes(db: Kysely<Database>, now: Date): Promise<number> {
  const dayBefore = new Date(now.getTime() - 86_400_000)
  const result = await db.deleteFrom('one_time_code').where('expires_at', '<', dayBefore).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Uses a code; null when it is unknown, of another purpose, used or expired. Of two concurrent uses one succeeds. */
export async function useCode(
  { db, clock }: CodeContext,
  purpose: CodePurpose,
  code: string,
): Promise<Record<string, unknown> | null> {
  const now = clock.now()
  const used = await db
    .updateTable('one_time_code')
    .set({ used_at: now })
    .where('code_hash', '=', hashSecret(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('payload')
    .executeTakeFirst()
  return used?.payload ?? null
}

/** The payload of a code without using it; null as with `useCode`. */
export async function peekCode(
  { db, clock }: CodeContext,
  purpose: CodePurpose,
  code: string,
): Promise<Record<string, unknown> | null> {
  const found = await db
    .selectFrom('one_time_code')
    .select('payload')
    .where('code_hash', '=', hashSecret(code))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return found?.payload ?? null
}

/** Invalidates the unused codes of a purpose whose payload contains the given values. */
export async function endCodes(
  { db, clock }: CodeContext,
  purpose: CodePurpose,
  payload: Record<string, unknown>,
): Promise<void> {
  await db
    .updateTable('one_time_code')
    .set({ used_at: clock.now() })
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where(sql<boolean>`payload @> ${JSON.stringify(payload)}::jsonb`)
    .execute()
}
