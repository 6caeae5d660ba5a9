import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { quoted } from './table-sums.ts'

/** A database that is removed again, with the one connection to it. */
export interface Scratch {
  name: string
  client: pg.Client
}

/** What PostgreSQL notes of it, so that one left by a process that was killed can be told from every other database. */
const noteOf = (database: string): string => `Gensvar tries a backup of ${database} here and removes this database`

/** Creates an empty database beside the one of the pool, on the same server. Removes those that were left over. */
export async function makeScratch(pool: pg.Pool): Promise<Scratch> {
  const connected = await pool.connect()
  // These are the values that the connection was really made with, whatever the pool was given.
  const { host, port, user, password, ssl, database = '' } = connected
  let name = ''
  try {
    const { rows } = await connected.query<{ encoding: string; sorting: string; kinds: string }>(
      `SELECT pg_encoding_to_char(encoding) AS encoding, datcollate AS sorting, datctype AS kinds
         FROM pg_database WHERE datname = current_database()`,
    )
    const [like] = rows
    for (const left of await leftOver(connected, database)) await drop(connected, left)
    name = `${database.slice(0, 30)}_proof_${randomBytes(6).toString('hex')}`
    await connected.query(
      `CREATE DATABASE ${quoted(name)} TEMPLATE template0 ENCODING ${literal(like?.encoding ?? 'UTF8')}
       LC_COLLATE ${literal(like?.sorting ?? 'C')} LC_CTYPE ${literal(like?.kinds ?? 'C')}`,
    )
    await connected.query(`COMMENT ON DATABASE ${quoted(name)} IS ${literal(noteOf(database))}`)
  } finally {
    connected.release()
  }
  const client = new pg.Client({ host, port, user, password: password ?? undefined, ssl, database: name })
  // Its end is seen at the next statement; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  return { name, client }
}

/** Closes the connection and removes the database. */
export async function removeScratch(pool: pg.Pool, { name, client }: Scratch): Promise<void> {
  await client.end().catch(() => {})
  await drop(pool, name)
}

async function leftOver(client: pg.PoolClient, database: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE shobj_description(oid, 'pg_database') = $1`,
    [noteOf(database)],
  )
  return rows.map(({ name }) => name)
}

async function drop(client: pg.Pool | pg.PoolClient, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`)
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
