import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Runs changes of users after which each universe that had an administrator must still have one. The universes are locked,
 * so that of two such changes at a time the second sees what the first did. Throws `conflict`, which undoes the changes,
 * where the last administrator would be gone.
 */
export async function keepingAdministrators<R>(
  tx: WriteTx<Ctx>,
  universeIds: readonly number[],
  change: () => Promise<R>,
): Promise<R> {
  if (universeIds.length === 0) return change()
  await tx.db
    .selectFrom('universe')
    .select('id')
    .where('id', 'in', [...universeIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const before = await universesWithAdministrators(tx, universeIds)
  const result = await change()
  const after = await universesWithAdministrators(tx, universeIds)
  if (before.some((id) => !after.includes(id)))
    throw new AppError(
      'conflict',
      say`The organisation would be left without an administrator. Make somebody else an administrator first.`,
    )
  return result
}

async function universesWithAdministrators({ db }: WriteTx<Ctx>, universeIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct m.universe_id as id
      from user_universe m join app_user u on u.id = m.user_id
     where m.universe_id = any(${[...universeIds]}::int[]) and m.admin and not m.disabled and u.status <> 1`.execute(db)
  return rows.map(({ id }) => id)
}
