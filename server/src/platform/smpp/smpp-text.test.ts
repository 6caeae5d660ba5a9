import { expect, test } from 'vitest'
import {
  BrokenSmpp,
  PduReader,
  commands,
  cString,
  longestPdu,
  readBind,
  bindBody,
  readShortMessage,
  shortMessageBody,
  tags,
  writePdu,
} from './pdu.ts'
import type { ShortMessage } from './pdu.ts'
import { readReceipt, statusName } from './receipt.ts'
import { decodeSms, encodeSms } from './sms-text.ts'

const phone = { ton: 1, npi: 1, address: '46701234567' }
const plain: ShortMessage = {
  ...{ from: { ton: 5, npi: 0, address: 'Shop' }, to: phone, esmClass: 0, registeredDelivery: 1, dataCoding: 0 },
  ...{ message: Buffer.from('Hi'), options: new Map() },
}
const back = (text: string): string =>
  encodeSms(text, 7)
    .map((part) => decodeSms(part).text)
    .join('')

test('a text in the alphabet of phones is one code a letter, two for some; any other is UCS-2', () => {
  expect(encodeSms('@£€Åé', 1)).toEqual([
    { dataCoding: 0, hasHeader: false, bytes: Buffer.from([0x00, 0x01, 0x1b, 0x65, 0x0e, 0x05]) },
  ])
  expect(encodeSms('Ł👍', 1)).toEqual([
    { dataCoding: 8, hasHeader: false, bytes: Buffer.from([0x01, 0x41, 0xd8, 0x3d, 0xdc, 0x4d]) },
  ])
  for (const text of ['Hej åäö ÆØ {[~]}|^\\ ñ¿ ΔΦ\n', `${'x'.repeat(152)}€${'y'.repeat(400)}`, '👍'.repeat(100)])
    expect(back(text)).toBe(text)
})

test('the parts of a long text have a header that numbers them, and fit into a message', () => {
  for (const [text, dataCoding, count] of [
    ['a'.repeat(307), 0, 3],
    ['ł'.repeat(135), 8, 3],
  ] as const) {
    const parts = encodeSms(text, 300)
    expect(parts.map(({ bytes }) => [...bytes.subarray(0, 6)])).toEqual(
      Array.from({ length: count }, (_one, at) => [5, 0, 3, 44, count, at + 1]),
    )
    for (const part of parts) {
      expect(part).toMatchObject({ dataCoding, hasHeader: true })
      expect(
        dataCoding === 8 ? part.bytes.length : Math.ceil(((part.bytes.length - 6) * 7) / 8) + 6,
      ).toBeLessThanOrEqual(140)
    }
  }
  expect(encodeSms('', 1)).toEqual([])
  expect(() => encodeSms('a'.repeat(153 * 256), 1)).toThrow(RangeError)
})

test('messages of the protocol are read in whatever pieces they arrive', () => {
  const first = writePdu({ command: commands.submit_sm, status: 0, sequence: 5, body: shortMessageBody(plain) })
  const second = writePdu({ command: commands.enquire_link, status: 0, sequence: 6, body: Buffer.alloc(0) })
  const whole = Buffer.concat([first, second])
  for (const size of [1, 3, 16, whole.length]) {
    const reader = new PduReader()
    const read = Array.from({ length: Math.ceil(whole.length / size) }, (_one, at) =>
      reader.push(whole.subarray(at * size, (at + 1) * size)),
    ).flat()
    expect(read.map(({ command, sequence }) => [command, sequence])).toEqual([
      [commands.submit_sm, 5],
      [commands.enquire_link, 6],
    ])
    expect(readShortMessage(read[0]?.body ?? Buffer.alloc(0))).toEqual(plain)
  }
})

test('what is no SMPP is refused, whatever length it claims', () => {
  const claims = (length: number): Buffer => {
    const bytes = Buffer.alloc(16)
    bytes.writeUInt32BE(length)
    return bytes
  }
  for (const length of [0, 4, 15, longestPdu + 1, 0xffffffff])
    expect(() => new PduReader().push(claims(length))).toThrow(BrokenSmpp)
  expect(() => new PduReader().push(Buffer.from('HTTP/1.1 400 Bad Request\r\n'))).toThrow(BrokenSmpp)
  const body = shortMessageBody({ ...plain, options: new Map([[tags.message_state, Buffer.from([2])]]) })
  for (let length = 0; length < body.length - 5; length++)
    expect(() => readShortMessage(body.subarray(0, length))).toThrow(BrokenSmpp)
  expect(() =>
    readShortMessage(Buffer.concat([cString(''), Buffer.from([1, 1]), cString('4'.repeat(30)), body])),
  ).toThrow(BrokenSmpp)
})

test('a long message is carried beside the others, and a login as it is given', () => {
  const message = Buffer.alloc(400, 0x61)
  expect(readShortMessage(shortMessageBody({ ...plain, message })).message).toEqual(message)
  const login = { systemId: 'shop', password: 's3cr3t!', systemType: 'VMS' }
  expect(readBind(bindBody(login))).toEqual(login)
})

const receipt = (text: string, more: Partial<ShortMessage> = {}) =>
  readReceipt({ ...plain, esmClass: 0x04, message: Buffer.from(text), ...more })
const said = (stat: string, err: string) =>
  `id:0AbC9 sub:001 dlvrd:001 submit date:2602111200 done date:2602111201 stat:${stat} err:${err} text:Hello`

test('a receipt is read from its text and from its parameters, of which the latter win', () => {
  expect(receipt(said('DELIVRD', '000'))).toEqual({ id: '0AbC9', outcome: 'delivered', isHard: false, said: 'DELIVRD' })
  expect(receipt(said('UNDELIV', '001'))).toEqual({ id: '0AbC9', outcome: 'failed', isHard: true, said: 'UNDELIV 001' })
  expect(receipt(said('UNDELIV', '027'))).toMatchObject({ outcome: 'failed', isHard: false, said: 'UNDELIV 027' })
  expect(receipt(said('EXPIRED', '001'))).toMatchObject({ outcome: 'failed', isHard: false })
  expect(receipt(said('ACCEPTD', '000'))).toMatchObject({ outcome: 'underWay' })
  const options = new Map([
    [tags.receipted_message_id, cString('77')],
    [tags.message_state, Buffer.from([5])],
    [tags.network_error_code, Buffer.from([3, 0, 1])],
  ])
  expect(receipt(said('DELIVRD', '000'), { options, esmClass: 0 })).toEqual({
    ...{ id: '77', outcome: 'failed', isHard: true, said: 'UNDELIV 1' },
  })
  const absent = new Map([...options, [tags.network_error_code, Buffer.from([3, 0, 27])] as const])
  expect(receipt(said('UNDELIV', '001'), { options: absent })).toMatchObject({ isHard: false })
})

test('an answer from a phone is no receipt, nor is what says nothing of a message', () => {
  expect(receipt('STOP', { esmClass: 0 })).toBeNull()
  expect(receipt(said('DELIVRD', '000'), { esmClass: 0 })).toBeNull()
  expect(receipt('hello')).toBeNull()
  expect(receipt('id: stat:')).toBeNull()
  expect(receipt(said('DELIVRD', '000').replace('0AbC9', 'x'.repeat(5000)))?.id).toHaveLength(64)
  expect([statusName(0x58), statusName(0x1234)]).toEqual(['ESME_RTHROTTLED', '0x00001234'])
})
