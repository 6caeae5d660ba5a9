import { CompiledQuery } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './db-types.ts'
import { toDollarStatement } from './sql.ts'
import type { Fragment } from './sql.ts'

/** Runs a portable statement where `db` is: in its transaction, if it is one. */
export async function runFragment<R>(db: Kysely<Database>, fragment: Fragment): Promise<R[]> {
  const { text, values } = toDollarStatement(fragment)
  const { rows } = await db.executeQuery<R>(CompiledQuery.raw(text, values) as CompiledQuery<R>)
  return rows
}
