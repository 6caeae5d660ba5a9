import { z } from 'zod'
import { campaignRow, campaignRowExample } from '../entities/campaigns.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** Campaigns of the survey. */
export const mailCampaignsList = defineWidget({
  type: 'mail-campaigns-list',
  title: 'Campaign list',
  description: "The survey's campaigns with their state, counts and rates; a row opens the campaign.",
  sizes: [12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    rowsPerPage: z.int().min(1).max(1000).default(50).describe('Rows of a page.'),
  }),
  calls: { data: { params: noParams, response: z.object({ rows: z.array(campaignRow) }) } },
  example: { config: { id: 'mc', size: 12, rowsPerPage: 50 }, responses: { data: { rows: [campaignRowExample] } } },
})
