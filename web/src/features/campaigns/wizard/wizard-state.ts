import { defaultScheduleParams } from '@gensvar/contract/entities/campaigns'
import type { Chosen, DraftBody, Info, WizardPlace } from './wizard-place.ts'

export type { DraftBody } from './wizard-place.ts'

/** What has been entered, which stays in the window until the campaign is made: Back, Forward and a reload keep it. */
export interface WizardState {
  draft: DraftBody
  chosen: Chosen
}

const keyOf = (user: string, { survey, mailAction, drillPath }: WizardPlace): string =>
  `gensvar-campaign ${JSON.stringify([user, survey, mailAction, drillPath])}`

/** What the user entered at a place in this window; null where nothing is kept. */
export function keptState(user: string, at: WizardPlace): WizardState | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(user, at)) ?? 'null')
    const isKept = typeof kept === 'object' && kept !== null && 'draft' in kept && 'chosen' in kept
    return isKept ? (kept as WizardState) : null
  } catch {
    // The browser keeps nothing, or something else.
    return null
  }
}

/** Keeps what is entered; null forgets it. */
export function keepState(user: string, at: WizardPlace, state: WizardState | null): void {
  try {
    if (state === null) sessionStorage.removeItem(keyOf(user, at))
    else sessionStorage.setItem(keyOf(user, at), JSON.stringify(state))
  } catch {
    // The browser keeps nothing: a reload begins anew.
  }
}

/** Ways of sending that are offered, by the flags of the server. */
export function methodsOf(info: Info): DraftBody['sendingType'][] {
  const offered = {
    EMAIL: info.mailCampaigns,
    SMS: info.smsCampaigns,
    LETTER: info.letterCampaigns,
    PHONE: info.phoneCampaigns,
  }
  return (['EMAIL', 'SMS', 'LETTER', 'PHONE'] as const).filter((type) => offered[type])
}

/** What a new campaign begins with. */
export function firstDraft(info: Info): DraftBody {
  return {
    campaignName: '',
    campaignExtName: '',
    sendingType: methodsOf(info)[0] ?? 'EMAIL',
    campaignType: 'PULL_ONCE',
    templateId: info.templateId,
    fromName: info.fromName,
    fromEmail: info.fromEmails[0] ?? '',
    bcc: '',
    replyTo: '',
    fixedRecipient: '',
    selectedVoice: null,
    selectedLocale: null,
    scheduledStartDateTime: null,
    scheduledPeriod: 'DAILY',
    scheduleParams: { ...defaultScheduleParams, weekdays: [...defaultScheduleParams.weekdays] },
    sendFrom: null,
    sendTo: null,
    reminders: [],
    ways: [],
  }
}

/** The further ways of a draft, in order. */
export function furtherTypes({ ways = [] }: Pick<DraftBody, 'ways'>): DraftBody['sendingType'][] {
  return ways.map(({ sendingType }) => sendingType)
}

/** The draft with what its type and its way of sending have no use for left out. */
export function sentDraft(draft: DraftBody, mayFixRecipient: boolean): DraftBody {
  const isPull = draft.campaignType === 'PULL'
  const isPhone = draft.sendingType === 'PHONE'
  return {
    ...draft,
    scheduledPeriod: isPull ? draft.scheduledPeriod : null,
    scheduleParams: isPull ? draft.scheduleParams : null,
    scheduledStartDateTime: draft.campaignType === 'PUSH' ? null : draft.scheduledStartDateTime,
    fromName: draft.sendingType === 'EMAIL' ? draft.fromName : '',
    fromEmail: draft.sendingType === 'LETTER' ? '' : draft.fromEmail,
    selectedVoice: isPhone ? draft.selectedVoice : null,
    selectedLocale: isPhone ? draft.selectedLocale : null,
    fixedRecipient: mayFixRecipient ? draft.fixedRecipient : '',
    // Everything goes there then.
    ways: mayFixRecipient && (draft.fixedRecipient ?? '').trim() !== '' ? [] : (draft.ways ?? []),
  }
}
