import { readFileSync } from 'node:fs'
import type { Token } from '../tokens.ts'

/** Languages that are told apart. */
export const knownLanguages = ['en', 'sv', 'no', 'da', 'fi', 'nl', 'de', 'fr', 'it', 'es'] as const
export type KnownLanguage = (typeof knownLanguages)[number]

export interface LanguageGuess {
  /** `und` where nothing speaks for any language. */
  lang: KnownLanguage | 'und'
  /** Share of the evidence for the language against the next one, 0 to 1. */
  confidence: number
}

/** Words of a list that a language knows, as further evidence. */
export type KnowsWord = (lang: KnownLanguage, word: string) => boolean

/** How much clearer another language than the likely one must be, and how much among Swedish, Norwegian and Danish. */
const margin = 2
const marginAmongNeighbours = 3
const neighbours: ReadonlySet<string> = new Set(['sv', 'no', 'da'])
/** A comment shorter than this, in letters, is read in the likely language. */
const shortest = 15
/** Words that are looked at; the first say it. */
const mostWords = 60

interface Signs {
  words: ReadonlyMap<string, Uint8Array>
  ends: ReadonlyMap<string, Uint8Array>
  has: ReadonlyMap<string, Uint8Array>
}

const signs = readSigns(readFileSync(new URL('signs.txt', import.meta.url), 'utf8'))
const remembered = new Map<string, Float64Array>()

/** Tells the language of a comment. The likely language is kept unless another one is clearly better. */
export function detectLanguage(
  tokens: readonly Token[],
  likely: string | undefined,
  knowsWord: KnowsWord,
): LanguageGuess {
  const words = tokens.filter(({ isEmoji }) => !isEmoji).slice(0, mostWords)
  const scores = new Float64Array(knownLanguages.length)
  let foreign = 0
  let letters = 0
  for (const { word } of words) {
    letters += word.length
    if (!/\p{Script=Latin}/u.test(word)) {
      if (/\p{L}/u.test(word)) foreign += word.length
      continue
    }
    const evidence = evidenceOf(word, knowsWord)
    for (const [index, value] of evidence.entries()) scores[index] = (scores[index] ?? 0) + value
  }
  if (foreign * 2 > letters) return { lang: 'und', confidence: 0 }
  const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  const [first = 0, second = 1] = order
  const [top, next] = [scores[first] ?? 0, scores[second] ?? 0]
  const best = knownLanguages[first] ?? 'en'
  const prior = knownLanguages.findIndex((lang) => lang === likely)
  const kept = knownLanguages[prior]
  if (kept !== undefined) {
    const needed = neighbours.has(best) && neighbours.has(kept) ? marginAmongNeighbours : margin
    if (letters < shortest || top - (scores[prior] ?? 0) < needed)
      return { lang: kept, confidence: share(scores[prior] ?? 0, best === kept ? next : top) }
  }
  return top === 0 ? { lang: 'und', confidence: 0 } : { lang: best, confidence: share(top, next) }
}

function share(own: number, other: number): number {
  return own + other === 0 ? 0.5 : own / (own + other)
}

/** What a word says for each language. Words are the same for all comments, so the result is kept. */
function evidenceOf(word: string, knowsWord: KnowsWord): Float64Array {
  const known = remembered.get(word)
  if (known) return known
  const scores = new Float64Array(knownLanguages.length)
  const add = (langs: Uint8Array | undefined, weight: number): void => {
    if (!langs) return
    const value = weight * Math.log((knownLanguages.length + 1) / langs.length)
    for (const index of langs) scores[index] = (scores[index] ?? 0) + value
  }
  add(signs.words.get(word), 1)
  const knowing = knownLanguages.flatMap((lang, index) => (knowsWord(lang, word) ? [index] : []))
  if (knowing.length > 0) add(Uint8Array.from(knowing), 0.6)
  if (word.length >= 5) for (const length of [2, 3, 4, 5]) add(signs.ends.get(word.slice(-length)), 0.25)
  for (let at = 0; at < word.length; at++)
    for (let length = 1; length <= 3; length++)
      if (at + length <= word.length) add(signs.has.get(word.slice(at, at + length)), length === 1 ? 0.4 : 0.15)
  if (remembered.size > 50_000) remembered.clear()
  remembered.set(word, scores)
  return scores
}

function readSigns(text: string): Signs {
  const maps = {
    words: new Map<string, number[]>(),
    ends: new Map<string, number[]>(),
    has: new Map<string, number[]>(),
  }
  let language = -1
  for (const line of text.split('\n')) {
    const header = /^\[([a-z]{2})\]$/.exec(line)
    if (header) language = knownLanguages.findIndex((lang) => lang === header[1])
    const list = /^(words|ends|has): (.+)$/.exec(line)
    if (!list || language < 0) continue
    const map = maps[list[1] as keyof typeof maps]
    for (const sign of new Set(list[2]?.split(' '))) map.set(sign, [...(map.get(sign) ?? []), language])
  }
  const compact = (map: Map<string, number[]>): Map<string, Uint8Array> =>
    new Map([...map].map(([sign, langs]) => [sign, Uint8Array.from(langs)]))
  return { words: compact(maps.words), ends: compact(maps.ends), has: compact(maps.has) }
}
