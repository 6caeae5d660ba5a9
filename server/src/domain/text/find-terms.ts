import type { Span, SpanReason } from './analysis.ts'
import { emojiWeight } from './emoji.ts'
import type { Lexicon, WordFacts } from './lexicon.ts'
import type { Phrase } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Something of a comment that counts, with the tokens it covers. */
export interface Term extends Span {
  /** Numbers of its first and last token. */
  first: number
  last: number
  isVerb: boolean
  /** Whether its word is no entry of the list, but a general word of the language. */
  isGeneral: boolean
}

/** Most words between the two sides of a pair, and most that three dots in a phrase stand for. */
const pairReach = 4
const gapReach = 3

const tooWeight = -1.8

/** Finds all that counts in a comment: phrases first, the longest of them, then pairs, then single words. */
export function findTerms(tokens: readonly Token[], facts: readonly WordFacts[], lexicon: Lexicon): Term[] {
  const taken = new Uint8Array(tokens.length)
  const terms: Term[] = []
  const take = (
    first: number,
    last: number,
    weight: number,
    kind: Span['kind'],
    entry: string,
    isVerb = false,
    isGeneral = false,
  ): void => {
    const [from, to] = [tokens[first], tokens[last]]
    if (!from || !to) return
    taken.fill(1, first, last + 1)
    if (weight !== 0)
      terms.push({ first, last, start: from.start, end: to.end, weight, kind, entry, isVerb, isGeneral, because: [] })
  }

  for (let at = 0; at < tokens.length; at++) {
    const emoji = tokens[at]?.isEmoji ? emojiWeight(tokens[at]?.word ?? '') : 0
    if (emoji !== 0) take(at, at, emoji, 'emoji', tokens[at]?.word ?? '')
    if (taken[at] === 1) continue
    for (const phrase of facts[at]?.phrases.before(tokens[at + 1]?.word) ?? []) {
      const last = endOfPhrase(phrase, tokens, at, lexicon)
      if (last === null) continue
      take(at, last, phrase.weight, 'phrase', phrase.entry, phrase.isVerb)
      break
    }
  }
  findPairs(tokens, facts, taken, take)
  for (let at = 0; at < tokens.length; at++) {
    if (taken[at] === 1) continue
    const next = facts[at + 1]
    if (facts[at]?.isToo && next?.isMeasure && taken[at + 1] === 0 && isSameClause(tokens, at, at + 1)) {
      take(at, at + 1, tooWeight, 'too', `${tokens[at]?.word} ${tokens[at + 1]?.word}`)
      continue
    }
    const weight = facts[at]?.weight
    if (weight) take(at, at, weight.value, 'word', weight.entry, weight.isVerb, weight.isGeneral)
  }
  return terms.sort((a, b) => a.first - b.first)
}

/** Number of the last token of a phrase that begins at a token; null if it does not. */
export function endOfPhrase(phrase: Phrase, tokens: readonly Token[], from: number, lexicon: Lexicon): number | null {
  const sentence = tokens[from]?.sentence
  const endAt = (part: number, at: number): number | null => {
    const wanted = phrase.parts[part]
    if (wanted === undefined) return at - 1
    if (wanted === 'some') {
      for (let skipped = 0; skipped <= gapReach; skipped++) {
        const end = endAt(part + 1, at + skipped)
        if (end !== null) return end
      }
      return null
    }
    const token = tokens[at]
    if (!token || token.sentence !== sentence || !lexicon.fits(wanted, token.word)) return null
    return endAt(part + 1, at + 1)
  }
  return endAt(0, from)
}

type Take = (first: number, last: number, weight: number, kind: Span['kind'], entry: string) => void

function findPairs(tokens: readonly Token[], facts: readonly WordFacts[], taken: Uint8Array, take: Take): void {
  for (let at = 0; at < tokens.length; at++) {
    if (taken[at] === 1) continue
    for (const { pair, isFirst } of facts[at]?.pairs ?? []) {
      if (!isFirst) continue
      const other = nearestSide(tokens, facts, at, pair)
      if (other === null) continue
      take(at, at, pair.weight, 'pair', `${tokens[at]?.word} + ${tokens[other]?.word}`)
      taken[other] = 1
      break
    }
  }
}

function nearestSide(tokens: readonly Token[], facts: readonly WordFacts[], at: number, pair: object): number | null {
  for (let distance = 1; distance <= pairReach; distance++)
    for (const other of [at + distance, at - distance])
      if (
        isSameClause(tokens, at, other) &&
        facts[other]?.pairs.some((side) => side.pair === pair && !side.isFirst) === true
      )
        return other
  return null
}

export function isSameClause(tokens: readonly Token[], one: number, other: number): boolean {
  return tokens[one] !== undefined && tokens[one]?.clause === tokens[other]?.clause
}

/** Changes the weight of a term and notes why. */
export function change(term: Term, factor: number, reason: SpanReason): void {
  term.weight *= factor
  term.because.push(reason)
}

/** A term of one word that is no entry of the list, such as a negation that says something by itself. */
export function wordTerm(
  at: number,
  { start, end, word }: Pick<Token, 'start' | 'end' | 'word'>,
  weight: number,
): Term {
  return {
    first: at,
    last: at,
    start,
    end,
    weight,
    kind: 'word',
    entry: word,
    isVerb: false,
    isGeneral: false,
    because: [],
  }
}

/** What terms say together. */
export function sumOf(terms: readonly Term[]): number {
  return terms.reduce((total, { weight }) => total + weight, 0)
}
