import { doubtKinds } from '@gensvar/contract/doubts'
import { Count, quoted, say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { DateSpan } from '../plan/find-span.ts'
import type { ExistingQuestion, ExistingSurvey } from '../plan/existing-survey.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { chosenFor, decidedPlan, outsideOf } from './decided-plan.ts'
import { choiceOf, choicesOf, doubtId } from './doubt.ts'
import type { Choice, DatesDoubt, Decisions, Doubt } from './doubt.ts'
import { withOutcome } from './doubt-words.ts'
import type { FoundDoubt } from './find-doubts.ts'
import { findDoubts } from './find-doubts.ts'
import { decisionsOf } from './rewrite-survey.ts'
import type { StoredDoubt } from './store.ts'

/** The doubts of an import and how they are decided. */
export interface DecidedImport {
  /** Those of the file and those the survey had. */
  doubts: readonly Doubt[]
  found: readonly FoundDoubt[]
  /** In force before the import, and after it. */
  before: Decisions
  after: Decisions
  /** Ids of the doubts that this import decides: by its request, or by settings given with it. */
  decidedNow: ReadonlySet<string>
  /** The plan with the decisions, whose columns tell what was doubted. */
  plan: ImportPlan
}

/**
 * Decides what a plan is not sure of: as requested, as settings given with the file say, as decided before, else as an
 * import assumes. Errors: `validation` for a decision on something that is not doubted, or an unknown choice.
 */
export function decideImport(
  base: ImportPlan,
  stored: readonly StoredDoubt[],
  requested: readonly { id: string; choice: string }[],
): DecidedImport {
  const found = findDoubts(base)
  const known = stored.filter(({ doubt }) => !found.some((one) => doubtId(one.doubt) === doubtId(doubt)))
  const doubts = [
    ...found.map(({ doubt }) => factsOf(doubt, stored)),
    ...known.map(({ doubt }) => (doubt.kind === 'dates' ? reaching(doubt, base.span) : doubt)),
  ]
  const before = decisionsOf(stored)
  const given = found.flatMap(({ doubt, given: choice }) =>
    choice === null ? [] : [[doubtId(doubt), choice] as const],
  )
  // What is said of one doubt goes before what is said of all of its kind.
  const asked = requested.toSorted(byWidth).flatMap((decision) => checked(decision, doubts))
  const after = new Map([...before, ...given, ...asked])
  const decided = decidedPlan(base, doubts, after)
  return {
    doubts,
    found,
    before,
    after,
    decidedNow: new Set([...given, ...asked].map(([id]) => id)),
    plan: withNotes(decided, found, after),
  }
}

/** Facts on which answers were moved before stay, as they tell which to move back. */
function factsOf(doubt: Doubt, stored: readonly StoredDoubt[]): Doubt {
  const before = stored.find((one) => doubtId(one.doubt) === doubtId(doubt))?.doubt ?? doubt
  return before.kind === 'dates' && doubt.kind === 'dates'
    ? reaching(before, { first: doubt.from, last: doubt.to })
    : before
}

/** The doubt with the days of another file among those that are not far; days that are far for it stay so. */
function reaching(doubt: DatesDoubt, span: DateSpan | null): DatesDoubt {
  if (span === null) return doubt
  const { before, after, from, to } = doubt
  const first = before !== null && span.first <= before ? from : span.first
  const last = after !== null && span.last >= after ? to : span.last
  return { ...doubt, from: first < from ? first : from, to: last > to ? last : to }
}

/** A message names so many doubts. */
const namedAtMost = 20

function byWidth(one: { id: string }, other: { id: string }): number {
  return Number(isKind(other.id)) - Number(isKind(one.id))
}

function isKind(id: string): boolean {
  return doubtKinds.some((kind) => kind === id)
}

/** A decision on a doubt, or on all of a kind, of which there is one at least. */
function checked(
  { id, choice: name }: { id: string; choice: string },
  doubts: readonly Doubt[],
): (readonly [string, Choice])[] {
  const meant = doubts.filter((doubt) => doubtId(doubt) === id || doubt.kind === id)
  const [one] = meant
  if (!one) {
    const all = doubts.map((doubt) => doubtId(doubt))
    const first = quoted(all.slice(0, namedAtMost))
    const named = all.length > namedAtMost ? say`${first} and ${new Count(all.length - namedAtMost)} more` : first
    const words =
      all.length === 0
        ? say`Nothing is doubted here, so "${id}" cannot be decided.`
        : say`"${id}" is not doubted here. To decide: ${named}.`
    throw new ImportRefusal('validation', words, 'decide')
  }
  const choice = choiceOf(one.kind, name)
  if (choice) return meant.map((doubt) => [doubtId(doubt), choice])
  const words = say`"${name}" is no choice for ${id}. Choose one of ${quoted(choicesOf[one.kind])}.`
  throw new ImportRefusal('validation', words, 'decide')
}

/** Adds to each column what is doubted of it and how it is decided. */
function withNotes(plan: ImportPlan, found: readonly FoundDoubt[], after: Decisions): ImportPlan {
  const columns = plan.columns.map((column) => {
    const own = found.filter(({ doubt }) => doubt.variable === column.variable)
    const notes = own.map(({ doubt, words }) => ({
      ...noteOn(withOutcome(words, chosenFor(doubt, after)), {}, 'decide'),
      doubt: doubtId(doubt),
    }))
    return own.length === 0 ? column : { ...column, warnings: [...column.warnings, ...notes] }
  })
  return { ...plan, columns }
}

/** The survey as its imports assumed it to be: without decisions. What is planned from it is decided afterwards. */
export function undecided(existing: ExistingSurvey, stored: readonly StoredDoubt[]): ExistingSurvey {
  const questions = existing.questions.map((question) =>
    stored
      .filter(({ doubt }) => doubt.variable === question.variable)
      .reduce((before, { doubt }) => withoutDecision(before, doubt), question),
  )
  return { ...existing, questions }
}

function withoutDecision(question: ExistingQuestion, doubt: Doubt): ExistingQuestion {
  const { outside } = question
  switch (doubt.kind) {
    case 'codes':
      return { ...question, type: doubt.type, min: doubt.min, max: doubt.max }
    case 'below':
      return { ...question, outside: outsideOf(false, outside === 'above' || outside === 'blank') }
    case 'above':
      return { ...question, outside: outsideOf(outside === 'below' || outside === 'blank', false) }
    case 'dates':
    case 'undated':
    case 'personal':
      return question
  }
}
