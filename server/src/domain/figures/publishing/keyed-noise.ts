import { createHmac } from 'node:crypto'
import { normalQuantile } from '../expressions/statistics.ts'

/** Half a step of the quantiles' table. */
const half = 0.5
/** Beyond so many standard deviations noise is cut off. */
const widest = 2.5
/**
 * Noise of a figure of one answer, in standard deviations of the answers: the least with which every attack in
 * docs/anonymity.md stays below what is promised.
 */
const strength = 0.8
/** From so many answers on, noise shrinks as 1/n and no longer as the sampling error does. */
const steady = 50
/** Numbers of bytes that are kept: those of closed figures are asked for again and again. */
const maxKept = 50_000

/** The 256 normal quantiles of (i + 0.5) / 256, cut off and scaled to a standard deviation of 1. */
const table: readonly number[] = scaled(
  Array.from({ length: 256 }, (_, at) => Math.max(-widest, Math.min(widest, normalQuantile((at + half) / 256)))),
)

function scaled(values: readonly number[]): number[] {
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
  return values.map((value) => value / deviation)
}

/** A set of records: how many, and the sum of their record keys. Sets that differ by one record have unrelated sums. */
export interface RecordSet {
  count: number
  keys: number
}

/**
 * Noise that the set of records chooses: asking again for the same figure of the same records gives the same noise, and
 * one record more or less gives unrelated noise. The cell key method (Thompson, Broadfoot and Elazar 2013; for means
 * Giessing and Tent 2019). It always goes through the HMAC: sums of keys alone are additive and would cancel out in
 * differences.
 */
export class KeyedNoise {
  private readonly secret: Buffer
  private readonly kept = new Map<string, number>()

  constructor(secret: Buffer) {
    this.secret = secret
  }

  /**
   * Noise with standard deviation 1. `all` are the records of the cell, `answered` those with an answer to the question.
   * Figures of one `set` share half of it; shares have sets of their own, for all shares of a question add up to 100 and
   * would tell the half they had in common.
   */
  of(figure: string, all: RecordSet, answered: RecordSet, set = 'set'): number {
    const a = this.byte(set, all)
    const b = this.byte(figure, answered)
    return ((table[a] ?? 0) + (table[b] ?? 0)) / Math.SQRT2
  }

  private byte(name: string, { count, keys }: RecordSet): number {
    const text = JSON.stringify([name, count, keys % 2 ** 32])
    let byte = this.kept.get(text)
    if (byte === undefined) {
      byte = createHmac('sha256', this.secret).update(text).digest()[0] ?? 0
      if (this.kept.size >= maxKept) this.kept.clear()
      this.kept.set(text, byte)
    }
    return byte
  }
}

/** Standard deviation of the noise of a figure of n answers, as a part of the answers' standard deviation. */
export function noiseLevel(n: number): number {
  return (strength * Math.sqrt(Math.min(n, steady))) / n
}
