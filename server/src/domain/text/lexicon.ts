import { Words } from '@gensvar/contract/say'
import { Misspelt } from './misspelt.ts'
import { readWordPattern, WordTable } from './word-pattern.ts'
import type { WordPattern } from './word-pattern.ts'

/** Sections of a word list; what each means stands in `lexicons/README.md`. */
const sections = [
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
  'too',
  'measure',
  'conclusion',
  'nothing',
  'neutral',
] as const

type Section = (typeof sections)[number]

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
  isToo: boolean
  isMeasure: boolean
  /** Whether a negation in its sentence says nothing by itself ("I have not used it yet"). */
  isNeutral: boolean
}

/** The phrases that begin with a word, by the beginning of the word that follows it; longer ones first. */
class PhrasesAfter {
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

/** Two words that say something together. */
export interface Pair {
  weight: number
}

/** How much a strengthening and a weakening word change the next one. */
const stronger = 1.35
const weaker = 0.7

/** Words with a mistake are looked for only among entries of at least this weight, and keep a share of it. */
const clearWeight = 2
const misspeltShare = 0.7

/** How many letters of the second word choose the phrases that are tried. */
const keyLength = 2

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
    if ([...this.#tables.flags.values()].some((table) => table.find(word).length > 0)) return null
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

interface Tables {
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
type BackOff = (word: string) => number

/**
 * Reads a word list. Throws with the line if one is wrong. `name` is the file's, for the message; `backOff` reads general
 * words of its language, to stand behind the list: as the last resort, or beside its entries.
 */
export function readLexicon(
  name: string,
  text: string,
  {
    backOff = null,
    isLastResort = true,
  }: { backOff?: ((lang: string, endings: ReadonlySet<string>) => BackOff) | null; isLastResort?: boolean } = {},
): Lexicon {
  const lines = linesOf(name, text)
  const endings = new Set(['', ...lines.filter(({ section }) => section === 'endings').flatMap(wordsOf)])
  const weights: Tables['weights'] = new WordTable(endings)
  const misspelt: Tables['misspelt'] = new Misspelt(endings)
  const pairs: Tables['pairs'] = new WordTable(endings)
  const phrases = new Map<string, Phrase[]>()
  const flags = new Map<Section, WordTable<true>>(sections.map((section) => [section, new WordTable(endings)]))
  const conclusions: Phrase[] = []
  const nothing = new Set<string>()
  let size = 0

  for (const line of lines) {
    const fail = (words: string): never => {
      throw new Error(`${name}, line ${line.number}: ${words}`)
    }
    const patternOf = (source: string): WordPattern => {
      const pattern = readWordPattern(source)
      return pattern instanceof Words ? fail(String(pattern)) : pattern
    }
    const add = (entry: string, weight: number, isVerb: boolean): void => {
      size++
      if (!entry.includes(' ')) {
        const facts = { value: weight, entry, isVerb }
        for (const form of withPlainLetters(patternOf(entry))) weights.add(form, facts)
        if (Math.abs(weight) >= clearWeight) misspelt.add(patternOf(entry), facts)
        return
      }
      const phrase = phraseOf(entry, weight, isVerb, patternOf)
      const [first] = phrase.parts
      if (first === undefined || typeof first === 'string') return fail(`"${entry}" must begin with a word`)
      for (const start of new Set(first.words.map((word) => word.text.slice(0, 2)))) {
        const known = phrases.get(start)
        if (known) known.push(phrase)
        else phrases.set(start, [phrase])
      }
    }
    if (line.section === 'words' || line.section === 'verbs') {
      const weight = line.weight ?? fail('begins with no weight such as "-2:"')
      for (const entry of entriesOf(line.text)) add(entry, weight, line.section === 'verbs')
    } else if (line.section === 'pairs') {
      const weight = line.weight ?? fail('begins with no weight such as "-2:"')
      const [first, second, ...more] = line.text.split('|')
      if (first === undefined || second === undefined || more.length > 0) fail('needs one "|"')
      const pair = { weight }
      for (const [isFirst, side] of [
        [true, first],
        [false, second],
      ] as const)
        for (const word of wordsOf({ ...line, text: side ?? '' })) {
          size++
          pairs.add(patternOf(word), { pair, isFirst })
        }
    } else if (line.section === 'conclusion') {
      for (const entry of entriesOf(line.text)) conclusions.push(phraseOf(entry, 0, false, patternOf))
    } else if (line.section === 'nothing') {
      for (const entry of entriesOf(line.text)) nothing.add(entry)
    } else if (!['endings', 'strong-prefix', 'negative-prefix'].includes(line.section)) {
      for (const word of wordsOf(line)) flags.get(line.section)?.add(patternOf(word), true)
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.size - a.size)
  const listed = (section: Section): string[] => lines.filter((line) => line.section === section).flatMap(wordsOf)
  return new Lexicon({
    endings,
    size,
    weights,
    misspelt,
    isLastResort,
    backOff: backOff?.(name.replace('.txt', ''), endings) ?? null,
    phrases,
    pairs,
    flags,
    strongPrefixes: listed('strong-prefix'),
    negativePrefixes: listed('negative-prefix'),
    conclusions,
    nothing,
  })
}

interface Line {
  number: number
  section: Section
  weight: number | null
  text: string
}

function linesOf(name: string, text: string): Line[] {
  const lines: Line[] = []
  let section: Section | null = null
  for (const [index, source] of text.split('\n').entries()) {
    const line = source.replace(/(?:^|\s)#.*/, '').trim()
    if (line === '') continue
    const header = /^\[([a-z-]+)\]$/.exec(line)
    if (header) {
      section = sections.find((known) => known === header[1]) ?? null
      if (!section) throw new Error(`${name}, line ${index + 1}: there is no section "${header[1]}"`)
      continue
    }
    if (!section) throw new Error(`${name}, line ${index + 1}: stands before the first section`)
    const weighted = /^([+-]?\d(?:\.\d+)?):\s*(.+)$/.exec(line)
    // An indented line goes on with the weight of the line before it.
    const weight = weighted ? Number(weighted[1]) : /^\s/.test(source) ? (lines.at(-1)?.weight ?? null) : null
    lines.push({ number: index + 1, section, weight, text: weighted?.[2] ?? line })
  }
  return lines
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim().replaceAll(/\s+/g, ' '))
    .filter((entry) => entry !== '')
}

function wordsOf({ text }: { text: string }): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function phraseOf(entry: string, weight: number, isVerb: boolean, patternOf: (source: string) => WordPattern): Phrase {
  const parts = entry.split(' ').map((part): PhrasePart => {
    if (part === '_') return 'one'
    return part === '..' ? 'some' : { words: part.split('/').map(patternOf) }
  })
  const size = parts.filter((part) => part !== 'some').length
  return { entry, parts, size, weight, isVerb }
}

/** The pattern, and how it is written on a keyboard that lacks its letters. */
function withPlainLetters(pattern: WordPattern): WordPattern[] {
  const plain = pattern.text.replaceAll(/[åä]/g, 'a').replaceAll(/[öø]/g, 'o').replaceAll('æ', 'ae')
  return plain === pattern.text || plain.length < 5 ? [pattern] : [pattern, { ...pattern, text: plain }]
}
