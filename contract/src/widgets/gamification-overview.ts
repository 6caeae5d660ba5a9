import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { gamification, gamificationExample } from '../entities/gamification.ts'
import type { Gamification } from '../entities/gamification.ts'
import { localText } from '../local-text.ts'
import { imageAddress } from '../web-address.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longTitle } from './example-states/words.ts'

const awardConfig = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('TopMarksAward'),
    title: localText.optional().describe('Name of the award.'),
    questions: z.array(variableName).min(1).describe('An interview counts when all of these have the best answer.'),
  }),
  z.strictObject({
    type: z.literal('StreakAward'),
    title: localText.optional().describe('Name of the award.'),
    streakType: z.string().min(1).describe('Name of the kind of run, shown where there is no title.'),
    question: variableName.describe('The question whose answers make the run.'),
    atLeast: z.number().describe('Least answer that keeps the run going.'),
    length: z
      .int()
      .min(2)
      .max(1000)
      .describe('Interviews in a row, of one unit of the lowest level, for one badge; twice as many give two.'),
    obtainedImageURL: imageAddress.optional().describe('Address of the image once it is won.'),
    notObtainedImageURL: imageAddress.optional().describe('Address of the image until then.'),
  }),
])

/** Lengths of the periods that are compared with the record. */
export const awardPeriods = ['weeks', 'months', 'quarters'] as const

const nothing: Gamification['chartData'] = { categories: [], points: [], record: null }

/** Awards of a place. */
export const gamificationOverview = defineWidget({
  type: 'gamification-overview',
  title: 'Gamification overview',
  description:
    'Awards for top marks and for runs of good answers, and the points over time beside the personal record. Each ' +
    'interview that counts for an award is a point. Shown for the reader’s own places; an anonymous survey shows none.',
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    awards: z.array(awardConfig).max(12).default([]).describe('The awards that can be won.'),
    period: z
      .enum(awardPeriods)
      .default('months')
      .describe('What the best of is the record, and what the chart shows.'),
  }),
  calls: { data: { params: noParams, response: gamification } },
  example: {
    config: { id: 'game', size: 12, awards: [{ type: 'TopMarksAward', questions: ['overall', 'recommend'] }] },
    responses: { data: gamificationExample },
    states: inStates((state) => ({
      data: {
        awards: {
          empty: [],
          withheld: [],
          few: gamificationExample.awards.map((one) => ({ ...one, obtained: 0, score: 0 })),
          long: gamificationExample.awards.map((one) => ({
            ...one,
            title: longTitle,
            obtained: 12_345,
            score: 67_890,
          })),
        }[state],
        chartData: {
          empty: nothing,
          withheld: nothing,
          few: { categories: ['2026-01-01', '2026-02-01'], points: [null, 0], record: 0 },
          long: { categories: ['2026-01-01', '2026-02-01'], points: [12_345, 9876], record: 12_345 },
        }[state],
        withheld: state === 'withheld' ? { en: 'Awards are shown for your own places only.' } : null,
        ownPlaces: state === 'withheld' ? [{ title: 'Stockholm', drillPath: 'country=Sweden;store=Stockholm' }] : [],
      },
    })),
  },
})
