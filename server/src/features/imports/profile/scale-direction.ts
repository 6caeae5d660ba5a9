import { degreeOf, plainPhrase } from './verbal-words.ts'
import type { WordFamily } from './scale-language.ts'

const families: readonly WordFamily[] = [
  ...['ends', 'quality', 'satisfaction', 'agreement', 'likelihood', 'ease', 'importance', 'frequency'],
] as WordFamily[]

/**
 * Whether the words beside a scale's numbers say that the lowest number is the best answer: `1 - Very good` and
 * `5 - Very bad`.
 */
export function isLowBest(labels: readonly (readonly [number: number, label: string])[]): boolean {
  return families.some((family) => {
    const known = labels.flatMap(([number, label]) => {
      const degree = degreeOf(family, label)
      return degree === null ? [] : [[number, degree] as const]
    })
    const [low, high] = [known.toSorted((a, b) => a[0] - b[0])[0], known.toSorted((a, b) => b[0] - a[0])[0]]
    if (!low || !high) return false
    if (low[0] !== high[0]) return low[1] > high[1]
    const numbers = labels.map(([number]) => number)
    return low[1] > 0 ? low[0] === Math.min(...numbers, 1) : low[1] < 0 && low[0] === Math.max(...numbers, 3)
  })
}

/** Whether a label is a word of some scale. */
export function isKnownLabel(label: string): boolean {
  return families.some((family) => degreeOf(family, label) !== null)
}

const equals = /(?<![\p{N}\p{L}])(\d{1,2})\s*(?:=|(?:är|er|is|on|betyder|means|tarkoittaa)\s)\s*([^,;()/|=\d]+)/giu
const bracketed = /(?<![\p{N}\p{L}])(\d{1,2})\s*\(([^()\d]+)\)/gu
/** Also how questions are numbered, so that one of them alone says nothing. */
const numbered = /(?<![\p{N}\p{L}])(\d{1,2})\s*[:–-]\s*([^,;()/|=\d]+)/giu

/** What a header says about the numbers below it: `(1 = best, 5 = worst)`, `1 (very good) to 5 (very bad)`. */
export function headerLabels(header: string): (readonly [number: number, label: string])[] {
  const plain = [...header.matchAll(bracketed), ...header.matchAll(equals)]
  const others = [...header.matchAll(numbered)]
  const all = others.length > 1 || (others.length > 0 && plain.length > 0) ? [...plain, ...others] : plain
  return all.map(([, number = '', label = '']) => [Number(number), firstWords(label)] as const)
}

/** A header without what it says about its numbers. */
export function withoutLabels(header: string): string {
  const short = header
    .replace(/\s*[([][^()[\]]*\d\s*(?:=|:|är|er|is|on|-|–)[^()[\]]*[)\]]/giu, '')
    .replace(/\s*[,;:–-]?\s*\d{1,2}\s*=.*$/u, '')
    .trim()
  return short === '' ? header : short
}

/** The label up to a word that leads on to the next number. */
function firstWords(label: string): string {
  return plainPhrase(label).replace(/ (?:and|to|och|til|till|og|ja|through)$/u, '')
}

/** `from 0 (like least) to 5`, `between 1 and 10`, `0-10`, `mellan 1 och 5`. */
const ends =
  /(?<![\p{L}\p{N}.,])([01])\s*(?:\([^()]*\)|=\s*[^,;()\d]+)?\s*(?:-|–|to|and|till|och|til|og|ja|bis|und)\s*(\d{1,2})(?![\p{L}\p{N}%.,])/giu
const usualTops = [3, 4, 5, 6, 7, 10]

/** The scale that a header states in numbers; null if it states none, or several. */
export function statedScale(header: string): { min: number; max: number } | null {
  const found = [...header.matchAll(ends)].map(([, min, max]) => `${min} ${max}`)
  const [only, ...others] = new Set(found)
  const [min = 0, max = 0] = (only ?? '').split(' ').map(Number)
  return others.length === 0 && usualTops.includes(max) ? { min, max } : null
}
