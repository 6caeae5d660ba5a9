import type { Condition } from '@gensvar/contract/conditions'

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
}

/**
 * Makes the two scopes of a survey. For files of this folder only (a test checks it); all others call `surveyAccess` or
 * `systemScopes`.
 */
export function issueScopes(
  surveyId: number,
  { places, own, fixed, isOpen }: ScopeParts,
): { caseScope: CaseScope; compareScope: CompareScope } {
  const cases = fields(surveyId, [...places, ...own, ...fixed])
  const compared = fields(surveyId, [...own, ...fixed])
  return {
    caseScope: { ...cases, kind: 'case', isOpen } as CaseScope,
    compareScope: { ...compared, kind: 'compare', own, fixed } as CompareScope,
  }
}

function fields(surveyId: number, conditions: readonly Condition[]): ScopeFields {
  return { surveyId, conditions, key: `${surveyId}:${JSON.stringify(conditions)}` }
}
