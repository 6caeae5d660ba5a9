import type { Words } from '@gensvar/contract/say'
import type { Atom } from '../rows/atoms.ts'
import { shareInterval } from '#server/domain/statistics/intervals.ts'
import type { Interval } from '#server/domain/statistics/intervals.ts'

/** What a figure counts: completed interviews, samples in every state, alerts of completed interviews, or messages of samples in every state. */
export type Population = 'completed' | 'all' | 'alerts' | 'messages'

/** An intermediate value of an expression; `constant` marks a plain number. */
export interface Figure {
  value: number | null
  n: number
  interval: Interval | null
  constant: boolean
  /** Why it is withheld; `value` is null then. */
  withheld?: Words
  /** It is published with noise. */
  isNoisy?: true
  /** The weights of the answers behind it, in a survey with weights. */
  weighted?: Weighted
}

/** The weights of the answers behind a figure. */
export interface Weighted {
  /** So many equally weighted answers would be as exact; takes the place of n in intervals and tests. */
  effectiveN: number
  /** Sum of the weights. */
  sum: number
  /** Of a share: how many answers it counts, without weights. */
  hits?: number
}

/** An aggregate as atoms, and how to compute its figure from their numbers. */
export interface AggregateAtoms {
  population: Population
  atoms: Atom[]
  /** The atom (of one number) that counts the answers behind the figure. */
  counted: Atom
  finish(numbers: readonly number[]): Figure
}

/** A value without an interval. */
export function figure(value: number | null, n: number): Figure {
  return { value, n, interval: null, constant: false }
}

/** A share in percent with its interval. */
export function rate(hits: number, n: number): Figure {
  const interval = shareInterval(hits, n)
  return {
    value: n > 0 ? (100 * hits) / n : null,
    n,
    interval: interval && { low: 100 * interval.low, high: 100 * interval.high },
    constant: false,
  }
}
