import type { Misspelt } from './misspelt.ts'
import { PhrasesAfter } from './phrases.ts'
import type { Phrase, PhrasePart } from './phrases.ts'
import type { WordTable } from './word-pattern.ts'

/** Sections of a word list; what each means stands in `lexicons/README.md`. */
export const sections = [
  'endings',
  'words',
  'verbs',
  'pairs',
  'negate',
  'stronger',
  'weaker',
  'strong-prefix',
  'negative-prefix',
  'but',
  'although',
  'and',
  'wish',
  'comparative',
  'states',
  'subjects',
  'too',
  'measure',
  'conclusion',
  'nothing',
  'neutral',
] as const

/** One of them. */
export type Section = (typeof sections)[number]

/** What a word list says of one word. A weight is general if the word stands in no entry, but is a general one of the language. */
export interface WordFacts {
  weight: { value: number; entry: string; isVerb: boolean; isGeneral?: boolean } | null
  phrases: PhrasesAfter
  /** Pairs the word is a side of: the number of the pair, and whether it is the first side. */
  pairs: readonly { pair: Pair; isFirst: boolean }[]
  negates: boolean
  factor: number
  isBut: boolean
  /** Whether it is a "but" whose own clause counts less than the one before it. */
  isAlthough: boolean
  isAnd: boolean
  isWish: boolean
  /** Whether it says that something is more so than it was ("friendlier"): a wish, where a question asks what could be better. */
  isComparative: boolean
  /** Whether its clause tells how things are or compares them ("is", "than"), and wishes for nothing. */
  states: boolean
  /** Whether it is whom or what a clause is about ("I", "everything"), so that it is more than a few words of a wish. */
  isSubject: boolean
  isToo: boolean
  isMeasure: boolean
  /** Whether a negation in its sentence says nothing by itself ("I have not used it yet"). */
  isNeutral: boolean
}

/** Two words that say something together. */
export interface Pair {
  weight: number
}

/** How much a strengthening and a weakening word change the next one. */
const stronger = 1.35
const weaker = 0.7

/** What is left of the weight of an entry that a word with a mistake is taken for. */
const misspeltShare = 0.7

const mostRemembered = 50_000

/** A compiled word list. */
export class Lexicon {
  readonly endings: ReadonlySet<string>
  /** Number of its entries. */
  readonly size: number
  /** Beginnings of sentences that sum up, such as "overall". */
  readonly conclusions: readonly Phrase[]
  /** Answers that say there is nothing to tell, such as "no comment". */
  readonly nothing: ReadonlySet<string>
  readonly #tables: Tables
  readonly #remembered = new Map<string, WordFacts>()

  constructor(tables: Tables) {
    this.#tables = tables
    this.endings = tables.endings
    this.size = tables.size
    this.conclusions = tables.conclusions
    this.nothing = tables.nothing
  }

  /** What the list says of a word, in lower case. */
  factsOf(word: string): WordFacts {
    const known = this.#remembered.get(word)
    if (known) return known
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear()
    const facts = this.#lookUp(word)
    this.#remembered.set(word, facts)
    return facts
  }

  /** Whether a word stands in the list as it is written, in a form of its own. */
  hasEntry(word: string): boolean {
    return this.#tables.weights.find(word).length > 0
  }

  /** Whether a place of a phrase fits a word. */
  fits(part: PhrasePart, word: string): boolean {
    if (typeof part === 'string') return true
    return part.words.some(({ text, kind }) =>
      kind === 'whole'
        ? word === text
        : word.startsWith(text) && (kind === 'start' || this.endings.has(word.slice(text.length))),
    )
  }

  #lookUp(word: string): WordFacts {
    const tables = this.#tables
    const has = (section: Section): boolean => (tables.flags.get(section)?.find(word).length ?? 0) > 0
    const isStronger = has('stronger')
    return {
      weight: this.#weightOf(word),
      phrases: new PhrasesAfter(
        (tables.phrases.get(word.slice(0, 2)) ?? []).filter(({ parts: [first] }) =>
          first === undefined ? false : this.fits(first, word),
        ),
      ),
      pairs: tables.pairs.findAll(word),
      negates: has('negate'),
      factor: isStronger ? stronger : has('weaker') ? weaker : 1,
      isBut: has('but'),
      isAlthough: has('although'),
      isAnd: has('and'),
      isWish: has('wish'),
      isComparative: has('comparative'),
      states: has('states'),
      isSubject: has('subjects'),
      isToo: has('too'),
      isMeasure: has('measure'),
      isNeutral: has('neutral'),
    }
  }

  #weightOf(word: string): WordFacts['weight'] {
    const own = this.#tables.weights.find(word)
    // A word that is listed as a verb as well is one.
    const [first] = own
    if (first) return own.find(({ isVerb }) => isVerb) ?? first
    const shortened = [word.replaceAll(/(.)\1{2,}/gu, '$1'), word.replaceAll(/(.)\1{2,}/gu, '$1$1')]
    for (const form of shortened) {
      const found = form === word ? undefined : this.#tables.weights.find(form)[0]
      if (found) return { ...found, value: found.value * stronger }
    }
    for (const prefix of this.#tables.strongPrefixes) {
      const found = word.startsWith(prefix) ? this.#partOf(word, prefix) : undefined
      if (found) return { ...found, value: found.value * stronger }
    }
    for (const prefix of this.#tables.negativePrefixes) {
      const found = word.startsWith(prefix) ? this.#partOf(word, prefix) : undefined
      if (found && found.value >= 1.5) return { ...found, value: -found.value }
    }
    // Words of grammar say nothing by themselves.
    if ([...this.#tables.flags].some(([section, table]) => section !== 'comparative' && table.find(word).length > 0))
      return null
    const value = this.#tables.backOff?.(word) ?? 0
    if (value !== 0) return { value, entry: word, isVerb: false, isGeneral: this.#tables.isLastResort }
    const meant = this.#tables.misspelt.find(word)
    if (meant) return { ...meant, value: meant.value * misspeltShare }
    return null
  }

  #partOf(word: string, prefix: string): WordFacts['weight'] | undefined {
    const rest = word.slice(prefix.length)
    return rest.length >= 3 ? this.#tables.weights.find(rest)[0] : undefined
  }
}

/** A word list as it is compiled. */
export interface Tables {
  endings: ReadonlySet<string>
  size: number
  weights: WordTable<NonNullable<WordFacts['weight']>>
  backOff: BackOff | null
  /** Whether general words count only in comments that have no entry of the list. */
  isLastResort: boolean
  misspelt: Misspelt<NonNullable<WordFacts['weight']>>
  phrases: ReadonlyMap<string, Phrase[]>
  pairs: WordTable<WordFacts['pairs'][number]>
  flags: ReadonlyMap<Section, WordTable<true>>
  strongPrefixes: readonly string[]
  negativePrefixes: readonly string[]
  conclusions: readonly Phrase[]
  nothing: ReadonlySet<string>
}

/** Weight of a word that the list does not know; 0 if it has none. */
export type BackOff = (word: string) => number
