import type { WordPattern } from './word-pattern.ts'

/** One place of a phrase: a choice of words, any word, or up to three words of any kind. */
export type PhrasePart = { words: readonly WordPattern[] } | 'one' | 'some'

export interface Phrase {
  entry: string
  parts: readonly PhrasePart[]
  /** Words the phrase has at least; phrases of more words win. */
  size: number
  weight: number
  isVerb: boolean
}

/** How many letters of the second word choose the phrases that are tried. */
const keyLength = 2

/** The phrases that begin with a word, by the beginning of the word that follows it; longer ones first. */
export class PhrasesAfter {
  readonly #always: readonly Phrase[]
  readonly #byNext = new Map<string, readonly Phrase[]>()

  constructor(phrases: readonly Phrase[]) {
    const startsOf = phrases.map(({ parts: [, next] }) =>
      next === undefined ||
      typeof next === 'string' ||
      next.words.some(({ text, kind }) => text.length < keyLength && kind !== 'whole')
        ? null
        : next.words.map(({ text }) => text.slice(0, keyLength)),
    )
    this.#always = phrases.filter((_, at) => startsOf[at] === null)
    for (const start of new Set(startsOf.flatMap((starts) => starts ?? [])))
      this.#byNext.set(
        start,
        phrases.filter((_, at) => startsOf[at]?.includes(start) ?? true),
      )
  }

  /** Those that may fit when `next` follows; empty at the end of a comment. */
  before(next: string | undefined): readonly Phrase[] {
    return next === undefined ? [] : (this.#byNext.get(next.slice(0, keyLength)) ?? this.#always)
  }
}

/** The phrase that an entry of several words is: choices (`very/really`), any word (`_`), up to three words (`..`). */
export function phraseOf(
  entry: string,
  weight: number,
  isVerb: boolean,
  patternOf: (source: string) => WordPattern,
): Phrase {
  const parts = entry.split(' ').map((part): PhrasePart => {
    if (part === '_') return 'one'
    return part === '..' ? 'some' : { words: part.split('/').map(patternOf) }
  })
  const size = parts.filter((part) => part !== 'some').length
  return { entry, parts, size, weight, isVerb }
}
