import { queryOptions } from '@tanstack/react-query'
import { getCampaign, getCampaignConfiguration, renderMail } from '@gensvar/contract/campaigns'
import { renderLetter } from '@gensvar/contract/letters'
import { listRecordings, playRecording } from '@gensvar/contract/recordings'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import type { Message } from '#web/ui/message-preview/message-preview.tsx'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'
import type { TrackingRow } from './tracking.ts'

/** A campaign with everything its page shows. */
export type Campaign = Answer<typeof getCampaign>

/** What is fetched of campaigns begins with it. */
export const campaignsKey = ['campaigns']

/** Which campaign is shown: one named by its number, or the one a component is configured with. */
export type CampaignSource = { id: number } | { component: string; drillPath: string }

/** A campaign. */
export const campaignQuery = (survey: string, source: CampaignSource) =>
  queryOptions({
    queryKey: [...campaignsKey, survey, 'campaign', source],
    queryFn: ({ signal }): Promise<Campaign> =>
      'id' in source
        ? call(getCampaign, { params: { survey, campaignId: source.id } }, { signal })
        : fetchWidgetData('mail-campaign-details', 'data', { survey, ...source }, {}, signal),
    meta: { quiet: true },
  })

/** What the editor of a campaign offers. */
export const configurationQuery = (survey: string, campaignId: number) =>
  queryOptions({
    queryKey: [...campaignsKey, survey, 'configuration', campaignId],
    queryFn: ({ signal }) => call(getCampaignConfiguration, { params: { survey, campaignId } }, { signal }),
    meta: { quiet: true },
  })

/** A message as its recipient gets it; of a letter what is printed. */
export const mailQuery = (survey: string, campaignId: number, row: Pick<TrackingRow, 'id' | 'sendingType'> | null) =>
  queryOptions({
    queryKey: [...campaignsKey, survey, 'mail', campaignId, row?.id ?? 0, row?.sendingType ?? ''],
    async queryFn({ signal }): Promise<Message> {
      const input = { params: { survey, campaignId, trackingId: row?.id ?? 0 }, query: { mode: 'maillive' } as const }
      if (row?.sendingType !== 'LETTER') return call(renderMail, input, { signal })
      return { subject: '', html: '', text: '', ...(await call(renderLetter, input, { signal })) }
    },
    meta: { quiet: true },
  })

/** A message that is a call of which something was recorded. */
export interface RecordedMessage {
  survey: string
  campaignId: number
  trackingId: number
}

/** A recording of a call. */
export type Recording = Answer<typeof listRecordings>['recordings'][number]

/** What was recorded of a call. */
export const recordingsQuery = (message: RecordedMessage) =>
  queryOptions({
    queryKey: [...campaignsKey, message.survey, 'recordings', message],
    queryFn: ({ signal }) => call(listRecordings, { params: { ...message } }, { signal }),
    meta: { quiet: true },
  })

/** A recording as audio. */
export const audioQuery = (message: RecordedMessage, recordingId: number) =>
  queryOptions({
    queryKey: [...campaignsKey, message.survey, 'recording', message, recordingId],
    async queryFn({ signal }): Promise<Blob> {
      const { type, audio } = await call(playRecording, { params: { ...message, recordingId } }, { signal })
      return new Blob([Uint8Array.from(atob(audio), (letter) => letter.charCodeAt(0))], { type })
    },
    gcTime: 60_000,
    meta: { quiet: true },
  })
