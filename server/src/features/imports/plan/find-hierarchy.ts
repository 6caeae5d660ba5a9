import { headerWords, isAbout, unitRank } from '../profile/header-words.ts'
import type { ValueCodes } from '../profile/value-codes.ts'
import type { PlannedColumn } from './planned.ts'

const mostLevels = 4
/** How well the leaf must predict a level (see `follows`): less if the level's name says that it is a unit. */
const followsNamed = 0.25
const followsUnnamed = 0.97

interface Candidate {
  column: PlannedColumn
  distinct: number
  /** Rank of the name among units, from the top; null if the name is not one of a unit. */
  rank: number | null
  attribute: boolean
}

/**
 * Finds the levels of the hierarchy, from the top: single choices whose names speak of units (country, region,
 * store, airport ...) and that the finest of them predicts, or that nest without exception. Columns about the person
 * who answers are left out. One column if nothing nests; none if no column is a choice.
 */
export function findHierarchy(columns: readonly PlannedColumn[], codes: ValueCodes): string[] {
  const candidates = columns.flatMap((column) => candidateOf(column) ?? [])
  const follows = (coarse: Candidate, fine: Candidate): number =>
    codes.follows(coarse.column.index, fine.column.index) ?? 0
  const named = withoutTwins(
    candidates.filter(({ rank, attribute }) => rank !== null && !attribute),
    follows,
  )
  const chain =
    named.length > 0
      ? namedChain(named, follows)
      : nestedChain(
          candidates.filter(({ attribute }) => !attribute),
          follows,
        )
  const [alone] = chain.length > 0 ? [] : fallback(candidates)
  return (alone ? [alone] : chain).map(({ column }) => column.variable)
}

function candidateOf(column: PlannedColumn): Candidate | null {
  const { profile, plan, about } = column
  if (plan.type !== 'single' || plan.kind === 'yes-no') return null
  if (
    profile.distinct < 2 ||
    profile.filled < 0.5 * profile.rows ||
    isAbout(about, 'person') ||
    isAbout(about, 'rating') ||
    isAnythingButUnits(about)
  )
    return null
  if (profile.distinct > 0.8 * profile.filled) return null
  return { column, distinct: profile.distinct, rank: unitRank(about), attribute: isAbout(about, 'attribute') }
}

/** A question asks for a unit if it begins with which or where, as in "Which store did you visit?". */
const asksForUnit = /^(?:(?:in|at|i|på) )?(?:which|where|vilken|vilket|var|hvilken|hvilket|hvor|mikä|missä)\b/iu
const mostWords = 6
const amounts = new Set(
  'count number size days hours weeks years antal antall storlek dagar timmar størrelse lukumäärä määrä koko'.split(
    ' ',
  ),
)

/** Whether a column's name is that of an amount, or of a question that does not ask for a unit. */
function isAnythingButUnits(about: string): boolean {
  const words = headerWords(about)
  if (words.some((word) => amounts.has(word))) return true
  const isQuestion = about.includes('?') || words.length > mostWords
  return isQuestion && !asksForUnit.test(about)
}

type Follows = (coarse: Candidate, fine: Candidate) => number

/** Of two columns that name the same units (`store` and `store_id`), keeps the one with words. */
function withoutTwins(candidates: readonly Candidate[], follows: Follows): Candidate[] {
  return candidates.filter((one) =>
    candidates.every((other) => {
      if (other === one || Math.abs(other.distinct - one.distinct) > 0.02 * one.distinct) return true
      if (follows(one, other) < 0.98 || follows(other, one) < 0.98) return true
      const [mine, theirs] = [letters(one), letters(other)]
      return mine !== theirs ? mine > theirs : one.column.index < other.column.index
    }),
  )
}

function letters({ column }: Candidate): number {
  const [value = ''] = column.profile.values.keys()
  return value.replace(/[^\p{L}]/gu, '').length > 2 ? 1 : 0
}

function namedChain(candidates: readonly Candidate[], follows: Follows): Candidate[] {
  const ordered = candidates.toSorted((a, b) => b.distinct - a.distinct || (b.rank ?? 0) - (a.rank ?? 0))
  const [leaf, ...rest] = ordered
  if (!leaf) return []
  const above = rest
    .map((candidate) => ({ candidate, share: follows(candidate, leaf) }))
    .filter(({ candidate, share }) => share >= (isAbove(candidate, leaf) ? followsNamed : followsUnnamed))
  const kept = above
    .toSorted((a, b) => b.share - a.share)
    .slice(0, mostLevels - 1)
    .map(({ candidate }) => candidate)
  return [...kept, leaf].toSorted((a, b) => a.distinct - b.distinct || (a.rank ?? 0) - (b.rank ?? 0))
}

function isAbove(candidate: Candidate, leaf: Candidate): boolean {
  return (candidate.rank ?? 0) <= (leaf.rank ?? 0)
}

/** If the names do not help: the longest chain of columns each of which is predicted by the next. */
function nestedChain(candidates: readonly Candidate[], follows: Follows): Candidate[] {
  const ordered = candidates.filter(({ distinct }) => distinct >= 3).toSorted((a, b) => b.distinct - a.distinct)
  const chains = ordered.map((leaf) => {
    const chain = [leaf]
    for (const next of ordered) {
      const last = chain.at(-1)
      if (!last || next.distinct * 1.5 > last.distinct || chain.length === mostLevels) continue
      if (follows(next, last) >= followsUnnamed) chain.push(next)
    }
    return chain
  })
  const best = chains.toSorted((a, b) => b.length - a.length)[0] ?? []
  return best.length > 1 ? best.toReversed() : []
}

/** A single level: prefers a choice that is not a property of people, and one with a manageable number of units. */
function fallback(candidates: readonly Candidate[]): Candidate[] {
  const handy = ({ distinct }: Candidate): number => (distinct >= 3 && distinct <= 200 ? 0 : 1)
  return candidates.toSorted(
    (a, b) => Number(a.attribute) - Number(b.attribute) || handy(a) - handy(b) || b.distinct - a.distinct,
  )
}
