import { z } from 'zod'
import { extName } from '../configuration/names.ts'
import { campaign, campaignExample, trackingExample, trackingResponse } from '../entities/campaigns.ts'
import { pageQuery } from '../paging.ts'
import { column } from './column.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** One campaign. */
export const mailCampaignDetails = defineWidget({
  type: 'mail-campaign-details',
  title: 'Campaign details',
  description: 'One campaign: its state, schedule and every message it sent.',
  sizes: [12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    campaignId: z
      .union([extName, z.int()])
      .optional()
      .describe("Id or extname of the campaign; the address's campaignId where missing."),
    columns: z
      .array(column)
      .default([])
      .describe('Columns of the recipients, of questions and fields of the respondent; their name and address where empty.'),
  }),
  calls: {
    data: { params: noParams, response: campaign },
    trackings: { params: pageQuery, response: trackingResponse },
  },
  example: {
    config: { id: 'md', size: 12, campaignId: 'after_visit' },
    responses: { data: campaignExample, trackings: trackingExample },
  },
})
