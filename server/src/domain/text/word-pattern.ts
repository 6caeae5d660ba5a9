import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { wordForm } from './tokens.ts'

/** A pattern for one word. It has no loops, so matching costs no more than the length of the word. */
export interface WordPattern {
  text: string
  /** `whole`: the word itself; `inflected`: with an ending of the language; `start`: with anything after it. */
  kind: 'whole' | 'inflected' | 'start'
  /** Whether anything may stand before it, as in compounds. */
  inCompounds: boolean
}

const shape = /^(\*?)([\p{L}\p{N}][\p{L}\p{M}\p{N}']*)([*~]?)$/u

/** Fewest letters of a pattern with a star; shorter ones would match nearly everything. */
const fewestWithStar = { start: 2, within: 3 }

/**
 * Reads `word`, `word~` (with an ending), `word*` (anything after it), `*word` (at the end of a compound) and `*word*`.
 * Returns what is wrong with it in words, if anything is.
 */
export function readWordPattern(source: string): WordPattern | Words {
  const parts = shape.exec(wordForm(source))
  if (!parts) return say`"${source}" is no word; a star may stand at its beginning and its end only`
  const [, before, text = '', after] = parts
  const fewest = before === '*' ? fewestWithStar.within : after === '*' ? fewestWithStar.start : 1
  if (text.length < fewest) return say`"${source}" needs at least ${fewest} letters beside the star`
  return {
    text,
    kind: after === '*' ? 'start' : after === '~' ? 'inflected' : 'whole',
    inCompounds: before === '*',
  }
}

/** Finds what belongs to a word in a set of patterns: the longest pattern that matches wins. */
export class WordTable<T> {
  readonly #endings: ReadonlySet<string>
  readonly #whole = new Map<string, T[]>()
  readonly #inflected = new Map<string, T[]>()
  readonly #starts = new Map<string, T[]>()
  readonly #compounds = new Map<string, { kind: WordPattern['kind']; values: T[] }[]>()
  /** First two letters of the patterns that may go on, so that most words need no further look. */
  readonly #beginnings = new Set<string>()

  constructor(endings: ReadonlySet<string>) {
    this.#endings = endings
  }

  add(pattern: WordPattern, value: T): void {
    if (pattern.inCompounds) {
      const same = this.#compounds.get(pattern.text) ?? []
      same.push({ kind: pattern.kind, values: [value] })
      this.#compounds.set(pattern.text, same)
    }
    if (pattern.kind !== 'whole') this.#beginnings.add(pattern.text.slice(0, 2))
    const map = { whole: this.#whole, inflected: this.#inflected, start: this.#starts }[pattern.kind]
    const known = map.get(pattern.text)
    if (known) known.push(value)
    else map.set(pattern.text, [value])
  }

  /** Values of the most specific pattern that matches the word. */
  find(word: string): readonly T[] {
    const whole = this.#whole.get(word)
    if (whole) return whole
    const longest = this.#beginnings.has(word.slice(0, 2)) ? word.length : 0
    for (let length = longest; length >= 2; length--) {
      const head = word.slice(0, length)
      const found = this.#inflected.get(head)
      if (found && this.#endings.has(word.slice(length))) return found
      const started = this.#starts.get(head)
      if (started) return started
    }
    return this.#compounds.size > 0 ? this.#findInCompound(word) : []
  }

  /** Values of all patterns that match the word. */
  findAll(word: string): readonly T[] {
    const found = [...(this.#whole.get(word) ?? [])]
    const longest = this.#beginnings.has(word.slice(0, 2)) ? word.length : 0
    for (let length = longest; length >= 2; length--) {
      const head = word.slice(0, length)
      if (this.#endings.has(word.slice(length))) found.push(...(this.#inflected.get(head) ?? []))
      found.push(...(this.#starts.get(head) ?? []))
    }
    this.#eachInCompound(word, (values) => {
      found.push(...values)
      return false
    })
    return found
  }

  #findInCompound(word: string): readonly T[] {
    let found: readonly T[] = []
    this.#eachInCompound(word, (values) => {
      found = values
      return true
    })
    return found
  }

  /** Calls `visit` for each pattern that a later part of the word matches, until it returns true. */
  #eachInCompound(word: string, visit: (values: readonly T[]) => boolean): void {
    if (this.#compounds.size === 0) return
    for (let from = 1; from <= word.length - fewestWithStar.within; from++)
      for (let to = word.length; to >= from + fewestWithStar.within; to--)
        for (const { kind, values } of this.#compounds.get(word.slice(from, to)) ?? [])
          if (this.#endsWell(kind, word.slice(to)) && visit(values)) return
  }

  #endsWell(kind: WordPattern['kind'], rest: string): boolean {
    return kind === 'start' || (kind === 'whole' ? rest === '' : this.#endings.has(rest))
  }
}
