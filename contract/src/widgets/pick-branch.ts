import type { WidgetConfig } from './index.ts'

/** An alternative of a discriminator. */
type Branch = WidgetConfig<'discriminator'>['branches'][number]

/** The name of the user's role, if any, and of the active view. */
export interface Viewer {
  role: string | null
  view: string
}

function factor(wanted: readonly string[], actual: string | null): number {
  if (wanted.length === 0) return 1
  return actual !== null && wanted.includes(actual) ? 2 : 0
}

/**
 * The score of a branch: 1, doubled for a matching role and doubled again for a matching view. A list without a match
 * makes it 0; an empty list changes nothing.
 */
export function scoreBranch(branch: Pick<Branch, 'roles' | 'views'>, viewer: Viewer): number {
  return factor(branch.roles, viewer.role) * factor(branch.views, viewer.view)
}

/** The branch with the highest score, the first one in a tie; undefined if none fits. */
export function pickBranch<Candidate extends Pick<Branch, 'roles' | 'views'>>(
  branches: readonly Candidate[],
  viewer: Viewer,
): Candidate | undefined {
  let best: Candidate | undefined
  let highest = 0
  for (const branch of branches) {
    const score = scoreBranch(branch, viewer)
    if (score > highest) [best, highest] = [branch, score]
  }
  return best
}
