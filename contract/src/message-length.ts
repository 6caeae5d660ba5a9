/** How long a text message is. */
export interface MessageLength {
  /** Letters of the alphabet of phones are sent in seven bits each; any other letter makes the whole message UCS-2. */
  encoding: 'GSM-7' | 'UCS-2'
  /** In the units that a part is limited by: letters such as € count two in GSM-7, emoji two in UCS-2. */
  characters: number
  /** Messages that are sent and paid for; 0 for an empty text. */
  parts: number
  /** Units that still fit into the last part. */
  left: number
}

const plainLetters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const doubleLetters = new Set('\f^{}\\[~]|€')

/** Units of a message that is sent as one part, and of each part of a longer one. */
const limits = { 'GSM-7': { single: 160, each: 153 }, 'UCS-2': { single: 70, each: 67 } } as const

/** How many parts a text message is sent in, and how much room is left in the last one. */
export function messageLength(text: string): MessageLength {
  const letters = [...text]
  const isPlain = letters.every((letter) => plainLetters.has(letter) || doubleLetters.has(letter))
  const encoding = isPlain ? 'GSM-7' : 'UCS-2'
  const sizes = letters.map((letter) => (isPlain ? (doubleLetters.has(letter) ? 2 : 1) : letter.length))
  const characters = sizes.reduce((sum, size) => sum + size, 0)
  const { single, each } = limits[encoding]
  if (characters <= single) return { encoding, characters, parts: characters === 0 ? 0 : 1, left: single - characters }
  let parts = 1
  let used = 0
  // A letter of two units is never split between parts.
  for (const size of sizes) {
    if (used + size > each) {
      parts++
      used = 0
    }
    used += size
  }
  return { encoding, characters, parts, left: each - used }
}
