import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** The secret that addresses of an organisation are hashed and its links are signed with; made when it is first needed. */
export async function addressSecret(db: Kysely<Database>, universeId: number): Promise<Buffer> {
  const known = await readSecret(db, universeId)
  if (known) return known
  await db
    .insertInto('sending_secret')
    .values({ universe_id: universeId, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await readSecret(db, universeId)
  if (!made) throw new Error(`The organisation ${universeId} has no secret of addresses`)
  return made
}

/** The secret of an organisation that has sent something before; null where there is none, as for a number made up. */
export async function readSecret(db: Kysely<Database>, universeId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('sending_secret')
    .select('secret')
    .where('universe_id', '=', universeId)
    .executeTakeFirst()
  return row?.secret ?? null
}
