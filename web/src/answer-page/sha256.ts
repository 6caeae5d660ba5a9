/** First digits of the fractional parts of roots of the first primes, as the standard has them (FIPS 180-4). */
function fractions(root: number, count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) {
    if (Array.from({ length: number - 2 }, (_, at) => at + 2).some((part) => number % part === 0)) continue
    const power = number ** (1 / root)
    found.push(((power - Math.floor(power)) * 2 ** 32) | 0)
  }
  return found
}

const start = fractions(2, 8)
const rounds = fractions(3, 64)
const words = new Int32Array(64)

/** How many zero bits the SHA-256 hash of an ASCII text begins with. Works without a secure context, unlike the browser's own. */
export function leadingZeros(text: string): number {
  const hash = sha256(text)
  const at = hash.findIndex((word) => word !== 0)
  return at < 0 ? 256 : at * 32 + Math.clz32(hash[at] ?? 0)
}

/** The SHA-256 hash of an ASCII text, as eight words. */
export function sha256(text: string): number[] {
  const length = text.length
  const blocks = Math.ceil((length + 9) / 64)
  let hash = start
  for (let block = 0; block < blocks; block++) {
    words.fill(0)
    for (let at = 0; at < 64; at++) {
      const index = block * 64 + at
      const byte = index < length ? text.charCodeAt(index) : index === length ? 128 : 0
      words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8))
    }
    if (block === blocks - 1) words[15] = length * 8
    hash = compress(hash)
  }
  return hash
}

function compress(hash: readonly number[]): number[] {
  const word = (at: number): number => words[at] ?? 0
  for (let at = 16; at < 64; at++) {
    const [a, b] = [word(at - 15), word(at - 2)]
    const first = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const second = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    words[at] = (word(at - 16) + first + word(at - 7) + second) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let at = 0; at < 64; at++) {
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (rounds[at] ?? 0) + word(at)) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return [a, b, c, d, e, f, g, h].map((value, at) => (value + (hash[at] ?? 0)) | 0)
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}
