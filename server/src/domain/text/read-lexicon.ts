import { Words } from '@gensvar/contract/say'
import { Lexicon, sections } from './lexicon.ts'
import type { BackOff, Section, Tables } from './lexicon.ts'
import { Misspelt } from './misspelt.ts'
import { phraseOf } from './phrases.ts'
import type { Phrase } from './phrases.ts'
import { readWordPattern, WordTable } from './word-pattern.ts'
import type { WordPattern } from './word-pattern.ts'

/** Words with a mistake are looked for only among entries of at least this weight. */
const clearWeight = 2

/** What stands behind a word list. */
export interface ReadOptions {
  /** Reads general words of its language, to stand behind the list: as the last resort, or beside its entries. */
  backOff?: ((lang: string, endings: ReadonlySet<string>) => BackOff) | null
  isLastResort?: boolean
}

/** Reads a word list. Throws with the line if one is wrong. `name` is the file's, for the message. */
export function readLexicon(name: string, text: string, options: ReadOptions = {}): Lexicon {
  const steps = lexiconSteps(name, text, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** As `readLexicon`, in steps of a line each: a list as a whole takes some hundred ms. */
export function* lexiconSteps(
  name: string,
  text: string,
  { backOff = null, isLastResort = true }: ReadOptions = {},
): Generator<void, Lexicon> {
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
    yield
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

/** The pattern, and how it is written on a keyboard that lacks its letters. */
function withPlainLetters(pattern: WordPattern): WordPattern[] {
  const plain = pattern.text.replaceAll(/[åä]/g, 'a').replaceAll(/[öø]/g, 'o').replaceAll('æ', 'ae')
  return plain === pattern.text || plain.length < 5 ? [pattern] : [pattern, { ...pattern, text: plain }]
}
