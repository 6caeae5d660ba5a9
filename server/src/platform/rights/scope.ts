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

/** Rows a user may see: for rows, comments, options, suggestions, single cases and exports. */
export interface CaseScope extends ScopeFields {
  readonly [caseBrand]: true
}

/** Rows that may go into figures of siblings and ancestors, with no case behind them. */
export interface CompareScope extends ScopeFields {
  readonly [compareBrand]: true
}

/** Either scope: what an aggregate takes. */
export type Scope = CaseScope | CompareScope

/**
 * Makes the two scopes of a survey. For files of this folder only (a test holds the others off); everybody else
 * asks `surveyAccess` or `systemScopes`.
 */
export function issueScopes(
  surveyId: number,
  caseConditions: readonly Condition[],
  compareConditions: readonly Condition[],
): { caseScope: CaseScope; compareScope: CompareScope } {
  return {
    caseScope: fields(surveyId, caseConditions) as CaseScope,
    compareScope: fields(surveyId, compareConditions) as CompareScope,
  }
}

function fields(surveyId: number, conditions: readonly Condition[]): ScopeFields {
  return { surveyId, conditions, key: `${surveyId}:${JSON.stringify(conditions)}` }
}
