import type { z } from 'zod'
import { alertTimespan } from './alert-timespan.ts'
import { availableTimespans } from './available-timespans.ts'
import { byHandTypes } from './by-hand.ts'
import { defaultTimespan } from './default-timespan.ts'
import { emailCampaign } from './email-campaign.ts'
import { generateAlert } from './generate-alert.ts'
import { handleMsgEvent } from './handle-msg-event.ts'
import { handleSampleUpdated } from './handle-sample-updated.ts'
import { handleAutoflowsEvent, handleNodestats } from './later-types.ts'
import { actionEmails, alertEmails, notificationEmails } from './mails.ts'
import { samplesOpenTimespan } from './samples-open-timespan.ts'
import type { ScriptType, ScriptTypeName } from './script-type.ts'
import { timeConfiguration } from './time-configuration.ts'
import { driversTrendTimespan, rankingTrendTimespan } from './trend-timespans.ts'
import { uiDetails } from './ui-details.ts'
import { validateSample } from './validate-sample.ts'

/** The types that the product calls by itself. */
export const hookTypes = {
  GENERATE_ALERT: generateAlert,
  HANDLE_SAMPLE_UPDATED: handleSampleUpdated,
  GET_AVAILABLE_TIMESPANS: availableTimespans,
  GET_DEFAULT_TIMESPAN: defaultTimespan,
  GET_ALERT_TIMESPAN: alertTimespan,
  GET_SAMPLES_OPEN_TIMESPAN: samplesOpenTimespan,
  GET_RANKING_TREND_TIMESPAN: rankingTrendTimespan,
  GET_DRIVERS_TREND_TIMESPAN: driversTrendTimespan,
  VALIDATE_SAMPLE: validateSample,
  GET_NOTIFICATION_EMAILS: notificationEmails,
  GET_ALERT_EMAILS: alertEmails,
  GET_ACTION_EMAILS: actionEmails,
  GET_TIME_CONFIGURATION: timeConfiguration,
  GET_UI_DETAILS: uiDetails,
  GET_EMAIL_CAMPAIGN: emailCampaign,
  HANDLE_NODESTATS: handleNodestats,
  HANDLE_MSG_EVENT: handleMsgEvent,
  HANDLE_AUTOFLOWS_EVENT: handleAutoflowsEvent,
} satisfies { [T in ScriptTypeName]?: ScriptType }

/** Name of a type that the product calls by itself. */
export type HookName = keyof typeof hookTypes

/** What a script of a type is given. */
export type HookInput<T extends HookName> = z.input<(typeof hookTypes)[T]['input']>

/** What a script of a type answers. */
export type HookOutput<T extends HookName> = z.output<(typeof hookTypes)[T]['output']>

/** The types of JavaScript that are run in this version; a configuration is YAML and has a page of its own. */
export const scriptTypeList: readonly ScriptType[] = [...byHandTypes, ...Object.values(hookTypes)]

/** Whether the product calls scripts of a type by itself. */
export function isHookName(type: string): type is HookName {
  return Object.hasOwn(hookTypes, type)
}
