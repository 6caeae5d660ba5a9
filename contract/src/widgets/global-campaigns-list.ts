import { z } from 'zod'
import { globalCampaignRowExample } from '../entities/campaign-examples.ts'
import { globalCampaignRow } from '../entities/campaigns.ts'
import type { GlobalCampaignRow } from '../entities/campaigns.ts'
import { inStates } from './example-states/in-states.ts'
import type { InStates } from './example-states/in-states.ts'
import { longNames } from './example-states/words.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

const rowStates: InStates<GlobalCampaignRow[]> = {
  empty: [],
  // An anonymous survey whose campaign wrote to few.
  withheld: [{ ...globalCampaignRowExample, rateOpened: null, rateClicked: null }],
  few: [{ ...globalCampaignRowExample, state: 'CREATED', templateTitle: '', templateContents: '', filters: '' }],
  long: longNames.map((title, at) => ({
    ...globalCampaignRowExample,
    id: 1_000_000 + at,
    title,
    universeName: longNames[0] ?? '',
    state: 'ERROR',
    templateTitle: title,
    templateContents: longNames.join(' '),
    nTotalMessages: 4_813_545,
    totalSent: 4_812_345,
    totalFailed: 1_200,
    filters: longNames.join('; '),
  })),
}

/** Campaigns of all surveys. */
export const globalCampaignsList = defineWidget({
  type: 'global-campaigns-list',
  title: 'Global campaign list',
  description: 'Campaigns of every survey a user may open, with their counts and rates.',
  sizes: [12],
  config: z.strictObject({ ...componentBase }),
  calls: { data: { params: noParams, response: z.object({ rows: z.array(globalCampaignRow) }) } },
  example: {
    config: { id: 'gc', size: 12 },
    responses: { data: { rows: [globalCampaignRowExample] } },
    states: inStates((state) => ({ data: { rows: rowStates[state] } })),
  },
})
