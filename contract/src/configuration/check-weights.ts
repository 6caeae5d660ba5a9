import type { NameCheck } from './check-names.ts'
import type { ProblemPath } from './problems.ts'
import { didYouMean } from './suggest.ts'
import type { SurveyConfig } from './survey-config.ts'

/** How far shares may be from 100 together, because they are written with few decimals. */
export const sharesTolerance = 0.05

/**
 * Checks the shares that answers are weighted to: of choices of single-choice questions, together 100. A choice without one is a
 * warning, because one that is added later must not keep anybody from publishing.
 */
export function checkWeights(check: NameCheck, { weights, anonymity }: SurveyConfig): void {
  if (weights === undefined) return
  if (anonymity !== 'off')
    check.error(['weights'], 'an anonymous survey has no weights: weighted figures would tell who is behind them')
  const path: ProblemPath = ['weights', 'shares']
  const questions = Object.entries(weights.shares)
  if (questions.length === 0) check.error(path, 'must name at least one question')
  for (const [variable, shares] of questions) checkShares(check, [...path, variable], variable, shares)
}

function checkShares(
  check: NameCheck,
  path: ProblemPath,
  variable: string,
  shares: Readonly<Record<string, number>>,
): void {
  const question = check.question(path, variable, ['single'])
  const { choices } = question ?? {}
  if (choices) {
    for (const name of Object.keys(shares))
      if (!choices.includes(name))
        check.error([...path, name], `'${variable}' has no choice '${name}'${didYouMean(name, choices)}`)
    const missing = choices.filter((name) => !Object.hasOwn(shares, name))
    if (missing.length > 0)
      check.warn(
        path,
        `the share of ${listed(missing)} is missing: such answers keep the part they have; write 0 if nobody should have it`,
      )
  }
  const sum = Object.values(shares).reduce((total, share) => total + share, 0)
  if (!(Math.abs(sum - 100) <= sharesTolerance))
    check.error(path, `the shares add up to ${Number(sum.toFixed(2))}, not to 100`)
}

function listed(names: readonly string[]): string {
  const [first = '', ...rest] = names
  return rest.length === 0 ? `'${first}'` : `'${first}' and ${rest.length} more`
}
