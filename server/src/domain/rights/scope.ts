import type { Condition } from '@gensvar/contract/conditions'

// The brands exist for the compiler alone and are not exported: no other file can write down a value of these
// types, so a scope in hand is proof that the rights module was asked.
declare const caseBrand: unique symbol
declare const compareBrand: unique symbol

interface ScopeFields {
  readonly surveyId: number
  /** ANDed with whatever is asked for. */
  readonly conditions: readonly Condition[]
  /** Equal keys see equal rows: part of every cache key. */
  readonly key: string
}

/**
 * Rows a user may see: for rows, comments, options, suggestions, single cases, exports, and figures of these rows under
 * any condition. In an anonymous survey `isOpen` only for a role that sees through the anonymity.
 */
export interface CaseScope extends ScopeFields {
  readonly kind: 'case'
  readonly isOpen: boolean
  readonly [caseBrand]: true
}

/**
 * Rows that may go into published figures: of siblings and ancestors, with no case behind them, and of everything in an
 * anonymous survey. `own` are the user's filters off the hierarchy, `fixed` the survey's hidden ones, the same for all.
 */
export interface CompareScope extends ScopeFields {
  readonly kind: 'compare'
  readonly own: readonly Condition[]
  readonly fixed: readonly Condition[]
  readonly [compareBrand]: true
}

/** Either scope: what an aggregate takes. */
export type Scope = CaseScope | CompareScope

/** What the scopes of a user are made of. */
export interface ScopeParts {
  /** Conditions that keep rows to the user's places. */
  places: readonly Condition[]
  /** Conditions of the user's filters off the hierarchy. */
  own: readonly Condition[]
  /** Conditions of the survey's hidden filters. */
  fixed: readonly Condition[]
  /** Whether the user may see single rows at all. */
  isOpen: boolean
}

/**
 * Makes the two scopes of a survey. For files of this folder only (a test holds the others off); everybody else
 * asks `surveyAccess` or `systemScopes`.
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
