import { say } from '@gensvar/contract/say'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { confinementAt } from './key-place.ts'
import { Places } from './places.ts'
import { rootSurveyRights, surveyFlags } from './role-rights.ts'
import type { SurveyRights } from './role-rights.ts'
import { issueScopes } from './scope.ts'
import type { CaseScope } from './scope.ts'
import { hiddenConditions } from './survey-access.ts'
import type { AccessContext, SurveyAccess } from './survey-access.ts'

/** What everybody may see of a survey who has the address of a public screen or widget. */
export interface PublicAccess extends SurveyAccess {
  /** Rows whose comments may be shown, where the configuration shows some; null in an anonymous survey. */
  commentScope: CaseScope | null
}

const noRights: SurveyRights = {
  ...rootSurveyRights,
  flags: Object.fromEntries(surveyFlags.map((flag) => [flag, false])) as SurveyRights['flags'],
  anchors: new Set(),
}

/**
 * Access for everybody to one place of a survey. Nobody's own rows are among them, so every figure is a published one, which
 * is withheld where too few answers are behind it. Throws `forbidden` for a closed survey, or where the place is gone.
 */
export async function publicAccess(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  model: SurveyModel,
  path: string,
): Promise<PublicAccess> {
  if (model.disabled) throw new AppError('forbidden', say`This survey is closed.`)
  const tree = await loadUnitTree({ db }, model)
  const places = new Places(model, tree, [confinementAt(model, tree, { path })])
  const parts = {
    places: places.conditions(),
    own: [],
    fixed: hiddenConditions(model, todayIn(clock, model.timeZone)),
  }
  return {
    model,
    rights: noRights,
    places,
    views: model.views,
    ...issueScopes(model.id, { ...parts, isOpen: false }),
    canViewSamples: false,
    canViewInterviews: false,
    commentScope: model.anonymity === null ? issueScopes(model.id, { ...parts, isOpen: true }).caseScope : null,
  }
}
