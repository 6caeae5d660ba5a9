import { wordTerm } from './find-terms.ts'
import type { Term } from './find-terms.ts'
import type { WordFacts } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** Lighter entries are cues: they count only where nothing else decides. */
const cueBelow = 0.7

/** Weight of a negation in a sentence without any other sign, alone and beside such sentences, and of all together. */
const refusal = -0.8
const oneRefusal = -0.5
const mostRefusals = -1.6
/** Fewest words of a comment in which a negation alone says something. */
const fewestRefusing = 3

/** Whether an entry is so light that it counts only where nothing else decides. */
export function isCue({ weight, kind }: Term): boolean {
  return (kind === 'word' || kind === 'phrase') && Math.abs(weight) < cueBelow
}

/** A sentence that only says what is not so ("they never rang") is more often a complaint than not. */
export function refusals(terms: readonly Term[], tokens: readonly Token[], facts: readonly WordFacts[]): Term[] {
  const judged = new Set(terms.map(({ first }) => tokens[first]?.sentence))
  const neutral = new Set(tokens.filter((_, at) => facts[at]?.isNeutral).map(({ sentence }) => sentence))
  const found: Term[] = []
  for (const [at, { sentence, start, end, word }] of tokens.entries()) {
    if (!facts[at]?.negates || judged.has(sentence) || neutral.has(sentence)) continue
    if (tokens.length < fewestRefusing) break
    judged.add(sentence)
    found.push(wordTerm(at, { start, end, word }, oneRefusal))
  }
  const total = found.length === 1 && terms.length === 0 ? refusal : Math.max(mostRefusals, oneRefusal * found.length)
  for (const term of found) term.weight = total / found.length
  return found
}
