import type { Flag, Label, Span } from './analysis.ts'
import { contrasts, denials, saysBoth, weakenBeforeBut } from './both-sides.ts'
import { isCue, refusals } from './cues.ts'
import { change, endOfPhrase, findTerms, sumOf } from './find-terms.ts'
import type { Term } from './find-terms.ts'
import { findGrades } from './grades.ts'
import type { Lexicon, WordFacts } from './lexicon.ts'
import type { QuestionDirection } from './question-direction.ts'
import { longestText, tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'
import { readWishes } from './wishes.ts'

/** What the words of a comment say, before categories. */
export interface Judgement {
  label: Label
  score: number
  mixed: boolean
  spans: Span[]
  flags: Flag[]
  /** Its words; clauses end at commas, before "but" and with the sentence. */
  tokens: readonly Token[]
}

/** How many words before a term a negation may stand, and after a verb. */
const negationReach = 4
const negationAfter = 2
/** How many words before a good word a wish may stand ("could be friendlier"). */
const wishReach = 6

/** What a negation and a wish leave of a weight, and how much a sentence that sums up adds. */
const negatedGood = -0.9
const negatedBad = -0.5
const wished = -0.5
const conclusion = 1.6
/** Cues count only where the other entries together say less than this. */
const cuesUntil = 3

/** From which score on a comment is good or bad. */
const commits = 0.1
/** The same where there are only cues. */
const cuesCommit = 0.3
/** What is left of the weights in a comment that is one question. */
const asked = 0.5
/** Judges a comment by a word list. `read` are its words, where they are known already. */
export function judge(
  text: string,
  lexicon: Lexicon,
  asks: QuestionDirection = 'open',
  read: readonly Token[] = tokensOf(text),
): Judgement {
  const tokens = splitAtBut(read, lexicon)
  const facts = tokens.map(({ word }) => lexicon.factsOf(word))
  const flags: Flag[] = []
  if (text.length > longestText) flags.push('shortened')
  if (hasBrokenText(text)) flags.push('broken-text')
  const nothing: Omit<Judgement, 'flags'> = { label: 'neu', score: 0, mixed: false, spans: [], tokens }
  if (tokens.length === 0) return { ...nothing, flags: [...flags, text.trim() === '' ? 'empty' : 'no-words'] }
  const isNothing = lexicon.nothing.has(tokens.map(({ word }) => word).join(' '))
  if (isNothing && asks === 'open') return { ...nothing, flags: [...flags, 'nothing-to-say'] }

  const all = findTerms(tokens, facts, lexicon)
  // General words speak only where the list itself says nothing.
  const found = all.some((term) => !term.isGeneral && !isCue(term)) ? all.filter(({ isGeneral }) => !isGeneral) : all
  const terms = [...found.filter((term) => !isCue(term)), ...findGrades(text, tokens)]
  const starters = tokens.map((token, at) => at === 0 || tokens[at - 1]?.sentence !== token.sentence)
  for (const term of terms) weigh(term, tokens, facts)
  sumUp(terms, tokens, starters, lexicon)
  const cues = found.filter(isCue)
  if (asks === 'bad') readWishes(terms, cues, tokens, facts, lexicon.nothing)
  if (asks !== 'open') answer(terms, tokens, asks, isNothing)
  // A question alone asks for something; it seldom judges.
  const isQuestion = tokens[0]?.sentence === tokens.at(-1)?.sentence && text.trimEnd().endsWith('?')
  if (isQuestion) for (const term of terms) term.weight *= asked
  else if (Math.abs(sumOf(terms)) < cuesUntil) terms.push(...cues, ...refusals(terms, tokens, facts))
  terms.sort((a, b) => a.first - b.first)
  if (terms.length === 0) return { ...nothing, flags: [...flags, 'nothing-found'] }

  terms.push(...contrasts(terms, tokens, facts), ...denials(terms, tokens, facts))
  const weighty = terms.filter((term) => !isCue(term))
  const mixed = saysBoth(weighty, tokens, facts)
  weakenBeforeBut(terms, tokens, facts)
  const total = sumOf(terms)
  const score = total / Math.sqrt(total * total + 15)
  const least = weighty.length === 0 ? cuesCommit : commits
  // A wish with nothing but cues beside it suggests something; it does not judge.
  const isSuggestion = weighty.length === 0 && facts.some(({ isWish }) => isWish)
  const label = mixed || isSuggestion || Math.abs(score) < least ? 'neu' : score > 0 ? 'pos' : 'neg'
  return {
    label,
    score,
    mixed,
    spans: terms.map(spanOf),
    flags,
    tokens,
  }
}

/** Changes a term's weight by the words around it. */
function weigh(term: Term, tokens: readonly Token[], facts: readonly WordFacts[]): void {
  const clause = tokens[term.first]?.clause
  const isIn = (at: number): boolean => tokens[at]?.clause === clause
  for (const at of [term.first - 1, term.first - 2]) {
    const factor = isIn(at) ? (facts[at]?.factor ?? 1) : 1
    if (factor !== 1) change(term, factor, factor > 1 ? 'stronger' : 'weaker')
    if (factor === 1 && at === term.first - 1) break
  }
  const exclaims = Math.min(3, tokens[term.last]?.exclaims ?? 0)
  if (exclaims > 0) change(term, 1 + 0.1 * exclaims, 'stronger')
  if (term.kind === 'emoji') return
  const isWished = term.weight > 0 && isReached(term, wishReach, facts, isIn, ({ isWish }) => isWish)
  if (
    !negatesItself(term, facts) &&
    (isReached(term, negationReach, facts, isIn, ({ negates }) => negates, term.kind !== 'too') ||
      isNegatedAfter(term, facts, isIn))
  ) {
    // "Should not be so slow" stays bad.
    if (term.weight > 0 || !isReached(term, wishReach, facts, isIn, ({ isWish }) => isWish))
      change(term, term.weight > 0 ? negatedGood : negatedBad, 'negated')
  } else if (isWished) change(term, wished, 'wished')
}

/** Whether a word of a kind stands before a term, with no other term or "and" between them. */
function isReached(
  term: Term,
  reach: number,
  facts: readonly WordFacts[],
  isIn: (at: number) => boolean,
  isKind: (facts: WordFacts) => boolean,
  stopsAtTerms = true,
): boolean {
  for (let at = term.first - 1; at >= term.first - reach && isIn(at); at--) {
    const found = facts[at]
    if (!found) return false
    if (isKind(found)) return true
    if (found.isAnd || (stopsAtTerms && Math.abs(found.weight?.value ?? 0) >= 1.5)) return false
  }
  return false
}

/** Whether a phrase holds a negation already; another one before it only stresses it ("no receipt I never got"). */
function negatesItself({ first, last }: Term, facts: readonly WordFacts[]): boolean {
  return last > first && facts[first]?.negates === true
}

function isNegatedAfter(term: Term, facts: readonly WordFacts[], isIn: (at: number) => boolean): boolean {
  if (!term.isVerb) return false
  for (let at = term.last + 1; at <= term.last + negationAfter && isIn(at); at++) if (facts[at]?.negates) return true
  return false
}

/** Sentences that sum up ("all in all ...") count more. */
function sumUp(terms: readonly Term[], tokens: readonly Token[], starters: readonly boolean[], lexicon: Lexicon): void {
  if (lexicon.conclusions.length === 0) return
  const summing = new Set<number>()
  for (const [at, isStart] of starters.entries())
    if (isStart && lexicon.conclusions.some((phrase) => endOfPhrase(phrase, tokens, at, lexicon) !== null))
      summing.add(tokens[at]?.sentence ?? 0)
  for (const term of terms) if (summing.has(tokens[term.first]?.sentence ?? -1)) change(term, conclusion, 'conclusion')
}

/** A question that asks for bad things makes a bare noun bad, and "nothing" good; the reverse for good things. */
function answer(terms: Term[], tokens: readonly Token[], asks: QuestionDirection, isNothing: boolean): void {
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (!first || !last) return
  const direction = asks === 'bad' ? -1 : 1
  const weight = isNothing ? -2 * direction : terms.length === 0 ? direction : 0
  if (isNothing) terms.length = 0
  if (weight !== 0)
    terms.push({
      first: 0,
      last: tokens.length - 1,
      start: first.start,
      end: last.end,
      weight,
      kind: 'answer',
      entry: asks,
      isVerb: false,
      isGeneral: false,
      because: [],
    })
}

/** A "but" begins a clause of its own. */
function splitAtBut(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  let added = 0
  return tokens.map((token) => {
    if (!token.isEmoji && lexicon.factsOf(token.word).isBut) added++
    return added === 0 ? token : { ...token, clause: token.clause + added }
  })
}

function spanOf({ start, end, weight, kind, entry, because }: Term): Span {
  return { start, end, weight, kind, entry, because }
}

function hasBrokenText(text: string): boolean {
  return text.includes('\uFFFD') || text.includes('\0') || !text.isWellFormed()
}
