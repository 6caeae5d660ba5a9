import { z } from 'zod'
import { extName } from '../configuration/names.ts'
import { campaignExample, trackingExample } from '../entities/campaign-examples.ts'
import { campaign, trackingResponse } from '../entities/campaigns.ts'
import type { Campaign, TrackingResponse } from '../entities/campaigns.ts'
import { pageQuery } from '../paging.ts'
import { column } from './column.ts'
import { inStates } from './example-states/in-states.ts'
import type { InStates } from './example-states/in-states.ts'
import { longNames } from './example-states/words.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

const nothingSent = { total: 0, pending: 0, sent: 0, failed: 0, unknown: 0, delivered: 0, bounced: 0 }
const untold = { opened: null, clicked: null, answered: null }
const few = { ...nothingSent, total: 3, sent: 3, delivered: 3, unsubscribed: 0, complained: 0 }

const campaignStates: InStates<Campaign> = {
  empty: {
    ...campaignExample,
    state: 'CREATED',
    campaignType: 'PULL_ONCE',
    ...{ scheduledPeriod: null, scheduleParams: null, sendFrom: null, sendTo: null, reminders: [], excluded: [] },
    numberOfTrackingRows: 0,
    ...{ canStart: true, canStop: true },
    counts: { ...nothingSent, opened: 0, clicked: 0, answered: 0, unsubscribed: 0, complained: 0 },
  },
  // An anonymous survey whose campaign wrote to few.
  withheld: { ...campaignExample, isAnonymous: true, counts: { ...few, ...untold }, numberOfTrackingRows: 3 },
  few: { ...campaignExample, counts: { ...few, opened: 1, clicked: 0, answered: 0 }, isOutbox: true },
  long: {
    ...campaignExample,
    title: longNames.join(' '),
    state: 'ERROR',
    ...{ canStart: false, canStop: true },
    stateReason: longNames.join(', '),
    templateDetails: { name: longNames[0] ?? '' },
    excluded: longNames.map((title, at) => ({ rule: `rule${at}`, title, count: 1_200_000 + at })),
  },
}

const [row] = trackingExample.rows

const trackingStates: InStates<TrackingResponse> = {
  empty: { ...trackingExample, rows: [], totalRows: 0 },
  withheld: { ...trackingExample, rows: row ? [{ ...row, sampleId: 0, openCount: 0, clickCount: 0 }] : [] },
  few: { ...trackingExample, rows: row ? [{ ...row, status: 'PENDING', openCount: 0 }] : [] },
  long: {
    headers: longNames.map((name, at) => ({ name, value: `column${at}` })),
    rows: longNames.flatMap((reason, at) =>
      row
        ? {
            ...row,
            id: 1_000_000 + at,
            status: 'FAILED' as const,
            reason,
            columnValues: Object.fromEntries(longNames.map((text, column) => [`column${column}`, text])),
          }
        : [],
    ),
    totalRows: 3_000_000,
  },
}

/** One campaign. */
export const mailCampaignDetails = defineWidget({
  type: 'mail-campaign-details',
  title: 'Campaign details',
  description: 'One campaign: its state, schedule and every message it sent.',
  sizes: [12],
  config: z.strictObject({
    ...componentBase,
    campaignId: z
      .union([extName, z.int()])
      .optional()
      .describe("Id or extname of the campaign; the address's campaignId where missing."),
    columns: z
      .array(column)
      .default([])
      .describe(
        'Columns of the recipients, of questions and fields of the respondent; their name and address where empty.',
      ),
  }),
  calls: {
    data: { params: noParams, response: campaign },
    trackings: { params: pageQuery, response: trackingResponse },
  },
  example: {
    config: { id: 'md', size: 12, campaignId: 'after_visit' },
    responses: { data: campaignExample, trackings: trackingExample },
    states: inStates((state) => ({ data: campaignStates[state], trackings: trackingStates[state] })),
  },
})
