import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { SmppSettings } from '../sms-settings.ts'
import {
  BrokenSmpp,
  PduReader,
  bindBody,
  commands,
  cString,
  readShortMessage,
  readText,
  shortMessageBody,
  statuses,
  writePdu,
} from './pdu.ts'
import type { Pdu, ShortMessage } from './pdu.ts'

/** What became of a message that was given to a connection. */
export type Submitted =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; status: number }
  /** It was written and not answered: the message centre may have it. */
  | { outcome: 'unknown' }
  /** The connection had ended before it was written. */
  | { outcome: 'unsent' }

/** Times of a connection, in ms. */
export interface SmppTimes {
  /** Longest time until it is connected and let in. */
  connect: number
  /** Longest time for an answer. */
  answer: number
  /** Pause between two questions whether the other side is still there. */
  enquire: number
}

/** What happens at a connection. */
export interface SessionEvents {
  /** A message from the other side; it is confirmed once this has resolved, and not where it rejects. */
  onMessage: (message: ShortMessage) => Promise<void>
  /** The connection has ended; called once, after it was let in. */
  onEnd: () => void
}

/** The message centre lets nobody in: `status` is what it said. */
export class BindRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`bind refused: ${status}`)
    this.status = status
  }
}

interface Question {
  resolve: (answer: Pdu | null) => void
  timer: NodeJS.Timeout
}

/** A connection to a message centre that was let in (`bind_transceiver`). */
export class SmppSession {
  private readonly socket: Socket
  private readonly times: SmppTimes
  private readonly events: SessionEvents
  private readonly questions = new Map<number, Question>()
  private readonly reader = new PduReader()
  private sequence = 0
  private isEnded = false
  private isBound = false
  private isAwake = true
  private readonly beat: NodeJS.Timeout

  private constructor(socket: Socket, times: SmppTimes, events: SessionEvents) {
    this.socket = socket
    this.times = times
    this.events = events
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.read(chunk))
    socket.on('error', () => this.end())
    socket.on('close', () => this.end())
    this.beat = setInterval(() => this.enquire(), times.enquire)
  }

  /** Connects and asks to be let in. Throws `BindRefused`, or an error of the network. */
  static async open(settings: SmppSettings, times: SmppTimes, events: SessionEvents): Promise<SmppSession> {
    const { host, port, isSecure } = settings
    const socket = isSecure ? connectSecurely({ host, port, servername: host }) : connect({ host, port })
    await connected(socket, isSecure ? 'secureConnect' : 'connect', times.connect)
    const session = new SmppSession(socket, times, events)
    const answer = await session.ask(commands.bind_transceiver, bindBody(settings))
    if (answer?.status === statuses.ESME_ROK) {
      session.isBound = true
      return session
    }
    session.end()
    throw answer ? new BindRefused(answer.status) : new Error('no answer')
  }

  /** Whether messages can be given to it. */
  get isOpen(): boolean {
    return !this.isEnded && this.socket.writable
  }

  /** Gives the message centre a message; never rejects. */
  async submit(message: ShortMessage): Promise<Submitted> {
    if (!this.isOpen) return { outcome: 'unsent' }
    const answer = await this.ask(commands.submit_sm, shortMessageBody(message))
    if (!answer) {
      // Whoever does not answer one question answers none of those after it in time.
      this.end()
      return { outcome: 'unknown' }
    }
    const isAccepted = answer.command === commands.submit_sm_resp && answer.status === statuses.ESME_ROK
    return isAccepted ? { outcome: 'accepted', id: idOf(answer) } : { outcome: 'refused', status: answer.status }
  }

  /** Says goodbye; what was not answered by then is of unknown fate. */
  async close(): Promise<void> {
    if (this.isOpen) await this.ask(commands.unbind, Buffer.alloc(0))
    this.end()
  }

  /** Sends a question; resolves with its answer, or null where none comes. */
  private ask(command: number, body: Buffer): Promise<Pdu | null> {
    this.sequence = (this.sequence % 0x7fffffff) + 1
    const { sequence } = this
    const { promise, resolve } = Promise.withResolvers<Pdu | null>()
    const timer = setTimeout(() => this.answer(sequence, null), this.times.answer)
    this.questions.set(sequence, { resolve, timer })
    this.socket.write(writePdu({ command, status: 0, sequence, body }))
    return promise
  }

  private answer(sequence: number, answer: Pdu | null): void {
    const question = this.questions.get(sequence)
    if (!question) return
    this.questions.delete(sequence)
    clearTimeout(question.timer)
    question.resolve(answer)
  }

  private read(chunk: Buffer): void {
    this.isAwake = true
    try {
      for (const pdu of this.reader.push(chunk)) this.take(pdu)
    } catch (error) {
      if (!(error instanceof BrokenSmpp)) throw error
      this.end()
    }
  }

  private take(pdu: Pdu): void {
    if (pdu.command >= 0x80000000) return this.answer(pdu.sequence, pdu)
    switch (pdu.command) {
      case commands.enquire_link:
        return this.reply(commands.enquire_link_resp, pdu.sequence)
      case commands.unbind:
        this.reply(commands.unbind_resp, pdu.sequence)
        return this.end()
      case commands.deliver_sm:
        return void this.takeMessage(pdu)
      default:
        // ESME_RINVCMDID
        return this.reply(commands.generic_nack, pdu.sequence, Buffer.alloc(0), 0x03)
    }
  }

  private async takeMessage({ sequence, body }: Pdu): Promise<void> {
    let message: ShortMessage
    try {
      message = readShortMessage(body)
    } catch {
      return this.reply(commands.deliver_sm_resp, sequence, cString(''), statuses.ESME_RX_R_APPN)
    }
    const status = await this.events.onMessage(message).then(
      () => statuses.ESME_ROK,
      // For now: the message centre sends it again.
      () => statuses.ESME_RX_T_APPN,
    )
    this.reply(commands.deliver_sm_resp, sequence, cString(''), status)
  }

  private reply(command: number, sequence: number, body: Buffer = Buffer.alloc(0), status = 0): void {
    if (this.isOpen) this.socket.write(writePdu({ command, status, sequence, body }))
  }

  private enquire(): void {
    const isSilent = !this.isAwake
    this.isAwake = false
    if (isSilent || !this.isOpen) return this.end()
    void this.ask(commands.enquire_link, Buffer.alloc(0)).then((answer) => (answer ? undefined : this.end()))
  }

  private end(): void {
    if (this.isEnded) return
    this.isEnded = true
    clearInterval(this.beat)
    this.socket.destroy()
    for (const sequence of [...this.questions.keys()]) this.answer(sequence, null)
    if (this.isBound) this.events.onEnd()
  }
}

function idOf({ body }: Pdu): string {
  try {
    return readText(body)
  } catch {
    return ''
  }
}

function connected(socket: Socket, event: 'connect' | 'secureConnect', most: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const timer = setTimeout(() => fail(new Error('no answer')), most)
    socket.once('error', fail)
    socket.once(event, () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve()
    })
  })
}
