import { say } from '@gensvar/contract/say'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AlertRow } from './alert-query.ts'
import { ruleOf } from './alert-rule.ts'

/** Whether the caller may change the alerts that they see: assign, save and reopen them. */
export function mayHandleAlerts({
  rights,
  canViewInterviews,
}: Pick<SurveyAccess, 'rights' | 'canViewInterviews'>): boolean {
  return canViewInterviews && rights.flags.canHandleAlerts
}

/** Whether the rule of an alert lets it be closed by saving; true where the rule is no longer configured. */
export function mayBeClosed({ model }: Pick<SurveyAccess, 'model'>, { rule }: Pick<AlertRow, 'rule'>): boolean {
  return ruleOf(model, rule)?.enableCloseAndSave ?? true
}

/** Throws `forbidden` where the caller may not change alerts. */
export function demandHandling(access: SurveyAccess): void {
  if (!mayHandleAlerts(access)) throw new AppError('forbidden', say`Your role may not handle alerts of this survey.`)
}

/** Throws `forbidden` where the caller may not close an alert by saving it. */
export function demandClosing(access: SurveyAccess, alert: Pick<AlertRow, 'rule'>): void {
  demandHandling(access)
  if (!mayBeClosed(access, alert))
    throw new AppError('forbidden', say`Alerts of this kind cannot be closed by saving them.`)
}
