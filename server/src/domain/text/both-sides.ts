import { isCue } from './cues.ts'
import { change, sumOf, wordTerm } from './find-terms.ts'
import type { Term } from './find-terms.ts'
import type { WordFacts } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** What a "but" leaves of the weights before it. */
const beforeBut = 0.7
/** Share of the weight before a "but" that speaks against it when nothing is found after it, and the most. */
const contrast = 0.7
const mostContrast = 2.5
/** Longer comments, in words, are told by what they say, not by each "but". */
const longestContrasted = 200

/** How near the good and the bad side must be to each other for a comment to be mixed, and how weighty. */
const mixedShare = 0.42
const mixedWeight = 0.9
/** The same for a comment that has no "but", unless it is very short (in words). */
const mixedShareWithoutBut = 0.95
const shortMixed = 6
/** The same where one clause or sentence is good and another bad ("great food, the service was slow"), in words. */
const mixedShareOfClauses = 0.5
const longestParted = 16
/** Longer comments nearly always say both; the sum decides there. In words. */
const longestMixed = 45

/** Whether a comment says both good and bad things of about the same weight. */
export function saysBoth(terms: readonly Term[], tokens: readonly Token[], facts: readonly WordFacts[]): boolean {
  const good = sumOf(terms.filter(({ weight }) => weight > 0))
  const bad = -sumOf(terms.filter(({ weight }) => weight < 0))
  const [less, more] = [Math.min(good, bad), Math.max(good, bad)]
  if (tokens.length > longestMixed || less < mixedWeight) return false
  const share = tokens.length <= shortMixed ? mixedShare : mixedShareWithoutBut
  const isParted =
    tokens.length <= longestParted && less / more >= mixedShareOfClauses && saysBothInClauses(terms, tokens)
  return less / more >= share || isParted || saysBothAroundBut(terms, tokens, facts)
}

/** What stands before a "but" counts less than what follows it in the sentence. */
export function weakenBeforeBut(terms: readonly Term[], tokens: readonly Token[], facts: readonly WordFacts[]): void {
  const lastBut = new Map<number, number>()
  for (const [at, { sentence }] of tokens.entries())
    if (facts[at]?.isBut && !facts[at].isAlthough && tokens[at - 1]?.sentence === sentence) lastBut.set(sentence, at)
  for (const term of terms)
    if (term.first < (lastBut.get(tokens[term.first]?.sentence ?? -1) ?? 0)) change(term, beforeBut, 'before-but')
}

/** What stands after a "but" and says nothing by itself speaks against what stands before it. */
export function contrasts(terms: readonly Term[], tokens: readonly Token[], facts: readonly WordFacts[]): Term[] {
  const found: Term[] = []
  if (tokens.length > longestContrasted) return found
  for (const [at, { sentence, start, end, word }] of tokens.entries()) {
    if (
      !facts[at]?.isBut ||
      facts[at].isAlthough ||
      at === 0 ||
      terms.some(({ first, last }) => first <= at && last >= at)
    )
      continue
    const isFirst = tokens[at - 1]?.sentence !== sentence
    const before = terms.filter(
      ({ first }) => first < at && (tokens[first]?.sentence ?? 0) >= sentence - (isFirst ? 1 : 0),
    )
    const after = terms.filter(({ first }) => first > at && tokens[first]?.sentence === sentence)
    const said = sumOf(before)
    if (Math.abs(said) < 1 || after.some((term) => !isCue(term)) || tokens[at + 2]?.sentence !== sentence) continue
    const weight = -Math.sign(said) * Math.min(mostContrast, contrast * Math.abs(said))
    found.push(wordTerm(at, { start, end, word }, weight))
  }
  return found
}

/** Whether one clause of a comment is good by itself, and another bad. */
function saysBothInClauses(terms: readonly Term[], tokens: readonly Token[]): boolean {
  const saidIn = new Map<number, number>()
  for (const { first, weight } of terms) {
    const clause = tokens[first]?.clause ?? 0
    saidIn.set(clause, (saidIn.get(clause) ?? 0) + weight)
  }
  const said = [...saidIn.values()]
  return said.some((weight) => weight >= mixedWeight) && said.some((weight) => weight <= -mixedWeight)
}

/** Where what a "but" brings begins: at itself or, if it ends the sentence ("..., it was slow though"), with the clause before it. */
function beginningOfBut(tokens: readonly Token[], at: number): number {
  const [previous, next] = [tokens[at - 1], tokens[at + 1]]
  if (next?.sentence === tokens[at]?.sentence) return at
  return tokens.findIndex(({ clause }) => clause === previous?.clause)
}

/** A clause that is only denied ("the food was great, the service was not") says the opposite of the clause before it. */
export function denials(terms: readonly Term[], tokens: readonly Token[], facts: readonly WordFacts[]): Term[] {
  const found: Term[] = []
  if (tokens.length > longestContrasted) return found
  for (const [at, { clause, start, end, word }] of tokens.entries()) {
    if (!facts[at]?.negates || tokens[at + 1]?.clause === clause || tokens[at - 1]?.clause !== clause) continue
    const before = tokens.findLast((token) => token.clause < clause)?.clause
    const said = sumOf(terms.filter(({ first }) => tokens[first]?.clause === before))
    const isJudged = terms.some((term) => tokens[term.first]?.clause === clause && !isCue(term))
    if (isJudged || Math.abs(said) < 1) continue
    found.push(wordTerm(at, { start, end, word }, -Math.sign(said) * Math.min(mostContrast, contrast * Math.abs(said))))
  }
  return found
}

/** Whether what stands before a "but" and what stands after it speak against each other with about the same weight. */
function saysBothAroundBut(terms: readonly Term[], tokens: readonly Token[], facts: readonly WordFacts[]): boolean {
  return tokens.some(({ clause }, at) => {
    if (!facts[at]?.isBut) return false
    // "Although the food was good, ..." parts the comment at the end of its clause.
    const middle = at > 0 ? beginningOfBut(tokens, at) : tokens.findIndex((other) => other.clause > clause)
    const before = sumOf(terms.filter(({ last }) => last < middle))
    const after = sumOf(terms.filter(({ first }) => first >= middle))
    const [less = 0, more = 0] = [Math.abs(before), Math.abs(after)].sort((a, b) => a - b)
    return before * after < 0 && less >= mixedWeight && less / more >= mixedShare
  })
}
