import type { SampleRights } from './entities/samples.ts'
import type { SampleState } from './entities/states.ts'

/** What a sample page's buttons do. */
export interface SampleButtons {
  approve: boolean
  cancel: boolean
  unapprove: boolean
  resendEmail: boolean
  resendSMS: boolean
}

/**
 * Which buttons the page of a sample has. The browser shows these and the server refuses the others, so that both follow
 * one rule.
 */
export function sampleButtons(state: SampleState, rights: SampleRights): SampleButtons {
  const { canEditState, isResendDisabled } = rights
  const isApprovable =
    state === '1' ||
    (state === '2' && rights.showApproveButtonInState2) ||
    (state === '3' && rights.showApproveButtonInState3)
  return {
    approve: canEditState && isApprovable,
    cancel: canEditState && state !== '4' && rights.canCancelSamples,
    unapprove: canEditState && state !== '3' && rights.canPostpone && rights.hasSampleExtendedState,
    resendEmail: rights.canResendEmail && !isResendDisabled,
    resendSMS: rights.canResendSMS && !isResendDisabled,
  }
}
