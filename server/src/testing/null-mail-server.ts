import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const files = {
  EMAIL: fileURLToPath(new URL('./mail-sink-process.ts', import.meta.url)),
  SMS: fileURLToPath(new URL('./smpp-server-process.ts', import.meta.url)),
}

type Message = { port: number } | { id: string } | { seen: unknown }

/**
 * A mail server, or a message centre of text messages, in a process of its own that throws messages away, and knows the Message-ID
 * or the number of each that it took.
 */
export class NullMailServer {
  readonly port: number
  /** Message-IDs without their brackets, or numbers, in the order the messages were taken. */
  readonly taken: string[] = []
  /** Called after each. */
  onTaken: () => void = () => {}
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.child = child
    this.port = port
    child.on('message', (message: Message) => {
      if (!('id' in message)) return
      this.taken.push(message.id.replace(/^<|>$/g, ''))
      this.onTaken()
    })
  }

  /** Starts it. */
  static async start(by: keyof typeof files = 'EMAIL'): Promise<NullMailServer> {
    const child = fork(files[by], { stdio: 'inherit', env: { ...process.env, SMPP_PAUSE: '5' } })
    const [message] = (await once(child, 'message')) as [Message]
    if (!('port' in message)) throw new Error('The mail server did not start')
    return new NullMailServer(child, message.port)
  }

  /** Waits until everything that was taken so far is known here. */
  async settled(): Promise<void> {
    const token = Math.random()
    const { promise, resolve } = Promise.withResolvers<void>()
    const listen = (message: Message): void => {
      if ('seen' in message && message.seen === token) resolve()
    }
    this.child.on('message', listen)
    this.child.send(token)
    await promise
    this.child.off('message', listen)
  }

  /** Ends the process. */
  async close(): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.disconnect()
    await ended
  }
}
