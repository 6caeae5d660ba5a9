import { createHmac } from 'node:crypto'
import { normalQuantile } from '#server/domain/statistics/distributions.ts'

/** Half a step of the table of quantiles. */
const half = 0.5
/** Noise is limited to so many standard deviations. */
const widest = 2.5
/**
 * Noise for a figure of one answer, in standard deviations of the answers: the least that keeps the success of every
 * attack in docs/anonymity.md below the promised limits.
 */
const strength = 0.8
/** From so many answers on, noise shrinks as 1/n; below, as 1/sqrt(n), like the sampling error. */
const steady = 50
/** Most HMAC bytes cached: figures of closed periods are requested again and again. */
const maxCached = 50_000

/** The 256 normal quantiles of (i + 0.5) / 256, limited to `widest` and scaled to a standard deviation of 1. */
const table: readonly number[] = scaled(
  Array.from({ length: 256 }, (_, at) => Math.max(-widest, Math.min(widest, normalQuantile((at + half) / 256)))),
)

function scaled(values: readonly number[]): number[] {
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
  return values.map((value) => value / deviation)
}

/** A set of records: its size, and the sum of their record keys. */
export interface RecordSet {
  count: number
  keys: number
}

/**
 * Noise determined by the set of records: the same figure of the same records always gets the same noise, and one
 * record more or less gives unrelated noise. The cell key method (Thompson, Broadfoot and Elazar 2013; for means
 * Giessing and Tent 2019). The sum of keys goes through an HMAC, because sums are additive: noise made directly from
 * them would cancel out in differences.
 */
export class KeyedNoise {
  private readonly secret: Buffer
  private readonly cached = new Map<string, number>()

  constructor(secret: Buffer) {
    this.secret = secret
  }

  /**
   * Noise with standard deviation 1. `all` are the records of the cell, `answered` those with an answer to the
   * question. Figures with the same `set` share half of the noise. Shares of a question must have different sets: they
   * add up to 100, so a common half could be computed.
   */
  of(figure: string, all: RecordSet, answered: RecordSet, set = 'set'): number {
    const a = this.byte(set, all)
    const b = this.byte(figure, answered)
    return ((table[a] ?? 0) + (table[b] ?? 0)) / Math.SQRT2
  }

  private byte(name: string, { count, keys }: RecordSet): number {
    const text = JSON.stringify([name, count, keys % 2 ** 32])
    let byte = this.cached.get(text)
    if (byte === undefined) {
      byte = createHmac('sha256', this.secret).update(text).digest()[0] ?? 0
      if (this.cached.size >= maxCached) this.cached.clear()
      this.cached.set(text, byte)
    }
    return byte
  }
}

/** Standard deviation of the noise of a figure of n answers, relative to the answers' standard deviation. */
export function noiseLevel(n: number): number {
  return (strength * Math.sqrt(Math.min(n, steady))) / n
}
