import type pg from 'pg'
import { ListeningConnection } from '#server/platform/listening-connection.ts'
import { configurationChannel } from './configuration-channel.ts'
import { noticeChannel } from './notice-channel.ts'

/** What a stream is told of. */
export interface HubListener {
  /** The notices of its user changed. */
  noticesChanged(): void
  /** A survey, by its id, has another configuration. */
  configurationChanged(surveyId: number): void
}

/** Tells the streams of this process whose notices changed, and which surveys have another configuration. */
export class NoticeHub {
  private readonly connection: ListeningConnection
  private readonly listeners = new Map<number, Set<HubListener>>()

  constructor(pool: pg.Pool) {
    this.connection = new ListeningConnection(pool, [noticeChannel, configurationChannel], (payload, channel) => {
      if (channel === noticeChannel) {
        for (const listener of this.listeners.get(Number(payload)) ?? []) listener.noticesChanged()
        return
      }
      for (const of of this.listeners.values())
        for (const listener of of) listener.configurationChanged(Number(payload))
    })
  }

  /** Tells a listener of the notices of a user, and of all surveys; returns what ends that. */
  listen(userId: number, listener: HubListener): () => void {
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
