import type pg from 'pg'

/**
 * A connection of its own that listens on a channel (NOTIFY). A broken one is replaced when `connection` is called
 * again; notifications of the time between are lost, so the owner also looks for work without them.
 */
export class ListeningConnection {
  private readonly pool: pg.Pool
  private readonly channel: string
  private readonly onNotified: (payload: string) => void
  private client: pg.PoolClient | null = null
  private connecting: Promise<pg.PoolClient> | null = null
  private stopped = false

  constructor(pool: pg.Pool, channel: string, onNotified: (payload: string) => void) {
    this.pool = pool
    this.channel = channel
    this.onNotified = onNotified
  }

  /** The current connection, or a new one. Rejects when PostgreSQL cannot be reached. */
  async connection(): Promise<pg.PoolClient> {
    if (this.client) return this.client
    if (this.stopped) throw new Error(`Listening on "${this.channel}" has stopped`)
    this.connecting ??= this.connect().finally(() => (this.connecting = null))
    return this.connecting
  }

  /** Closes the connection; no new one is opened. */
  async stop(): Promise<void> {
    this.stopped = true
    await this.connecting?.catch(() => undefined)
    this.drop(this.client)
  }

  private async connect(): Promise<pg.PoolClient> {
    const client = await this.pool.connect()
    client.on('notification', ({ payload = '' }) => this.onNotified(payload))
    client.on('error', () => this.drop(client))
    this.client = client
    try {
      await client.query(`listen ${this.channel}`)
    } catch (error) {
      this.drop(client)
      throw error
    }
    return client
  }

  private drop(client: pg.PoolClient | null): void {
    if (client === null || this.client !== client) return
    this.client = null
    client.release(true)
  }
}
