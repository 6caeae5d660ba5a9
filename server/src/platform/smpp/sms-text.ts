import { messageParts, phoneAlphabet, twoCodeLetters } from '@gensvar/contract/message-length'

/** A part of a text message as SMPP carries it. */
export interface SmsPart {
  /** 0: the alphabet of phones, one code in each byte; 8: UCS-2. */
  dataCoding: 0 | 8
  /** Whether the bytes begin with a header that says which part of which message it is. */
  hasHeader: boolean
  bytes: Buffer
}

/** Most parts that a header can number. */
export const mostParts = 255

const codes: ReadonlyMap<string, number> = new Map([...phoneAlphabet].map((letter, code) => [letter, code]))
/** The code that begins a letter of two codes. */
const escape = 0x1b

/**
 * A text as the parts it is sent in. Parts of one message have the same `reference`, 0 to 255, by which the phone puts them
 * together. Throws a `RangeError` for more parts than can be numbered.
 */
export function encodeSms(text: string, reference: number): SmsPart[] {
  const { encoding, parts } = messageParts(text)
  if (parts.length > mostParts) throw new RangeError(`${parts.length} parts`)
  return parts.map((part, at) => {
    const content = encoding === 'GSM-7' ? phoneCodes(part) : Buffer.from(part, 'utf16le').swap16()
    const header = parts.length === 1 ? [] : [5, 0, 3, reference & 255, parts.length, at + 1]
    return {
      dataCoding: encoding === 'GSM-7' ? 0 : 8,
      hasHeader: header.length > 0,
      bytes: Buffer.concat([Buffer.from(header), content]),
    }
  })
}

/** The text of a part without its header, and which part it is. */
export function decodeSms({ dataCoding, hasHeader, bytes }: SmsPart): { text: string; at: number; parts: number } {
  const length = hasHeader ? (bytes[0] ?? 0) + 1 : 0
  const content = bytes.subarray(length)
  const text = dataCoding === 8 ? Buffer.from(content).swap16().toString('utf16le') : phoneText(content)
  return { text, parts: hasHeader ? (bytes[4] ?? 1) : 1, at: hasHeader ? (bytes[5] ?? 1) : 1 }
}

function phoneCodes(text: string): Buffer {
  const bytes: number[] = []
  for (const letter of text) {
    const second = twoCodeLetters.get(letter)
    if (second === undefined) bytes.push(codes.get(letter) ?? 0x3f)
    else bytes.push(escape, second)
  }
  return Buffer.from(bytes)
}

const secondCodes: ReadonlyMap<number, string> = new Map([...twoCodeLetters].map(([letter, code]) => [code, letter]))
const letters = [...phoneAlphabet]

function phoneText(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] ?? 0
    text += code === escape ? (secondCodes.get(bytes[++at] ?? 0) ?? ' ') : (letters[code] ?? '?')
  }
  return text
}
