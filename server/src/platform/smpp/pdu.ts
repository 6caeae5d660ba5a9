/** Commands of SMPP 3.4 that are used; an answer has the highest bit set. */
export const commands = {
  generic_nack: 0x80000000,
  bind_transceiver: 0x00000009,
  bind_transceiver_resp: 0x80000009,
  submit_sm: 0x00000004,
  submit_sm_resp: 0x80000004,
  deliver_sm: 0x00000005,
  deliver_sm_resp: 0x80000005,
  unbind: 0x00000006,
  unbind_resp: 0x80000006,
  enquire_link: 0x00000015,
  enquire_link_resp: 0x80000015,
} as const

/** What the other side says with an answer. */
export const statuses = {
  ESME_ROK: 0x00,
  ESME_RINVMSGLEN: 0x01,
  ESME_RINVBNDSTS: 0x04,
  ESME_RALYBND: 0x05,
  ESME_RSYSERR: 0x08,
  ESME_RINVSRCADR: 0x0a,
  ESME_RINVDSTADR: 0x0b,
  ESME_RBINDFAIL: 0x0d,
  ESME_RINVPASWD: 0x0e,
  ESME_RINVSYSID: 0x0f,
  ESME_RMSGQFUL: 0x14,
  ESME_RSUBMITFAIL: 0x45,
  ESME_RINVSRCTON: 0x48,
  ESME_RINVSRCNPI: 0x49,
  ESME_RINVDSTTON: 0x50,
  ESME_RINVDSTNPI: 0x51,
  ESME_RTHROTTLED: 0x58,
  ESME_RX_T_APPN: 0x64,
  ESME_RX_P_APPN: 0x65,
  ESME_RX_R_APPN: 0x66,
} as const

/** A message of the protocol: its parameters follow the header of 16 bytes. */
export interface Pdu {
  command: number
  status: number
  sequence: number
  body: Buffer
}

/** An address with its type of number and its numbering plan. */
export interface SmppAddress {
  ton: number
  npi: number
  address: string
}

/** What is sent to a phone, and what comes from one: `submit_sm` and `deliver_sm` have the same parameters. */
export interface ShortMessage {
  from: SmppAddress
  to: SmppAddress
  /** 0x40: the message begins with a header; 0x04: it is a receipt. */
  esmClass: number
  /** 1 where a receipt is wanted. */
  registeredDelivery: number
  dataCoding: number
  message: Buffer
  /** Further parameters by their tag. */
  options: ReadonlyMap<number, Buffer>
}

/** Tags of further parameters. */
export const tags = {
  network_error_code: 0x0423,
  message_payload: 0x0424,
  message_state: 0x0427,
  receipted_message_id: 0x001e,
}

/** Longest message of the protocol that is read, in bytes: the other side is not trusted with our memory. */
export const longestPdu = 70_000
const headerBytes = 16

/** Something that is no SMPP: the connection is of no use any more. */
export class BrokenSmpp extends Error {}

/** A message of the protocol as bytes. */
export function writePdu({ command, status, sequence, body }: Pdu): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(headerBytes + body.length, 0)
  header.writeUInt32BE(command, 4)
  header.writeUInt32BE(status, 8)
  header.writeUInt32BE(sequence, 12)
  return Buffer.concat([header, body])
}

/** Cuts bytes as they arrive into messages of the protocol. Throws `BrokenSmpp` for a length that none has. */
export class PduReader {
  private rest: Buffer = Buffer.alloc(0)

  /** The messages that are whole with these bytes. */
  push(chunk: Buffer): Pdu[] {
    let bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
    const whole: Pdu[] = []
    while (bytes.length >= 4) {
      const length = bytes.readUInt32BE(0)
      if (length < headerBytes || length > longestPdu) throw new BrokenSmpp(`a length of ${length}`)
      if (bytes.length < length) break
      whole.push({
        command: bytes.readUInt32BE(4),
        status: bytes.readUInt32BE(8),
        sequence: bytes.readUInt32BE(12),
        body: bytes.subarray(headerBytes, length),
      })
      bytes = bytes.subarray(length)
    }
    this.rest = bytes
    return whole
  }
}

