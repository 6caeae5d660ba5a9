import { z } from 'zod'
import { defineEntity } from './entity.ts'

/** What a script can be for; CONFIGURATION is YAML, all others are JavaScript. */
export const scriptTypes = [
  'CONFIGURATION',
  'GENERIC',
  'JAVASCRIPT',
  'GET_AVAILABLE_TIMESPANS',
  'GET_DEFAULT_TIMESPAN',
  'GET_ALERT_TIMESPAN',
  'GET_SAMPLES_OPEN_TIMESPAN',
  'GET_RANKING_TREND_TIMESPAN',
  'GET_DRIVERS_TREND_TIMESPAN',
  'GET_NOTIFICATION_EMAILS',
  'GET_ALERT_EMAILS',
  'GET_ACTION_EMAILS',
  'GENERATE_ALERT',
  'GET_EMAIL_CAMPAIGN',
  'GET_TIME_CONFIGURATION',
  'HANDLE_SAMPLE_UPDATED',
  'HANDLE_NODESTATS',
  'HANDLE_MSG_EVENT',
  'HANDLE_AUTOFLOWS_EVENT',
  'VALIDATE_SAMPLE',
  'GET_UI_DETAILS',
] as const

/** Something that happened while a script ran. */
export const scriptEvent = z.object({
  id: z.number().int(),
  eventType: z.enum(['ERROR', 'WARNING', 'INFO']),
  updated: z.iso.datetime({ offset: true }),
  message: z.string(),
})

/** A script with its text and events. */
export const scriptBlock = z.object({
  /** 0 until it is saved. */
  id: z.number().int().min(0),
  metaInterviewExtName: z.string().nullable(),
  scriptType: z.enum(scriptTypes),
  extname: z.string(),
  description: z.string(),
  disabled: z.boolean(),
  updated: z.iso.datetime({ offset: true }),
  script: z.string(),
  events: z.array(scriptEvent),
  universeId: z.number().int().nullable(),
  global: z.boolean(),
  matchingMetaInterviews: z.array(z.string()),
})

/** How a run went; the return code is shown with a colon and the message. */
export const scriptRunResult = z.object({ returnCode: z.number().int(), message: z.string() })

/** Script entities with their examples. */
export const scriptEntities = {
  ScriptBlock: defineEntity(scriptBlock, {
    id: 11,
    metaInterviewExtName: 'visits',
    scriptType: 'CONFIGURATION',
    extname: 'configuration',
    description: 'Pages and indicators',
    disabled: false,
    updated: '2026-03-02T08:15:00Z',
    script: 'version: 1\n',
    events: [{ id: 1, eventType: 'INFO', updated: '2026-03-02T08:15:00Z', message: 'Saved' }],
    universeId: null,
    global: false,
    matchingMetaInterviews: ['visits'],
  }),
  ScriptRunResult: defineEntity(scriptRunResult, { returnCode: 0, message: 'Done' }),
}
