import { z } from 'zod'
import { globalCampaignRow, globalCampaignRowExample } from '../entities/campaigns.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** Campaigns of all surveys. */
export const globalCampaignsList = defineWidget({
  type: 'global-campaigns-list',
  title: 'Global campaign list',
  description: 'Campaigns of every survey a user may open, with their counts and rates.',
  sizes: [12],
  built: false,
  config: z.strictObject({ ...componentBase }),
  calls: { data: { params: noParams, response: z.object({ rows: z.array(globalCampaignRow) }) } },
  example: { config: { id: 'gc', size: 12 }, responses: { data: { rows: [globalCampaignRowExample] } } },
})