/** Parameters of a request to be let in, to send and to receive. */
export function bindBody({
  systemId,
  password,
  systemType,
}: {
  systemId: string
  password: string
  systemType: string
}) {
  return Buffer.concat([
    cString(systemId),
    cString(password),
    cString(systemType),
    Buffer.from([0x34, 0, 0]),
    cString(''),
  ])
}

/** What a request to be let in says. */
export function readBind(body: Buffer): { systemId: string; password: string; systemType: string } {
  const fields = new Fields(body)
  return { systemId: fields.text(16), password: fields.text(9), systemType: fields.text(13) }
}

/** Parameters of a short message. One that is longer than 254 bytes goes into `message_payload`. */
export function shortMessageBody({
  from,
  to,
  esmClass,
  registeredDelivery,
  dataCoding,
  message,
  options,
}: ShortMessage) {
  const isLong = message.length > 254
  const further = isLong ? new Map([...options, [tags.message_payload, message] as const]) : options
  return Buffer.concat([
    cString(''),
    ...[from, to].flatMap(({ ton, npi, address }) => [Buffer.from([ton, npi]), cString(address)]),
    Buffer.from([esmClass, 0, 0]),
    // When it is delivered, and how long it is valid: as the message centre has it.
    ...[cString(''), cString('')],
    Buffer.from([registeredDelivery, 0, dataCoding, 0, isLong ? 0 : message.length]),
    ...(isLong ? [] : [message]),
    ...[...further].map(([tag, value]) => {
      const head = Buffer.alloc(4)
      head.writeUInt16BE(tag, 0)
      head.writeUInt16BE(value.length, 2)
      return Buffer.concat([head, value])
    }),
  ])
}

/** The parameters of a short message. Throws `BrokenSmpp` where they are cut. */
export function readShortMessage(body: Buffer): ShortMessage {
  const fields = new Fields(body)
  fields.text(6)
  const from = fields.address()
  const to = fields.address()
  const esmClass = fields.byte()
  fields.skip(2)
  fields.text(17)
  fields.text(17)
  const registeredDelivery = fields.byte()
  fields.skip(1)
  const dataCoding = fields.byte()
  fields.skip(1)
  const message = fields.bytes(fields.byte())
  const options = fields.options()
  return {
    ...{ from, to, esmClass, registeredDelivery, dataCoding, options },
    message: message.length > 0 ? message : (options.get(tags.message_payload) ?? message),
  }
}

/** A text that ends with a zero, alone in an answer: the id of a message, or the name of the other side. */
export function readText(body: Buffer): string {
  return body.length === 0 ? '' : new Fields(body).text(longestPdu)
}

/** A text with the zero that ends it; signs that SMPP has none for are left out. */
export function cString(text: string): Buffer {
  return Buffer.from(`${text.replaceAll(/[^\x20-\x7e]/g, '')}\0`, 'latin1')
}

/** Reads parameters one after the other. */
class Fields {
  private readonly body: Buffer
  private at = 0

  constructor(body: Buffer) {
    this.body = body
  }

  /** A text that ends with a zero, of at most so many bytes with it. */
  text(most: number): string {
    const end = this.body.indexOf(0, this.at)
    if (end < 0 || end - this.at >= most) throw new BrokenSmpp('a text has no end')
    const text = this.body.toString('latin1', this.at, end)
    this.at = end + 1
    return text
  }

  address(): SmppAddress {
    return { ton: this.byte(), npi: this.byte(), address: this.text(21) }
  }

  byte(): number {
    return this.bytes(1)[0] ?? 0
  }

  skip(count: number): void {
    this.bytes(count)
  }

  bytes(count: number): Buffer {
    if (this.at + count > this.body.length) throw new BrokenSmpp('parameters are missing')
    this.at += count
    return this.body.subarray(this.at - count, this.at)
  }

  options(): Map<number, Buffer> {
    const found = new Map<number, Buffer>()
    while (this.body.length - this.at >= 4) {
      const head = this.bytes(4)
      found.set(head.readUInt16BE(0), this.bytes(head.readUInt16BE(2)))
    }
    return found
  }
}
