import type { Term } from './find-terms.ts'
import type { Token } from './tokens.ts'

const grade =
  /(?<![\d.,/])(\d{1,2}(?:[.,]\d)?)\s*(?:\/|av|af|of|out of|ut av|\/\s)\s*(5|6|10)(?![\d/])(?!\s*(?:times|gånger|ganger|gange|min|pers|stores|stations))/giu
const stars = /(?<![\d.,])([0-5])\s*(?:stars?|stjärnor|stjerner|stjerne|tähteä)(?!\p{L})/giu

/** Grades that a comment gives, such as "9/10", "3 of 5" or "5 stars". */
export function findGrades(text: string, tokens: readonly Token[]): Term[] {
  const terms: Term[] = []
  if (!/\d/.test(text)) return terms
  for (const [pattern, most] of [
    [grade, null],
    [stars, 5],
  ] as const)
    for (const match of text.slice(0, 5_000).matchAll(pattern)) {
      const of = most ?? Number(match[2])
      const share = Number((match[1] ?? '').replace(',', '.')) / of
      if (share > 1) continue
      const weight = share >= 0.8 ? 3 : share >= 0.7 ? 1 : share > 0.5 ? 0 : share > 0.4 ? -1 : -3
      const [start, end] = [match.index, match.index + match[0].length]
      const first = tokens.findIndex((token) => token.end > start)
      if (weight === 0 || first < 0) continue
      terms.push({
        first,
        last: first,
        start,
        end,
        weight,
        kind: 'grade',
        entry: match[0],
        isVerb: false,
        isGeneral: false,
        because: [],
      })
    }
  return terms
}
