import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { gamification, gamificationExample } from '../entities/gamification.ts'
import { imageAddress } from '../web-address.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

const awardConfig = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('TopMarksAward'),
    questions: z.array(variableName).min(1).describe('An interview counts when all of these have the best answer.'),
  }),
  z.strictObject({
    type: z.literal('StreakAward'),
    streakType: z.string().min(1),
    question: variableName,
    atLeast: z.number().describe('Least answer that keeps the run going.'),
    length: z.int().min(2).describe('Interviews in a row for one badge.'),
    obtainedImageURL: imageAddress.optional(),
    notObtainedImageURL: imageAddress.optional(),
  }),
])

/** Awards of a place. */
export const gamificationOverview = defineWidget({
  type: 'gamification-overview',
  title: 'Gamification overview',
  description: 'Awards for top marks and for runs of good answers, and the points over time beside the record.',
  sizes: [6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    awards: z.array(awardConfig).default([]).describe('The awards that can be won.'),
  }),
  calls: { data: { params: noParams, response: gamification } },
  example: {
    config: { id: 'game', size: 12, awards: [{ type: 'TopMarksAward', questions: ['overall', 'recommend'] }] },
    responses: { data: gamificationExample },
  },
})
