import { z } from 'zod'
import { localText } from '../local-text.ts'

/** What the effects of questions on a score are based on, and why there are none. */
export const driverBasis = z.object({
  scoreTitle: localText,
  n: z
    .number()
    .int()
    .nullable()
    .describe('Answers with a score that the effects are computed from; null where they are set by hand or withheld.'),
  of: z.number().int().nullable().describe('Answers there are, where only a random part of so many was read.'),
  r2: z.number().nullable().describe("Share of the score's variation the questions explain, 0 to 1."),
  indicative: z.boolean().describe('Based on few answers: the effects are correlations, and no points.'),
  step: z
    .enum(['point', 'tenth'])
    .describe('What an effect is of: one point of a question, or a tenth of its scale where scales differ.'),
  source: z
    .enum(['computed', 'block'])
    .describe('Where the effects come from: the answers, or a block entered by hand.'),
  asOf: z.string().nullable().describe('When they were computed (ISO); null where they were not.'),
  through: z
    .string()
    .nullable()
    .describe('Last day (ISO) whose answers count, where they are of the whole of an anonymous survey; else null.'),
  left: z
    .array(z.object({ variable: z.string(), title: localText, why: localText }))
    .describe('Questions that are left out, and why.'),
  why: localText.nullable().describe('Why no effects are told; null where they are.'),
})

/**
 * An effect: points by which the score is better for each step that the question is better, with its 95 % interval; null
 * bounds where it was set by hand, or is of a whole anonymous survey. Questions that measure one thing are one row, which `variables` lists.
 */
export const effectRow = z.object({
  variable: z.string(),
  variables: z.array(z.string()),
  title: localText,
  effect: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  cases: z
    .enum(['interviews', 'closed'])
    .nullable()
    .describe('Whether the interviews behind it can be listed; closed where the reader may not open all of them.'),
})

/** An effect of a question, or of several. */
export type EffectRow = z.infer<typeof effectRow>

/** Effects of questions on a score, the largest first, with what they are based on. */
export const effectsAnswer = driverBasis.extend({ rows: z.array(effectRow) })

/** Fields of a priority chart: low score and high effect, both high, high score and low effect, both low. */
export const priorityFields = ['prioritise', 'improve', 'keep', 'lower'] as const

/** A question (or several that measure one thing) by its score and its effect. */
export const priorityPoint = effectRow.extend({
  score: z
    .number()
    .describe('Its figure, or its place on its scale from 0 to 100 where scales differ; more is better.'),
  n: z.number().int().nullable(),
  field: z.enum(priorityFields),
})

/** A point of a priority chart. */
export type PriorityPoint = z.infer<typeof priorityPoint>

/** A valid basis, for the examples. */
export const driverBasisExample: z.infer<typeof driverBasis> = {
  scoreTitle: 'CSI',
  n: 310,
  of: null,
  r2: 0.61,
  indicative: false,
  step: 'point',
  source: 'computed',
  asOf: '2026-03-31T10:14:00.000Z',
  through: null,
  left: [],
  why: null,
}

/** A valid effect, for the examples. */
export const effectRowExample: EffectRow = {
  variable: 'helpful',
  variables: ['helpful'],
  title: { en: 'Helpful staff' },
  effect: 2.7,
  low: 2.1,
  high: 3.4,
  cases: 'interviews',
}

/** Valid points with an effect each, one in every field, for the examples. */
export const priorityPointsExample: PriorityPoint[] = [
  { ...effectRowExample, score: 7.4, n: 310, field: 'prioritise' },
  {
    ...effectRowExample,
    ...{ variable: 'range', variables: ['range'], title: { en: 'Range of goods' } },
    ...{ effect: 2.2, low: 1.5, high: 2.8, score: 8.6, n: 305, field: 'improve' },
  },
  {
    ...effectRowExample,
    ...{ variable: 'tidy', variables: ['tidy'], title: { en: 'Tidiness' } },
    ...{ effect: 0.9, low: 0.3, high: 1.5, score: 8.4, n: 298, field: 'keep' },
  },
  {
    ...effectRowExample,
    ...{ variable: 'checkout', variables: ['checkout', 'value'], title: { en: 'Checkout + Value' } },
    ...{ effect: 0.6, low: 0.1, high: 1.1, score: 7.1, n: 280, field: 'lower', cases: null },
  },
]

/** A valid answer of effects, for the examples. */
export const effectsExample: z.infer<typeof effectsAnswer> = {
  ...driverBasisExample,
  rows: priorityPointsExample.map((point) => effectRow.parse(point)),
}
