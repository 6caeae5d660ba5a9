import { german } from './scale-languages/german.ts'
import { ownLanguages } from './scale-words.ts'
import type { Degrees, Language, WordFamily } from './scale-language.ts'

/** Words that stand beside the steps of a scale and are not one of them; general ones are in `missing-words.ts`. */
export const besideScales: ReadonlySet<string> = new Set([
  ...['not sure', 'unsure', 'prefer not to say', 'prefer not to answer', 'did not use', 'not used', 'does not apply'],
  ...['cant say', 'cannot say', 'no experience', 'refused', 'skipped', 'dont know not applicable'],
  ...[
    'osäker',
    'kan inte svara',
    'vill inte svara',
    'vill ej svara',
    'inte använt',
    'har inte använt',
    'ingen erfarenhet',
  ],
  ...['usikker', 'ønsker ikke å svare', 'vil ikke svare', 'ikke brukt', 'har ikke brukt', 'ingen erfaring'],
  ...['ønsker ikke at svare', 'ikke brugt', 'har ikke brugt', 'kan ikke svare'],
  ...['en halua vastata', 'en halua sanoa', 'en ole käyttänyt', 'ei kokemusta', 'ei mielipidettä', 'en osaa vastata'],
])

/** A text in lower case, its words separated by single spaces, without punctuation and "I am". */
export function plainPhrase(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:i am|im|we are|jag är|jeg er|olen|i|jag|jeg) (?=\p{L})/u, '')
}

const languages = [...ownLanguages, german]
const dictionary = buildDictionary()

/** What a text means in a family; null if it is none of its words. */
export function degreeOf(family: WordFamily, text: string): number | null {
  const words = dictionary[family]
  // What is in brackets explains: "neither favorable nor unfavorable (neutral)".
  return words.get(plainPhrase(text)) ?? words.get(plainPhrase(text.replace(/\s*\([^()\d]*\)$/u, ''))) ?? null
}

/** A shorter word is too close to others for a misspelling to be told from them. */
const leastLetters = 8

/** What a text means that is one letter off a family's words: left out, added, another, or two swapped; null if unclear. */
export function degreeNear(family: WordFamily, text: string): number | null {
  const phrase = plainPhrase(text)
  if (phrase.length < leastLetters) return null
  const near = [...dictionary[family]].filter(([word]) => word.length >= leastLetters && isOneOff(phrase, word))
  const degrees = new Set(near.map(([, degree]) => degree))
  return degrees.size === 1 ? ([...degrees][0] ?? null) : null
}

function isOneOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [rest, otherRest] = [one.slice(start), other.slice(start)]
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2)
  return isSwapped || rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1)
}

function buildDictionary(): Record<WordFamily, Map<string, number>> {
  const all = {} as Record<WordFamily, Map<string, number>>
  const families: WordFamily[] = [
    ...['satisfaction', 'quality', 'agreement', 'likelihood', 'ease', 'importance', 'frequency', 'change'],
    ...['yes-no', 'ends'],
  ] as WordFamily[]
  for (const family of families) {
    const words = new Map<string, number>()
    // Listed phrases first: they take precedence over those put together.
    for (const { phrases } of languages) addDegrees(words, phrases[family] ?? {})
    for (const language of languages) addPairs(words, language, family)
    all[family] = words
  }
  return all
}

function addDegrees(words: Map<string, number>, degrees: Degrees): void {
  for (const [degree, list] of Object.entries(degrees))
    for (const word of list.split('|')) words.set(word, Number(degree))
}

function addPairs(words: Map<string, number>, language: Language, family: WordFamily): void {
  const pair = language.pairs[family]
  if (!pair) return
  const add = (word: string, degree: number): void => {
    if (!words.has(word)) words.set(word, degree)
  }
  const [good, bad] = pair.map((list) => list.split('|')) as [string[], string[]]
  const [neither, ...nor] = language.neither
  for (const word of language.middle.split('|')) add(word, 0)
  for (const one of good)
    for (const other of bad) for (const joint of nor) add(`${neither} ${one} ${joint} ${other}`, 0)
  for (const [sign, adjectives] of [[1, good] as const, [-1, bad] as const]) {
    for (const adjective of adjectives) {
      add(adjective, sign * 2)
      for (const [degree, strengths] of Object.entries(language.strength)) {
        // "Not bad" is a word of praise that no scale has.
        if (sign === -1 && Number(degree) < 0) continue
        for (const strength of strengths.split('|')) {
          add(`${strength} ${adjective}`, sign * Number(degree))
          add(`${adjective} ${strength}`, sign * Number(degree))
        }
      }
    }
  }
}
