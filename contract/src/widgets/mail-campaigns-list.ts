import { z } from 'zod'
import { campaignRowExample } from '../entities/campaign-examples.ts'
import { campaignRow } from '../entities/campaigns.ts'
import type { CampaignRow } from '../entities/campaigns.ts'
import { inStates } from './example-states/in-states.ts'
import type { InStates } from './example-states/in-states.ts'
import { longNames } from './example-states/words.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

const rowStates: InStates<CampaignRow[]> = {
  empty: [],
  // An anonymous survey whose campaign wrote to few.
  withheld: [{ ...campaignRowExample, rateOpened: null, rateClicked: null, nSent: 4, nPending: 0 }],
  few: [{ ...campaignRowExample, state: 'CREATED', autoAddTitle: null, rateOpened: null, rateClicked: null, nSent: 0 }],
  long: longNames.map((title, at) => ({
    ...campaignRowExample,
    id: 1_000_000 + at,
    title,
    state: 'ERROR',
    nSent: 4_812_345,
    nFailed: 1_200,
    filters: longNames.join('; '),
  })),
}

/** Campaigns of the survey. */
export const mailCampaignsList = defineWidget({
  type: 'mail-campaigns-list',
  title: 'Campaign list',
  description: "The survey's campaigns with their state, counts and rates; a row opens the campaign.",
  sizes: [12],
  config: z.strictObject({
    ...componentBase,
    rowsPerPage: z.int().min(1).max(1000).default(50).describe('Rows of a page.'),
  }),
  calls: { data: { params: noParams, response: z.object({ rows: z.array(campaignRow) }) } },
  example: {
    config: { id: 'mc', size: 12, rowsPerPage: 50 },
    responses: { data: { rows: [campaignRowExample] } },
    states: inStates((state) => ({ data: { rows: rowStates[state] } })),
  },
})
