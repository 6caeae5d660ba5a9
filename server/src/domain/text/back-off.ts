import { readFileSync } from 'node:fs'
import { wordForm } from './tokens.ts'

/** Weights of the package go from -5 to 5; ours are halved, because they were translated word by word. */
const share = 0.5
/** Fainter words are left out, and so are shorter ones, which are often other words in the language they were put into. */
const faintest = 2
const shortest = 4
/** Fewest letters of a stem that stands for the forms that are not listed. */
const shortestStem = 5

const folder = new URL('build/', import.meta.resolve('afinn-165-multilingual/package.json'))

/**
 * General good and bad words of a language (AFINN-165, translated by machine), for what the word list itself does not
 * know. Returns the weight of a word, 0 if it has none. Words left in English are dropped, and a stem counts only where
 * all its words say the same.
 */
export function readBackOff(lang: string, endings: ReadonlySet<string>): (word: string) => number {
  const english = new Set(lang === 'en' ? [] : Object.keys(weightsOf('en')).map(wordForm))
  const words = new Map<string, number>()
  const stems = new Map<string, number>()
  const stemOf = (word: string): string => {
    for (let length = shortestStem; length < word.length; length++)
      if (endings.has(word.slice(length))) return word.slice(0, length)
    return word
  }
  for (const [source, value] of Object.entries(weightsOf(lang))) {
    const word = wordForm(source)
    if (Math.abs(value) < faintest || word.length < shortest || word.includes(' ') || english.has(word)) continue
    const weight = value * share
    words.set(word, weight)
    const stem = stemOf(word)
    if (stem.length < shortestStem) continue
    const known = stems.get(stem) ?? weight
    stems.set(stem, Math.sign(known) === Math.sign(weight) ? known : 0)
  }
  return (word) => words.get(word) ?? (word.length > shortestStem ? stems.get(stemOf(word)) : undefined) ?? 0
}

function weightsOf(lang: string): Record<string, number> {
  return JSON.parse(readFileSync(new URL(`AFINN-${lang}.json`, folder), 'utf8')) as Record<string, number>
}
