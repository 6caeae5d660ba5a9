import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { campaignCounts, campaignStates } from './entities/campaigns.ts'
import { nameParam } from './request-texts.ts'

const ofCampaign = z.object({ survey: nameParam, campaignId: z.coerce.number().int().min(0).max(2_147_483_647) })

/** How far a campaign is: its state, counts, messages per minute and seconds that are left; null where nobody knows. */
export const campaignProgress = z.object({
  state: z.enum(campaignStates),
  counts: campaignCounts,
  perMinute: z.number().nullable(),
  secondsLeft: z.number().nullable(),
})

/** How far a campaign is. */
export type CampaignProgress = z.infer<typeof campaignProgress>

/** Tells how far a campaign is as it goes on, as server-sent events `progress`; with `once` only where it is now. */
export const streamCampaign = defineRoute({
  id: 'streamCampaign',
  summary: 'How far a campaign is',
  method: 'GET',
  path: '/rest/mailcampaign/progress/{survey}/{campaignId}',
  permission: 'view-campaigns',
  params: ofCampaign,
  query: z.object({ once: z.stringbool().default(false) }),
  body: z.undefined(),
  response: z.unknown(),
})
