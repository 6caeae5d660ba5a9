import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import {
  PduReader,
  commands,
  cString,
  readBind,
  readShortMessage,
  shortMessageBody,
  statuses,
  tags,
  writePdu,
} from '#server/platform/smpp/pdu.ts'
import type { Pdu, ShortMessage } from '#server/platform/smpp/pdu.ts'
import { decodeSms } from '#server/platform/smpp/sms-text.ts'

/** A part of a text message as the message centre received it. */
export interface ReceivedPart {
  id: string
  from: string
  to: string
  text: string
  /** Which part it is of how many. */
  at: number
  parts: number
  reference: number
  raw: ShortMessage
}

/** What the message centre answers to a message; `none`: nothing, ever. */
export type SmppAnswer = { status: number } | 'none' | 'drop'

/** A message centre of SMPP 3.4 on this machine that keeps what it takes. */
export class SmppServer {
  readonly parts: ReceivedPart[] = []
  readonly binds: { systemId: string; password: string; systemType: string }[] = []
  /** Statuses with which receipts were confirmed. */
  readonly confirmed: number[] = []
  /** Whoever gives another one is not let in. */
  password = 'secret'
  /** Asked for each message before it is taken; `drop`: it is taken, and the link is lost before it is answered. */
  answer: (part: ReceivedPart) => SmppAnswer = () => ({ status: statuses.ESME_ROK })
  /** Called after a message was taken. */
  onPart: (part: ReceivedPart) => void = () => {}
  /** Whether nothing but messages is answered, as where a firewall forgot the connection. */
  isDeaf = false
  /** Most messages that had no answer at a time. */
  peak = 0
  /** How long each answer takes, in ms. */
  pause = 0
  /** How a message is named. */
  name = (number: number): string => `abc${number.toString(16)}`
  private readonly server = createServer((socket) => this.talk(socket))
  private readonly sockets = new Set<Socket>()
  private bound: Socket | null = null
  private count = 0
  private underWay = 0
  private sequence = 0

  /** Starts it on a port of its own, or on the given one. */
  static async start(port = 0): Promise<SmppServer> {
    const made = new SmppServer()
    await new Promise<void>((resolve) => made.server.listen(port, '127.0.0.1', resolve))
    return made
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** How many connections are open. */
  get connections(): number {
    return this.sockets.size
  }

  /** The messages that arrived whole, with their parts put together. */
  get messages(): { to: string; from: string; text: string }[] {
    const groups = Map.groupBy(this.parts, ({ to, reference, parts, id }) => (parts === 1 ? id : `${to} ${reference}`))
    return [...groups.values()].flatMap((own) => {
      const [first] = own
      if (!first || own.length !== first.parts) return []
      const text = own
        .toSorted((one, other) => one.at - other.at)
        .map((part) => part.text)
        .join('')
      return [{ to: first.to, from: first.from, text }]
    })
  }

  /** Reports what became of a message that it has taken, in the words that operators use. */
  report(id: string, state: string, { error = '000', network = null as Buffer | null } = {}): void {
    const number = { DELIVRD: 2, EXPIRED: 3, DELETED: 4, UNDELIV: 5, ACCEPTD: 6, UNKNOWN: 7, REJECTD: 8 }[state]
    const at = '2602111200'
    this.deliver({
      esmClass: 0x04,
      message: Buffer.from(
        `id:${id} sub:001 dlvrd:${state === 'DELIVRD' ? '001' : '000'} submit date:${at} done date:${at} stat:${state} err:${error} text:Hi`,
      ),
      options: new Map([
        [tags.receipted_message_id, cString(id)],
        ...(number === undefined ? [] : [[tags.message_state, Buffer.from([number])] as const]),
        ...(network === null ? [] : [[tags.network_error_code, network] as const]),
      ]),
    })
  }

  /** Sends a message to whoever is let in. */
  deliver(given: Partial<ShortMessage>): void {
    const phone = { ton: 1, npi: 1, address: '46701234567' }
    const body = shortMessageBody({
      ...{ from: phone, to: phone, esmClass: 0, registeredDelivery: 0, dataCoding: 0 },
      ...{ message: Buffer.alloc(0), options: new Map(), ...given },
    })
    this.write(this.bound, { command: commands.deliver_sm, status: 0, sequence: ++this.sequence, body })
  }

  /** Sends any bytes to whoever is let in. */
  say(bytes: Buffer): void {
    this.bound?.write(bytes)
  }

  /** Ends all connections. */
  drop(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.drop()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private talk(socket: Socket): void {
    const reader = new PduReader()
    this.sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.sockets.delete(socket)
      if (this.bound === socket) this.bound = null
    })
    socket.on('data', (chunk: Buffer) => {
      for (const pdu of reader.push(chunk)) this.take(socket, pdu)
    })
  }

  private take(socket: Socket, pdu: Pdu): void {
    const { sequence, body } = pdu
    const reply = (command: number, content: Buffer = Buffer.alloc(0), status = 0): void =>
      this.write(socket, { command, status, sequence, body: content })
    if (this.isDeaf && pdu.command !== commands.submit_sm) return
    switch (pdu.command) {
      case commands.bind_transceiver: {
        const bind = readBind(body)
        this.binds.push(bind)
        const isKnown = bind.password === this.password
        if (isKnown) this.bound = socket
        return reply(commands.bind_transceiver_resp, cString('test'), isKnown ? 0 : statuses.ESME_RINVPASWD)
      }
      case commands.submit_sm:
        return void this.submit(socket, body, reply)
      case commands.enquire_link:
        return reply(commands.enquire_link_resp)
      case commands.unbind:
        return reply(commands.unbind_resp)
      case commands.deliver_sm_resp:
        return void this.confirmed.push(pdu.status)
    }
  }

  private async submit(
    socket: Socket,
    body: Buffer,
    reply: (command: number, content?: Buffer, status?: number) => void,
  ): Promise<void> {
    this.peak = Math.max(this.peak, ++this.underWay)
    const part = this.read(readShortMessage(body))
    const answer = this.answer(part)
    const isTaken = answer === 'drop' || answer === 'none' || answer.status === statuses.ESME_ROK
    if (isTaken) this.parts.push(part)
    if (isTaken) this.onPart(part)
    if (this.pause > 0) await new Promise((resolve) => setTimeout(resolve, this.pause))
    this.underWay--
    if (answer === 'none') return
    if (answer === 'drop') return void socket.destroy()
    reply(commands.submit_sm_resp, isTaken ? cString(part.id) : Buffer.alloc(0), answer.status)
  }

  private read(raw: ShortMessage): ReceivedPart {
    const { from, to, dataCoding, esmClass, message } = raw
    const hasHeader = (esmClass & 0x40) !== 0
    const said = decodeSms({ dataCoding: dataCoding === 8 ? 8 : 0, hasHeader, bytes: message })
    const id = this.name(++this.count)
    return { ...said, id, raw, from: from.address, to: to.address, reference: hasHeader ? (message[3] ?? 0) : 0 }
  }

  private write(socket: Socket | null, pdu: Pdu): void {
    if (socket && !socket.destroyed) socket.write(writePdu(pdu))
  }
}

/** Settings of the environment with which a server sends to a message centre. */
export function textingTo({ port }: Pick<SmppServer, 'port'>): Record<string, string> {
  return { GENSVAR_SMPP_URL: `smpp://shop:secret@127.0.0.1:${port}`, GENSVAR_SMS_FROM: 'Shop' }
}
