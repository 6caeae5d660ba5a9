import { streamCampaign } from '@gensvar/contract/campaign-progress'
import {
  getCampaign,
  getCampaignConfiguration,
  listCampaignExclusions,
  listTrackings,
  pauseCampaign,
  removeCampaign,
  removeTrackings,
  renderMail,
  resendTrackings,
  resumeCampaign,
  stopCampaign,
  updateCampaign,
} from '@gensvar/contract/campaigns'
import { campaignExample, trackingExample } from '@gensvar/contract/entities/campaign-examples'
import type { Campaign, campaignConfiguration } from '@gensvar/contract/entities/campaigns'
import { createTicket } from '@gensvar/contract/identity'
import type { z } from 'zod'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

/** A campaign that waits to be started. */
export const campaign: Campaign = { ...campaignExample, state: 'CREATED', canStart: true, canStop: true }

/** The sample that its messages are for. */
export const messagedSample = trackingExample.rows[0]?.sampleId ?? 0

const messages = [900, 901].flatMap((id) =>
  trackingExample.rows.map((row) => ({ ...row, id, columnValues: { customer: `Customer ${id}` } })),
)

/** What the editor of a campaign offers. */
export const configuration: z.input<typeof campaignConfiguration> = {
  templates: [
    { id: 2, title: 'Invitation' },
    { id: 3, title: 'Members' },
  ],
  ...{ fromEmails: ['hello@example.org'], editFixedRecipient: false },
  mailFilters: [{ extname: 'recent', title: { en: 'Not asked in 90 days' }, help: null, nInterviews: 96 }],
  otherWays: [
    { sendingType: 'SMS', templates: [{ id: 4, title: 'Text' }], fromEmails: ['Example'], isOutbox: false },
    { sendingType: 'LETTER', templates: [{ id: 5, title: 'Paper' }], fromEmails: [], isOutbox: false },
  ],
}

/** The server of a campaign, which changes its state as it is told. */
export function campaignServer(shown: Partial<Campaign> = {}): Served[] {
  let state: Campaign = { ...campaign, ...shown }
  const become = (next: Campaign['state']) => () => (state = { ...state, state: next })
  return [
    serve(getCampaign, () => state),
    serve(resumeCampaign, become('STARTED')),
    serve(pauseCampaign, become('PAUSED')),
    serve(stopCampaign, become('STOPPED')),
    serve(removeCampaign, { ok: true }),
    serve(listTrackings, () => ({
      ...trackingExample,
      rows: messages.map((row) => ({ ...row, sendingType: state.sendingType })),
      totalRows: 120,
    })),
    serve(resendTrackings, ({ body }) => ({ queued: (body as { ids: number[] }).ids.length })),
    serve(removeTrackings, ({ body }) => ({ deleted: (body as { ids: number[] }).ids.length })),
    serve(renderMail, {
      subject: 'Hi Eva',
      html: '<!doctype html><html lang="en"><title>Hi</title></html>',
      text: 'Hi',
    }),
    serve(listCampaignExclusions, {
      rows: [
        {
          id: 7,
          respondent: 'Liv Haug',
          email: 'liv@example.org',
          status: 'New',
          sendingType: 'EMAIL',
          rule: 'contacted',
        },
      ],
      totalRows: 1,
    }),
    serve(streamCampaign, () => refusal('not_found')),
    serve(getCampaignConfiguration, configuration),
    serve(updateCampaign, ({ body }) => ({ ...state, title: (body as { title: string }).title, version: 4 })),
    serve(createTicket, { ticket: 'once' }),
  ]
}
