import type pg from 'pg'
import { batchChannel } from '#server/domain/figures/publishing/batch-channel.ts'
import { ListeningConnection } from '#server/platform/listening-connection.ts'
import { configurationChannel } from './configuration-channel.ts'
import { noticeChannel } from './notice-channel.ts'
import { systemMessageChannel } from './system-message-channel.ts'

/** What a stream is told of. */
export interface HubListener {
  /** The notices of its user changed. */
  noticesChanged(): void
  /** A survey, by its id, has another configuration. */
  configurationChanged(surveyId: number): void
  /** The message to everybody was changed. */
  messageChanged(): void
}

/**
 * Tells the streams of this process whose notices changed, and which surveys have another configuration; and which anonymous
 * surveys have published answers, which streams do not hear at once.
 */
export class NoticeHub {
  private readonly connection: ListeningConnection
  private readonly listeners = new Map<number, Set<HubListener>>()
  private readonly ofBatches = new Set<(surveyId: number) => void>()

  constructor(pool: pg.Pool) {
    const channels = [noticeChannel, configurationChannel, batchChannel, systemMessageChannel]
    this.connection = new ListeningConnection(pool, channels, (payload, channel) => this.hear(Number(payload), channel))
  }

  private hear(id: number, channel: string): void {
    if (channel === noticeChannel) for (const listener of this.listeners.get(id) ?? []) listener.noticesChanged()
    else if (channel === batchChannel) for (const listener of this.ofBatches) listener(id)
    else if (channel === systemMessageChannel) this.everybody((listener) => listener.messageChanged())
    else this.everybody((listener) => listener.configurationChanged(id))
  }

  private everybody(tell: (listener: HubListener) => void): void {
    for (const of of this.listeners.values()) for (const listener of of) tell(listener)
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

  /** Tells a listener of the anonymous surveys, by their ids, that have published answers; returns what ends that. */
  listenToBatches(listener: (surveyId: number) => void): () => void {
    this.ofBatches.add(listener)
    return () => this.ofBatches.delete(listener)
  }

  /** Opens the connection where it is missing or broken. Rejects when PostgreSQL cannot be reached. */
  async open(): Promise<void> {
    await this.connection.connection()
  }

  /** Waits until everything that was announced by now has been heard: a connection is told of it before the next answer. */
  async heardAll(): Promise<void> {
    await (await this.connection.connection()).query('select 1')
  }

  /** Closes the connection. */
  async stop(): Promise<void> {
    await this.connection.stop()
  }
}
