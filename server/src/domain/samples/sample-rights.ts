import type { SampleField } from '@gensvar/contract/configuration/sample'
import type { SampleRights } from '@gensvar/contract/entities/samples'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { contactText } from './contact.ts'
import { isOpenOn } from './open-period.ts'
import type { SampleAccess } from './sample-access.ts'

/** States of responses: a completed one is an interview, all others are samples. */
export const completedState = 0
export const approvedState = 2
export const unapprovedState = 3
export const cancelledState = 4

/**
 * What the caller may do with a sample: the rights of their role in the period of its event date. Nothing of a completed
 * interview can be changed.
 */
export function sampleRightsOf(
  { identity }: Pick<Ctx, 'identity'>,
  { model, rights: { flags }, open }: Pick<SampleAccess, 'model' | 'rights' | 'open'>,
  row: Pick<CaseRow, 'state' | 'eventDate' | 'answers' | 'contact'>,
): SampleRights {
  const isSample = row.state !== completedState
  const isOpen = isOpenOn(open, row.eventDate)
  const canEdit = isSample && (isOpen ? flags.canEditOpenPeriods : flags.canEditClosedPeriods)
  const { showApproveButtonInState2, showApproveButtonInState3 } = model.config.sample
  return {
    canEdit,
    canEditState: isSample && (isOpen ? flags.canChangeStateOpenPeriods : flags.canChangeStateClosedPeriods),
    canCancelSamples: flags.canCancelSamples,
    canPostpone: flags.canPostponeSamples,
    hasSampleExtendedState: evalPeriodQuestion(model) !== null,
    showApproveButtonInState2,
    showApproveButtonInState3,
    canResendEmail: canEdit && contactText(model, row, 'email') !== '',
    canResendSMS: canEdit && contactText(model, row, 'phone') !== '',
    // Nobody is asked again who has answered, or whose sample is cancelled.
    isResendDisabled: !isSample || row.state === cancelledState,
    canDelete: identity.isRoot && isSample,
  }
}

/**
 * Whether a field can be changed: answers by who may edit samples, the state questions by who may change the state, and
 * the comments on a change of state by either.
 */
export function mayEditField(
  { config: { sample } }: SurveyAccess['model'],
  { canEdit, canEditState }: Pick<SampleRights, 'canEdit' | 'canEditState'>,
  {
    question,
    cancelledComment,
    approvedComment,
  }: Pick<SampleField, 'question' | 'cancelledComment' | 'approvedComment'>,
): boolean {
  const { stateQuestion, subStateQuestion, evalPeriodQuestion: period } = sample
  if ([stateQuestion, subStateQuestion, period].includes(question)) return canEditState
  return canEdit || ((cancelledComment || approvedComment) && canEditState)
}

/** The question for the period until which a sample is put off; null where the survey has none. */
export function evalPeriodQuestion({ config, questions }: SurveyAccess['model']): string | null {
  const name = config.sample.evalPeriodQuestion
  return name !== undefined && questions.has(name) ? name : null
}
