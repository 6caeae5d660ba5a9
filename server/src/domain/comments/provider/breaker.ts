import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** After how many failures in a row a language model is left alone, and for how long, in ms. */
const mostFailures = 3
const restTime = 300_000

/** Leaves somebody who fails alone for a while. */
export class Breaker {
  #failures = 0
  #closedUntil = 0

  /** Whether to ask at a moment, in ms. After the rest one attempt decides. */
  isOpenTo(now: number): boolean {
    return now >= this.#closedUntil
  }

  succeeded(): void {
    this.#failures = 0
    this.#closedUntil = 0
  }

  /** Notes a failure. Returns whether it begins a rest. */
  failed(now: number): boolean {
    this.#failures++
    if (this.#failures < mostFailures) return false
    this.#closedUntil = now + restTime
    return true
  }
}

const breakers = new WeakMap<Kysely<Database>, Map<string, Breaker>>()

/** The breaker of an organisation's language model; another version of its settings has another. */
export function breakerOf(db: Kysely<Database>, key: string): Breaker {
  let known = breakers.get(db)
  if (!known) breakers.set(db, (known = new Map()))
  let breaker = known.get(key)
  if (!breaker) known.set(key, (breaker = new Breaker()))
  return breaker
}
