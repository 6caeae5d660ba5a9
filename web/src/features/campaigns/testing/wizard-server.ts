import {
  createCampaign,
  getCampaignInfo,
  listExcluded,
  listNewRecipients,
  listVoices,
  renderNewMail,
} from '@gensvar/contract/campaigns'
import { campaignInfoExample } from '@gensvar/contract/entities/campaign-examples'
import type { campaignInfo } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import { serve } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'

/** What a new campaign can be made of. */
const info: z.input<typeof campaignInfo> = {
  ...campaignInfoExample,
  letterCampaigns: true,
  phoneCampaigns: true,
  templates: [
    { id: 2, title: 'Invitation' },
    { id: 3, title: 'Members' },
  ],
  otherWays: [
    { sendingType: 'SMS', templates: [{ id: 4, title: 'Text' }], fromEmails: ['Example'], isOutbox: false },
    {
      sendingType: 'LETTER',
      templates: [
        { id: 5, title: 'Paper' },
        { id: 6, title: 'Card' },
      ],
      fromEmails: [],
      isOutbox: false,
    },
    { sendingType: 'PHONE', templates: [{ id: 7, title: 'Call' }], fromEmails: [], isOutbox: true },
  ],
  mailFilters: [
    ...campaignInfoExample.mailFilters,
    { extname: 'adults', title: { en: 'Adults' }, nInterviews: 80, help: null, defaultEnabled: false },
  ],
}

const recipients = ['Eva Lind', 'Ola Berg', 'Kari Moe', 'Kim Dahl'].map((respondent, at) => ({
  ...{ id: 11 + at, respondent, email: `${respondent.slice(0, 3).toLowerCase()}@example.org`, status: 'New' },
  sendingType: 'EMAIL' as const,
}))

/** Names in a query's list. */
const listed = (text: string | undefined): string[] => (text ?? '').split(',').filter((one) => one !== '')

/** The server of a wizard: it leaves out whom a call says, as the real one does. */
export function wizardServer(change: (seen: SeenCall) => Partial<typeof info> = () => ({})): Served[] {
  const left = ({ query }: SeenCall) =>
    recipients.filter(({ id }) => !listed(query['deletedRecipients']).includes(String(id)))
  return [
    serve(getCampaignInfo, (seen) => ({
      ...info,
      numberCustomers: left(seen).length,
      ...change(seen),
    })),
    serve(listNewRecipients, (seen) => {
      const rows = left(seen).filter(({ respondent }) => respondent.includes(seen.query['textfilter'] ?? ''))
      return { rows, totalRows: rows.length }
    }),
    serve(listExcluded, {
      rows: [
        {
          id: 90,
          respondent: 'Liv Haug',
          email: 'liv@example.org',
          status: 'New',
          sendingType: 'EMAIL',
          rule: 'contacted',
        },
      ],
      totalRows: 1,
    }),
    serve(listVoices, { voices: [{ value: 'a', text: 'Astrid' }] }),
    serve(renderNewMail, ({ query }) => ({
      subject: `Hi ${query['sampleId']}`,
      html: `<!doctype html><html lang="en"><title>Hi</title><p>For ${query['sampleId']}</p></html>`,
      text: 'Hi',
    })),
    serve(createCampaign, { campaignId: 6, recipients: 4, state: 'STARTED' }),
  ]
}
