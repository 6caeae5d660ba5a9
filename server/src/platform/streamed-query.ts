import type pg from 'pg'
import { cancelledBy, timeLeft } from './limited-query.ts'
import { toDollarStatement } from './sql.ts'
import type { Fragment } from './sql.ts'
import type { Work } from './work.ts'

/**
 * The rows of a reading statement as they were at one moment, in batches, however many there are. It holds a connection
 * and a snapshot until it ends. Throws the signal's reason when the work is aborted.
 */
export async function* streamedQuery<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  fragment: Fragment,
  { batch, work }: { batch: number; work: Work | undefined },
): AsyncGenerator<R[]> {
  const { text, values } = toDollarStatement(fragment)
  const client = await pool.connect()
  const fetchText = `fetch ${batch} from streamed`
  let next: Promise<pg.QueryResult<R>> | null = null
  let broken = false
  const query = <T extends pg.QueryResultRow>(statement: string, parameters: unknown[] = []) =>
    cancelledBy(pool, client, work, () => client.query<T>(statement, parameters))
  try {
    await query(`begin read only; set local statement_timeout = ${timeLeft(work)}`)
    // The first rows matter as well as the last: progress is shown from the start.
    await query(`declare streamed no scroll cursor for ${text}`, values)
    // The next batch is read while the caller uses this one.
    next = query<R>(fetchText)
    for (;;) {
      const { rows } = await next
      if (rows.length === 0) break
      next = query<R>(fetchText)
      next.catch(() => {})
      yield rows
    }
  } finally {
    await next?.catch(() => {})
    await client.query('rollback').catch(() => (broken = true))
    client.release(broken)
  }
}
