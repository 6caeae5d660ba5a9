import type pg from 'pg'
import { toDollarStatement } from './sql.ts'
import type { Fragment } from './sql.ts'
import type { Work } from './work.ts'

/** Timeout for a statement that belongs to no request, in ms. */
const defaultTimeout = 60_000

/** The code of a statement that was cancelled or took too long. */
const cancelled = '57014'

/**
 * Runs a reading statement. PostgreSQL cancels it at the time limit of its request, or when the client is gone; then
 * this throws the signal's reason.
 */
export async function limitedQuery<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  fragment: Fragment,
  work: Work | undefined,
): Promise<R[]> {
  work?.signal.throwIfAborted()
  const { text, values } = toDollarStatement(fragment)
  const client = await pool.connect()
  let broken = false
  try {
    return await cancelledBy(pool, client, work, async () => {
      await client.query(`begin read only; set local statement_timeout = ${timeLeft(work)}`)
      const { rows } = await client.query<R>(text, values)
      return rows
    })
  } finally {
    await client.query('rollback').catch(() => (broken = true))
    client.release(broken)
  }
}

/** Runs statements on a connection; when the work is aborted, PostgreSQL cancels them and this throws the reason. */
export async function cancelledBy<T>(
  pool: pg.Pool,
  client: pg.PoolClient,
  work: Work | undefined,
  run: () => Promise<T>,
): Promise<T> {
  work?.signal.throwIfAborted()
  let cancelling: Promise<unknown> | undefined
  const cancel = (): void => {
    cancelling = pool.query('select pg_cancel_backend($1)', [processOf(client)]).catch(() => undefined)
  }
  work?.signal.addEventListener('abort', cancel, { once: true })
  try {
    return await run()
  } catch (error) {
    work?.signal.throwIfAborted()
    // PostgreSQL's timeout may fire a moment before the request's own.
    if (work && (error as { code?: string }).code === cancelled) await aborted(work.signal)
    throw error
  } finally {
    work?.signal.removeEventListener('abort', cancel)
    // The connection is used again only after the cancellation, which could otherwise end another statement.
    await cancelling
  }
}

/** Timeout for the statements of some work, in ms. */
export function timeLeft(work: Work | undefined): number {
  return work ? Math.max(1, Math.ceil(work.endsAt - Date.now())) : defaultTimeout
}

/** The server process of a connection, which the library's types leave out. */
function processOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
