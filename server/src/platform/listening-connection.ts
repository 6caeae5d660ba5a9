import type pg from 'pg'

/**
 * A connection of its own that listens on channels (NOTIFY). A broken one is replaced when `connection` is called
 * again; notifications of the time between are lost, so the owner also looks for work without them.
 */
export class ListeningConnection {
  private readonly pool: pg.Pool
  private readonly channels: readonly string[]
  private readonly onNotified: (payload: string, channel: string) => void
  private client: pg.PoolClient | null = null
  private connecting: Promise<pg.PoolClient> | null = null
  private stopped = false

  constructor(
    pool: pg.Pool,
    channels: string | readonly string[],
    onNotified: (payload: string, channel: string) => void,
  ) {
    this.pool = pool
    this.channels = typeof channels === 'string' ? [channels] : channels
    this.onNotified = onNotified
  }

  /** The current connection, or a new one. Rejects when PostgreSQL cannot be reached. */
  async connection(): Promise<pg.PoolClient> {
    if (this.client) return this.client
    if (this.stopped) throw new Error(`Listening on "${this.channels.join(', ')}" has stopped`)
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
    client.on('notification', ({ payload = '', channel }) => this.onNotified(payload, channel))
    client.on('error', () => this.drop(client))
    this.client = client
    try {
      for (const channel of this.channels) await client.query(`listen ${channel}`)
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
