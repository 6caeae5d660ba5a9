import { expect, test } from 'vitest'
import { leadingZeros, sha256 } from './sha256.ts'

const hex = (words: readonly number[]): string =>
  words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

test.each(['', 'abc', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'y'.repeat(1000)])(
  'hashes as the browser does: %#',
  async (text) => {
    const own = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    const expected = [...new Uint8Array(own)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    expect(hex(sha256(text))).toBe(expected)
    const bits = BigInt(`0x${expected}`).toString(2).length
    expect(leadingZeros(text)).toBe(256 - bits)
  },
)
