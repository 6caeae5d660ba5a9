import type { Channel, OutgoingMessage, PreparedMessage } from './channel.ts'

/** Sends nothing: what would be sent is stored for root to read, on the page of mails. */
export class OutboxChannel implements Channel {
  readonly lanes = 4
  private readonly now: () => Date

  constructor(now: () => Date) {
    this.now = now
  }

  async prepare({ to, subject, text, html }: OutgoingMessage): Promise<PreparedMessage> {
    const mail = { userId: null, to, subject, text, html, unsubscribes: [], now: this.now() }
    return { send: async () => ({ outcome: 'kept', mail }) }
  }

  close(): void {}
}
