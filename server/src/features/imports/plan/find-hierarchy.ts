import { headerWords, isAbout, unitRank } from '../profile/header-words.ts'
import type { ValueCodes } from '../profile/value-codes.ts'
import { askedBefore } from './before-after.ts'
import type { PlannedColumn } from './planned.ts'

const mostLevels = 4
/** How well the leaf must predict a level (see `follows`): less if the level's name says that it is a unit. */
const followsNamed = 0.25
const followsUnnamed = 0.97
/** Columns side by side that are named in one manner are levels unless they have nothing to do with each other. */
const followsBeside = 0.05
const followsNearly = 0.9
/** Of so many different values among its answers, a column names nothing that could be compared. */
const mostUnits = 0.8

interface Candidate {
  column: PlannedColumn
  distinct: number
  /** Rank of the name among units, from the top; null if the name is not one of a unit. */
  rank: number | null
  /** The name is of a kind of what is offered: channel, product, class. */
  offer: boolean
  attribute: boolean
}

/**
 * Finds the levels of the hierarchy, from the top: single choices whose names speak of units (country, region,
 * store, airport ...) and that the finest of them predicts, or that nest without exception. A column that nests with
 * no other is a level only if its name is one of a unit or of what is offered (channel, product, class). Columns about
 * the person who answers are left out.
 */
export function findHierarchy(columns: readonly PlannedColumn[], codes: ValueCodes): string[] {
  const left = new Set([...askedBefore(columns), ...gridRows(columns)])
  const candidates = columns.flatMap((column) => (left.has(column.variable) ? [] : (candidateOf(column) ?? [])))
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
  const [alone] = chain.length > 0 ? [] : offered(candidates)
  return (alone ? [alone] : withClasses(chain, candidates, follows)).map(({ column }) => column.variable)
}

/** Variables of rows of a grid: columns whose names differ only in brackets, as in `Frequency [Country]`. */
function gridRows(columns: readonly PlannedColumn[]): string[] {
  const stem = ({ header }: PlannedColumn): string => /^(.+?)\s*\[[^[\]]+\]$/su.exec(header)?.[1] ?? ''
  const grids = Map.groupBy(columns, stem)
  return [...grids].flatMap(([of, rows]) => (of !== '' && rows.length > 1 ? rows.map(({ variable }) => variable) : []))
}

function candidateOf(column: PlannedColumn): Candidate | null {
  const { profile, plan, about } = column
  if (plan.type !== 'single' || plan.kind === 'yes-no') return null
  if (
    profile.distinct < 2 ||
    profile.filled < 0.5 * profile.rows ||
    isAbout(about, 'person') ||
    isAbout(about, 'background') ||
    isAbout(about, 'rating') ||
    isAnythingButUnits(about)
  )
    return null
  if (profile.distinct > mostUnits * profile.filled) return null
  return {
    column,
    distinct: profile.distinct,
    rank: unitRank(about),
    offer: isAbout(about, 'offer'),
    attribute: isAbout(about, 'attribute'),
  }
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
    .filter(({ candidate, share }) => share >= leastShare(candidate, leaf))
  const kept = fewest(
    above.toSorted((a, b) => a.candidate.distinct - b.candidate.distinct),
    leaf,
  )
  return [...kept, leaf].toSorted((a, b) => a.distinct - b.distinct || (a.rank ?? 0) - (b.rank ?? 0))
}

interface Above {
  candidate: Candidate
  share: number
}

/** Of too many levels, leaves out those that predict worst, then those nearly as many as the units below them. */
function fewest(above: readonly Above[], leaf: Candidate): Candidate[] {
  if (above.length < mostLevels) return above.map(({ candidate }) => candidate)
  const growth = (index: number): number =>
    (above[index + 1]?.candidate ?? leaf).distinct / (above[index]?.candidate.distinct ?? 1)
  const [first] = above
    .map(({ share }, index) => ({ index, share: Math.min(share, followsNearly), growth: growth(index) }))
    .toSorted((a, b) => a.share - b.share || a.growth - b.growth)
  return fewest(above.toSpliced(first?.index ?? 0, 1), leaf)
}

function leastShare(candidate: Candidate, leaf: Candidate): number {
  if ((candidate.rank ?? 0) > (leaf.rank ?? 0)) return followsUnnamed
  return isBeside(candidate, leaf) ? followsBeside : followsNamed
}

/** Whether two columns side by side are named in one manner: `Division Name` and `Department Name`. */
function isBeside(above: Candidate, below: Candidate): boolean {
  if (below.column.index - above.column.index !== 1) return false
  const [one, other] = [above, below].map(({ column }) => headerWords(column.header))
  return one !== undefined && other !== undefined && one.length > 1 && one.at(-1) === other.at(-1)
}

/** The chain with a level below it: the next column, named in the same manner, that lies within its finest level. */
function withClasses(chain: readonly Candidate[], candidates: readonly Candidate[], follows: Follows): Candidate[] {
  const leaf = chain.at(-1)
  const below = candidates.find(
    (one) =>
      leaf && one.offer && isBeside(leaf, one) && one.distinct > leaf.distinct && follows(leaf, one) >= followsNearly,
  )
  return below && chain.length < mostLevels ? [...chain, below] : [...chain]
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

/** A single level: a kind of what is offered, at best with a manageable number of them. */
function offered(candidates: readonly Candidate[]): Candidate[] {
  const handy = ({ distinct }: Candidate): number => (distinct >= 3 && distinct <= 200 ? 0 : 1)
  return candidates
    .filter(({ offer }) => offer)
    .toSorted((a, b) => handy(a) - handy(b) || Number(a.attribute) - Number(b.attribute) || b.distinct - a.distinct)
}
