import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { spanOf, withoutSpan } from './period.ts'
import type { DaySpan } from './period.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** As `SharedAnswers`, of two sides of a comparison seen from the second; `same` where both have the same answers. */
export type SidesShare = SharedAnswers | 'same'

type Model = Pick<SurveyModel, 'questions' | 'facets' | 'anonymity'>
type Side = Pick<RequestedPath, 'path' | 'tree' | 'unit' | 'filterConditions' | 'asOf'>

/**
 * Which answers two sides have in common, from their places, periods and filters. Where that is not known for sure, `some`:
 * nothing is then said of how exact their difference is.
 */
export function answersInCommon(model: Model, a: Side, b: Side): SidesShare {
  const parts = [places(a, b), periods(model, spanOf(a.filterConditions), spanOf(b.filterConditions))]
  return joined([...parts, filters(model, withoutSpan(a.filterConditions), withoutSpan(b.filterConditions))])
}

/** Sides that are apart in one thing have no answers in common; one lies within the other if it does so in all. */
function joined(parts: readonly SidesShare[]): SidesShare {
  if (parts.includes('none')) return 'none'
  const differing = new Set(parts.filter((part) => part !== 'same'))
  const [only = 'same'] = differing
  return differing.size > 1 ? 'some' : only
}

function places(a: Side, b: Side): SidesShare {
  if (a.asOf !== b.asOf) return 'some'
  const [ofA, ofB] = [stepsOf(a), stepsOf(b)]
  if (a.path.view !== b.path.view && ofA.length > 0 && ofB.length > 0) return 'some'
  const common = Math.min(ofA.length, ofB.length)
  if (ofA.slice(0, common).some((id, depth) => id !== ofB[depth])) return 'none'
  if (ofA.length === ofB.length) return 'same'
  return ofB.length > ofA.length ? 'part' : 'whole'
}

function stepsOf({ tree, unit }: Side): number[] {
  return unit ? tree.pathOf(unit).map(({ id }) => id) : []
}

/** In an anonymous survey longer periods count closed ones alone, so that one within them is not always a part. */
function periods({ anonymity }: Model, a: DaySpan | null, b: DaySpan | null): SidesShare {
  const [ofA, ofB] = [a ?? always, b ?? always]
  if (ofA.from === ofB.from && ofA.to === ofB.to) return 'same'
  if (isOver(ofA, ofB) || isOver(ofB, ofA)) return 'none'
  if (anonymity !== null) return 'some'
  if (isWithin(ofB, ofA)) return 'part'
  return isWithin(ofA, ofB) ? 'whole' : 'some'
}

const always: DaySpan = { from: null, to: null }

function isOver(first: DaySpan, second: DaySpan): boolean {
  return first.to !== null && second.from !== null && first.to <= second.from
}

function isWithin(inner: DaySpan, outer: DaySpan): boolean {
  const begins = outer.from === null || (inner.from !== null && inner.from >= outer.from)
  return begins && (outer.to === null || (inner.to !== null && inner.to <= outer.to))
}

function filters(model: Model, a: readonly Condition[], b: readonly Condition[]): SidesShare {
  const [ofA, ofB] = [a, b].map((conditions) => new Set(conditions.map((one) => JSON.stringify(one))))
  if (!ofA || !ofB) return 'some'
  const [hasAll, isAll] = [isSubset(ofA, ofB), isSubset(ofB, ofA)]
  if (hasAll && isAll) return 'same'
  if (a.some((one) => b.some((other) => areApart(model, one, other)))) return 'none'
  if (hasAll) return 'part'
  return isAll ? 'whole' : 'some'
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((one) => all.has(one))
}

/** Whether no row meets both conditions: other answers to a question that takes one, or ranges that do not touch. */
function areApart(model: Model, a: Condition, b: Condition): boolean {
  if (a.kind === 'choice' && b.kind === 'choice') {
    const isSame = a.variable === b.variable && a.asOf === b.asOf
    if (!isSame || !takesOne(model, a.variable) || a.include.length === 0 || b.include.length === 0) return false
    // With parts of texts an answer may be meant by both.
    if (a.contains.length > 0 || b.contains.length > 0) return false
    return !a.include.some((value) => b.include.includes(value))
  }
  if (a.kind === 'range' && b.kind === 'range' && a.variable === b.variable)
    return (a.to !== null && b.from !== null && a.to < b.from) || (b.to !== null && a.from !== null && b.to < a.from)
  if (a.kind === 'sampleState' && b.kind === 'sampleState') return !a.states.some((state) => b.states.includes(state))
  return false
}

function takesOne(model: Model, variable: string): boolean {
  const type = askedQuestion(model, variable)?.type
  return variable !== EVENT_DATE && (type === 'single' || type === 'scale')
}
