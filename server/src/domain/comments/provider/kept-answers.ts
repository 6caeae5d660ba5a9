import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Answers that are kept at most, and for how long, in ms. */
const most = 5_000
const longest = 3_600_000

/** Answers of language models by what was asked, in memory and not for long: what is erased elsewhere is soon gone here. */
export class KeptAnswers<T> {
  readonly #byDatabase = new WeakMap<Kysely<Database>, Map<string, { until: number; answer: T }>>()

  /** The answer to what was asked; undefined where there is none any more. */
  get(db: Kysely<Database>, asked: readonly string[]): T | undefined {
    const kept = this.#byDatabase.get(db)?.get(hashOf(asked))
    return kept && kept.until > performance.now() ? kept.answer : undefined
  }

  set(db: Kysely<Database>, asked: readonly string[], answer: T): void {
    let kept = this.#byDatabase.get(db)
    if (!kept) this.#byDatabase.set(db, (kept = new Map()))
    const now = performance.now()
    const hash = hashOf(asked)
    // The oldest ones come first.
    kept.delete(hash)
    for (const [key, { until }] of kept) {
      if (kept.size < most && until > now) break
      kept.delete(key)
    }
    kept.set(hash, { until: now + longest, answer })
  }
}

function hashOf(asked: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64')
}
