import pg from 'pg'

const user = 'gensvar'
const database = 'gensvar'

/** Name of the superuser of our clusters. */
export const superuser = user

/** Address of a cluster of ours that listens on a port of this machine. */
export function urlOf(port: number, password: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

/**
 * Whether the server at a URL accepts our password; creates our database if it is missing (an interrupted first
 * start). Never throws: false for a server that is starting, stopping or not ours.
 */
export async function answers(url: string): Promise<boolean> {
  const first = await attempt(url)
  if (first !== 'no database') return first === 'yes'
  return (await attempt(url.replace(/[^/]*$/, 'postgres'), `CREATE DATABASE ${database}`)) === 'yes'
}

async function attempt(url: string, sql = 'SELECT 1'): Promise<'yes' | 'no' | 'no database'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
    return 'yes'
  } catch (error) {
    return (error as { code?: string }).code === '3D000' ? 'no database' : 'no'
  } finally {
    await client.end().catch(() => {})
  }
}
