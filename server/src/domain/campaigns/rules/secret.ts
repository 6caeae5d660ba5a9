import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** The secret that addresses of a universe are hashed and its links are signed with; made when it is first asked for. */
export async function addressSecret(db: Kysely<Database>, universeId: number): Promise<Buffer> {
  const known = await knownSecret(db, universeId)
  if (known) return known
  await db
    .insertInto('sending_secret')
    .values({ universe_id: universeId, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await knownSecret(db, universeId)
  if (!made) throw new Error(`There is no universe ${universeId}.`)
  return made
}

/** As `addressSecret`, but null where none was made, for links that anybody may send. */
export async function knownSecret(db: Kysely<Database>, universeId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('sending_secret')
    .select('secret')
    .where('universe_id', '=', universeId)
    .executeTakeFirst()
  return row?.secret ?? null
}
