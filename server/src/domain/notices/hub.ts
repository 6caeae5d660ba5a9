import type pg from 'pg'
import { ListeningConnection } from '#server/platform/listening-connection.ts'
import { noticeChannel } from './notice-channel.ts'

/** Tells the streams of this process whose notices changed. */
export class NoticeHub {
  private readonly connection: ListeningConnection
  private readonly listeners = new Map<number, Set<() => void>>()

  constructor(pool: pg.Pool) {
    this.connection = new ListeningConnection(pool, noticeChannel, (payload) => {
      for (const listener of this.listeners.get(Number(payload)) ?? []) listener()
    })
  }

  /** Calls a listener whenever the notices of a user changed; returns what ends that. */
  listen(userId: number, listener: () => void): () => void {
    const of = this.listeners.get(userId) ?? new Set()
    this.listeners.set(userId, of.add(listener))
    return () => {
      of.delete(listener)
      if (of.size === 0 && this.listeners.get(userId) === of) this.listeners.delete(userId)
    }
  }

  /** Opens the connection where it is missing or broken. Rejects when PostgreSQL cannot be reached. */
  async open(): Promise<void> {
    await this.connection.connection()
  }

  /** Closes the connection. */
  async stop(): Promise<void> {
    await this.connection.stop()
  }
}
