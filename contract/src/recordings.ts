import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam } from './request-texts.ts'

const id = z.coerce.number().int().min(0).max(2_147_483_647)
const ofMessage = z.object({ survey: nameParam, campaignId: id, trackingId: id })

/** What was recorded of the call that a message is: an answer each, in the order they were given. */
export const listRecordings = defineRoute({
  id: 'listRecordings',
  summary: 'Recordings of a phone call',
  method: 'GET',
  path: '/rest/mailcampaign/recordings/{survey}/{campaignId}/{trackingId}',
  permission: 'view-campaigns',
  params: ofMessage,
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    recordings: z.array(
      z.object({
        id: z.int(),
        /** The question that was answered, in the reader's language. */
        title: z.string(),
        /** How long it is; 0 where that is not known. */
        seconds: z.int(),
      }),
    ),
  }),
})

/** One of them, to be played. Errors: `not_found` where there is none. */
export const playRecording = defineRoute({
  id: 'playRecording',
  summary: 'A recording of a phone call, to be played',
  method: 'GET',
  path: '/rest/mailcampaign/playrecording/{survey}/{campaignId}/{trackingId}/{recordingId}',
  permission: 'view-campaigns',
  params: ofMessage.extend({ recordingId: id }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    type: z.enum(['audio/mpeg', 'audio/wav']),
    /** The file in base64. */
    audio: z.string(),
  }),
})

/** A recording by its tracking id, as a file: the first one, or one that is named. The browser opens it with a ticket. */
export const openRecording = defineRoute({
  id: 'openRecording',
  summary: 'A recording of a phone call, as a file',
  method: 'GET',
  path: '/rest/mailcampaign/recording/{survey}/{campaignId}/{trackingId}',
  permission: 'view-campaigns',
  ticket: 'token',
  params: ofMessage,
  query: z.object({ recording: id.optional(), token: nameParam.optional() }),
  body: z.undefined(),
  response: z.undefined(),
})
