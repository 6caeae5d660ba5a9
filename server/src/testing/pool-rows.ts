import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** What a pool of the tests compares. */
const content = { title: 'Shops', indicators: [{ name: 'satisfaction', scale: 'index' }] }

/** Bodies of the calls of pools. */
export const poolBodies: Readonly<Record<string, object>> = {
  joinPool: {},
  leavePool: {},
  createPool: { name: 'walked', ...content },
  savePool: { ...content, version: 1 },
}

/** Stores a pool with members; returns its name. */
export async function createPoolRow(db: Db, members: readonly number[] = []): Promise<string> {
  const name = `pool-${crypto.randomUUID()}`
  const { id } = await db
    .insertInto('benchmark_pool')
    .values({ name, title: content.title, indicators: JSON.stringify(content.indicators) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const universeId of members)
    await db.insertInto('pool_member').values({ pool_id: id, universe_id: universeId }).execute()
  return name
}

/** Calls of pools that need one made for them, as the test of all writes makes them. */
export function poolCalls(
  db: Db,
  universeId: number,
): Record<string, () => Promise<{ given: Record<string, string>; body?: object }>> {
  const of = async (members: readonly number[] = []) => ({ given: { pool: await createPoolRow(db, members) } })
  return {
    joinPool: () => of(),
    leavePool: () => of([universeId]),
    createPool: async () => ({ given: {}, body: { name: crypto.randomUUID(), ...content } }),
    savePool: () => of(),
    removePool: () => of(),
  }
}
