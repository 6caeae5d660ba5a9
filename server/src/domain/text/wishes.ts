import { change, wordTerm } from './find-terms.ts'
import type { Term } from './find-terms.ts'
import type { WordFacts } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** What is left of a good word in a wish, and what that is at least. */
const wished = -0.5
const leastWish = -1
/** What is left of one in a few words that may be either a wish or praise ("Friendly staff"). */
const unclear = 0.1
/** From how many words on a clause without a verb is a wish ("The right price on the shelf"). */
const clearWish = 3
/** Words this good are praise: nobody asks for excellent service. */
const praise = 3

/**
 * Answers to a question that asks what could be better say in few words what is wished for: "Friendlier staff", "Right price on the
 * shelf". There good words speak against the place as it is, but not where a clause tells how things are ("The staff are
 * friendlier now"). Changes the terms, and adds one for each wish without any ("More seats"); `cues` are only changed.
 */
export function readWishes(
  terms: Term[],
  cues: readonly Term[],
  tokens: readonly Token[],
  facts: readonly WordFacts[],
  nothing: ReadonlySet<string>,
): void {
  const clauses = clausesOf(tokens)
  // "Nothing, friendly staff": what follows is praise.
  const [first] = clauses.values()
  if (first && nothing.has(wordsOf(tokens, first))) return
  for (const term of [...terms, ...cues]) {
    if (term.weight <= 0 || term.kind === 'emoji' || term.kind === 'grade' || term.because.length > 0) continue
    const clause = clauses.get(tokens[term.first]?.clause ?? -1)
    const factor = clause ? wishFactor(term, clause, tokens, facts) : 1
    if (factor !== 1) change(term, factor, 'wished')
    if (factor === wished && terms.includes(term)) term.weight = Math.min(term.weight, leastWish)
  }
  for (const { from, to } of clauses.values()) {
    const own = facts.slice(from, to)
    const at = from + own.findIndex(({ isComparative }) => isComparative)
    const token = tokens[at]
    if (at < from || !token || own.some(({ states, isSubject, negates }) => states || isSubject || negates)) continue
    if (![...terms, ...cues].some((term) => term.first >= from && term.first < to)) terms.push(wishTerm(at, token))
  }
}

function wishTerm(at: number, token: Token): Term {
  return { ...wordTerm(at, token, leastWish), because: ['wished'] }
}

/** The places of a clause's words. */
interface Clause {
  from: number
  to: number
}

function clausesOf(tokens: readonly Token[]): ReadonlyMap<number, Clause> {
  const clauses = new Map<number, Clause>()
  for (const [at, { clause }] of tokens.entries()) {
    const known = clauses.get(clause)
    if (known) known.to = at + 1
    else clauses.set(clause, { from: at, to: at + 1 })
  }
  return clauses
}

function wordsOf(tokens: readonly Token[], { from, to }: Clause): string {
  return tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ')
}

function wishFactor(
  { first, last, weight }: Term,
  { from, to }: Clause,
  tokens: readonly Token[],
  facts: readonly WordFacts[],
): number {
  const own = facts.slice(from, to)
  if (own.some(({ states }) => states)) return 1
  if (facts.slice(Math.max(from, first - 1), last + 1).some(({ isComparative }) => isComparative)) return wished
  // "Service good" tells how it is. What a "but" brings speaks against the wish before it.
  const isAtEnd = last + 1 >= to && first === last
  const isPraise = own.some(({ isSubject, isBut, negates, factor }) => isSubject || isBut || negates || factor > 1)
  if (isAtEnd || isPraise || weight >= praise) return 1
  const words = tokens.slice(from, to).filter(({ isEmoji }) => !isEmoji).length
  return words >= clearWish ? wished : unclear
}
