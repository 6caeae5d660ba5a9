import type { Condition } from '@gensvar/contract/conditions'
import type { Locale } from '@gensvar/contract/local-text'

// The brands are not exported, so only this file can create values of these types: whoever has a scope got it from the
// rights module.
declare const caseBrand: unique symbol
declare const compareBrand: unique symbol

interface ScopeFields {
  readonly surveyId: number
  /** Combined with AND with the conditions of every request. */
  readonly conditions: readonly Condition[]
  /** Scopes with equal keys have the same rows; part of every cache key. */
  readonly key: string
}

/**
 * Rows a user may see: for rows, comments, options, suggestions, single cases, exports, and figures of these rows under
 * any condition. In an anonymous survey `isOpen` is true only for a role with `canViewAnon`.
 */
export interface CaseScope extends ScopeFields {
  readonly kind: 'case'
  readonly isOpen: boolean
  /**
   * The language of the words that stand for e-mail addresses, telephone and personal numbers in what people wrote; null for
   * whoever may read these.
   */
  readonly masksIn: Locale | null
  readonly [caseBrand]: true
}

/**
 * Rows that published figures may count: of other places, and in an anonymous survey of all. They cannot be listed.
 * `own` are the user's filters that are not on levels, `fixed` the survey's hidden filters, the same for all users.
 */
export interface CompareScope extends ScopeFields {
  readonly kind: 'compare'
  readonly own: readonly Condition[]
  readonly fixed: readonly Condition[]
  readonly [compareBrand]: true
}

/** Either scope: what an aggregate takes. */
export type Scope = CaseScope | CompareScope

/** What a user's scopes are made from. */
export interface ScopeParts {
  /** Conditions that limit rows to the user's places. */
  places: readonly Condition[]
  /** Conditions of the user's filters that are not on levels. */
  own: readonly Condition[]
  /** Conditions of the survey's hidden filters. */
  fixed: readonly Condition[]
  /** Whether the user may see single rows at all. */
  isOpen: boolean
  /** As in `CaseScope`; English where it is left out, so that only who says so reads everything. */
  masksIn?: Locale | null | undefined
}

/**
 * Makes the two scopes of a survey. For files of this folder only (a test checks it); all others call `surveyAccess` or
 * `systemScopes`.
 */
export function issueScopes(
  surveyId: number,
  { places, own, fixed, isOpen, masksIn = 'en' }: ScopeParts,
): { caseScope: CaseScope; compareScope: CompareScope } {
  const limits = [...own, ...fixed]
  // Written once: a user can have hundreds of filters, and scopes are made for each request.
  const text = JSON.stringify(limits)
  const cases = fields(surveyId, [...places, ...limits], joined(JSON.stringify(places), text))
  const compared = fields(surveyId, limits, text)
  return {
    caseScope: { ...cases, kind: 'case', isOpen, masksIn } as CaseScope,
    compareScope: { ...compared, kind: 'compare', own, fixed } as CompareScope,
  }
}

/** The same rows for everybody: what is hidden from most is hidden, with words in a language in its place. */
export function maskedIn(scope: CaseScope, locale: Locale): CaseScope {
  return { ...scope, masksIn: locale }
}

function fields(surveyId: number, conditions: readonly Condition[], text: string): ScopeFields {
  return { surveyId, conditions, key: `${surveyId}:${text}` }
}

/** The JSON of two lists as that of one. */
function joined(first: string, second: string): string {
  if (first === '[]' || second === '[]') return first === '[]' ? second : first
  return `${first.slice(0, -1)},${second.slice(1)}`
}
