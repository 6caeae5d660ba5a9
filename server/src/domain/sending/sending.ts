import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'

/** What is sent again. */
export interface Resend {
  sampleId: number
  channel: 'EMAIL' | 'SMS'
  /** Address or phone number. */
  to: string
}

/** A mail action of an editor, as configured. */
export interface MailAction {
  sampleId: number
  template: string
  mailVariable: string
  campaignName: string
  strictFiltering: boolean
}

/** Push campaigns for a sample. */
export interface PushCampaigns {
  sampleId: number
  campaigns: readonly string[]
}

/** Sends the invitation of a sample again. Throws `unavailable` where sending is not set up. */
export function resend(_ctx: Ctx, _access: SurveyAccess, request: Resend): Promise<void> {
  throw notSetUp(request.channel)
}

/** Starts a mail action for a sample. Throws `unavailable` where sending is not set up. */
export function startMailAction(_ctx: Ctx, _access: SurveyAccess, _action: MailAction): Promise<void> {
  throw notSetUp('EMAIL')
}

/** Starts push campaigns for a sample. Throws `unavailable` where sending is not set up. */
export function startPushCampaigns(_ctx: Ctx, _access: SurveyAccess, _push: PushCampaigns): Promise<void> {
  throw new AppError('unavailable', say`Push campaigns are not set up on this server. Nothing was sent.`)
}

function notSetUp(channel: Resend['channel']): AppError {
  return channel === 'SMS'
    ? new AppError('unavailable', say`Sending text messages is not set up on this server. Nothing was sent.`)
    : new AppError('unavailable', say`Sending e-mail is not set up on this server. Nothing was sent.`)
}
