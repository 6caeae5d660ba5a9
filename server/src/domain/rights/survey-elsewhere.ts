import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identity } from './identity.ts'

/**
 * Tells root in which organisation a survey is that theirs does not have; any other error is thrown again. Others are
 * told nothing: even the names of another organisation's surveys are not theirs to know.
 */
export async function tellElsewhere(
  { db, identity }: { db: Kysely<Database>; identity: Identity },
  survey: string,
  error: unknown,
): Promise<never> {
  const isRoot = identity.isRoot && identity.actor === null && identity.program === null
  if (!isRoot || !(error instanceof AppError) || error.code !== 'not_found') throw error
  const found = await db
    .selectFrom('survey')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .select('universe.name')
    .where('survey.ext_name', '=', survey)
    .orderBy('universe.name')
    .executeTakeFirst()
  if (!found) throw error
  const words = say`The survey "${survey}" is in another organisation: ${found.name}.`
  throw new AppError('not_found', words, { universe: say`${found.name}` })
}
