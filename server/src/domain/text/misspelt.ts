import type { WordPattern } from './word-pattern.ts'

/** Fewest letters of words that are looked for with a mistake; shorter ones are too often other words. */
const shortest = 8
/** Most letters of a mistaken word that may be its ending. */
const longestRest = 3

interface Listed<T> {
  pattern: WordPattern
  value: T
}

/**
 * Finds entries of a word list in words with one mistake: a letter left out, added or swapped with the next. A letter
 * exchanged for another one makes too many other words ("extensive", "expensive").
 */
export class Misspelt<T> {
  readonly #endings: ReadonlySet<string>
  /** Entries by their text and by their text without one of its letters. */
  readonly #near = new Map<string, Listed<T>[]>()

  constructor(endings: ReadonlySet<string>) {
    this.#endings = endings
  }

  add(pattern: WordPattern, value: T): void {
    if (pattern.text.length < shortest) return
    for (const key of [pattern.text, ...withoutOne(pattern.text)]) {
      const known = this.#near.get(key)
      if (known) known.push({ pattern, value })
      else this.#near.set(key, [{ pattern, value }])
    }
  }

  /** Value of the only entry that a word is one mistake away from. */
  find(word: string): T | undefined {
    for (let rest = 0; rest <= longestRest && word.length - rest >= shortest; rest++) {
      const head = word.slice(0, word.length - rest)
      const ending = word.slice(word.length - rest)
      const found = new Set<T>()
      for (const key of [head, ...withoutOne(head)])
        for (const { pattern, value } of this.#near.get(key) ?? [])
          if (this.#mayEnd(pattern, ending) && isOneMistake(head, pattern.text)) found.add(value)
      if (found.size > 0) return found.size === 1 ? [...found][0] : undefined
    }
    return undefined
  }

  #mayEnd({ kind }: WordPattern, ending: string): boolean {
    return ending === '' || kind === 'start' || (kind === 'inflected' && this.#endings.has(ending))
  }
}

function withoutOne(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))
}

/** Whether one letter is left out, added or swapped. The first and the last one must be right, for they seldom are wrong. */
function isOneMistake(word: string, meant: string): boolean {
  if (word[0] !== meant[0] || word.at(-1) !== meant.at(-1) || word === meant) return false
  let at = 0
  while (at < word.length && word[at] === meant[at]) at++
  const [rest, meantRest] = [word.slice(at), meant.slice(at)]
  if (word.length === meant.length)
    return rest[0] === meantRest[1] && rest[1] === meantRest[0] && rest.slice(2) === meantRest.slice(2)
  return word.length > meant.length ? rest.slice(1) === meantRest : rest === meantRest.slice(1)
}
