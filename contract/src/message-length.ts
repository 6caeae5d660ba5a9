/** How a text message is sent: seven bits for each letter of the alphabet of phones, or 16 bits for any letter. */
export type MessageEncoding = 'GSM-7' | 'UCS-2'

/** How long a text message is. */
export interface MessageLength {
  /** Letters of the alphabet of phones are sent in seven bits each; any other letter makes the whole message UCS-2. */
  encoding: MessageEncoding
  /** In the units that a part is limited by: letters such as € count two in GSM-7, emoji two in UCS-2. */
  characters: number
  /** Messages that are sent and paid for; 0 for an empty text. */
  parts: number
  /** Units that still fit into the last part. */
  left: number
}

/** The alphabet of phones (GSM 03.38) in the order of its codes; 27 is the code that begins a letter of two. */
export const phoneAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** Letters that phones send as two, with the second of their codes. */
export const twoCodeLetters: ReadonlyMap<string, number> = new Map([
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
])

const plainLetters: ReadonlySet<string> = new Set([...phoneAlphabet].filter((letter) => letter !== '\u001b'))

/** Units of a message that is sent as one part, and of each part of a longer one. */
const limits = { 'GSM-7': { single: 160, each: 153 }, 'UCS-2': { single: 70, each: 67 } } as const

/** Signs that writing programs put in place of plain ones, with those. */
const plainSigns: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u200b': '',
  '\u00ad': '',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2026': '...',
  '\u2022': '-',
  '\t': ' ',
}

/** A text as it is sent: letters with their accents as one, and lines that end in one way. */
export function sentText(text: string): string {
  return text.normalize('NFC').replaceAll('\r\n', '\n')
}

/** How many parts a text message is sent in, and how much room is left in the last one. */
export function messageLength(text: string): MessageLength {
  const { encoding, parts } = messageParts(text)
  const { single, each } = limits[encoding]
  const sizes = parts.map((part) => sizeOf(part, encoding))
  const characters = sizes.reduce((sum, size) => sum + size, 0)
  const last = sizes.at(-1) ?? 0
  return { encoding, characters, parts: parts.length, left: (parts.length > 1 ? each : single) - last }
}

/** The parts that a text message is sent in; none for an empty text. A letter of two units is never split between parts. */
export function messageParts(given: string): { encoding: MessageEncoding; parts: string[] } {
  const text = sentText(given)
  const letters = [...text]
  const encoding = letters.every(isPlain) ? 'GSM-7' : 'UCS-2'
  const { single, each } = limits[encoding]
  if (text === '') return { encoding, parts: [] }
  if (sizeOf(text, encoding) <= single) return { encoding, parts: [text] }
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const letter of letters) {
    const size = sizeOf(letter, encoding)
    if (used + size > each) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += letter
    used += size
  }
  return { encoding, parts: [...parts, part] }
}

/** The characters, each once, that phones lack and that make the parts of a text shorter; an emoji is one of them. */
export function otherCharacters(text: string): string[] {
  const shown = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(sentText(text))
  return [...new Set([...shown].map(({ segment }) => segment))].filter((sign) => ![...sign].every(isPlain))
}

/** The text with plain signs in place of those that writing programs put in, such as curved quotation marks. */
export function withPlainSigns(text: string): string {
  return [...sentText(text)].map((letter) => plainSigns[letter] ?? letter).join('')
}

function isPlain(letter: string): boolean {
  return plainLetters.has(letter) || twoCodeLetters.has(letter)
}

function sizeOf(text: string, encoding: MessageEncoding): number {
  if (encoding === 'UCS-2') return text.length
  let size = 0
  for (const letter of text) size += twoCodeLetters.has(letter) ? 2 : 1
  return size
}
