import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { changeChance, indicatorExample, indicatorVariable, weights } from './indicator.ts'

/** What a figure of the results is, and what belongs to its cases: as in the details of a tile. */
export const figureDetails = indicatorVariable.pick({
  name: true,
  definition: true,
  low: true,
  high: true,
  cases: true,
  expression: true,
  alertMode: true,
})

/** What a figure of the results is. */
export type FigureDetails = z.infer<typeof figureDetails>

/** A row: a question or a group. Values in the question's own unit; null where there is none or it is withheld. */
export const summaryRow = z.object({
  extName: z.string(),
  title: localText,
  value: z.number().nullable(),
  valueTrend: z.number().nullable(),
  diff: z.number().nullable(),
  /** How far the change can be chance, as in tiles; null for a group without an indicator of its own. */
  chance: changeChance.nullable(),
  goal: z.number().nullable(),
  /** Met, missed, or null without a goal or a value. */
  goalStatus: z.boolean().nullable(),
  /** How much the value can be trusted, as in tiles; only a `full` one can be said to meet or miss its goal. */
  weight: z.enum(weights),
  decimals: z.number().int(),
  inverse: z.boolean(),
  n: z.number().int().nullable(),
  suppressed: z.boolean(),
  /** Why the value is withheld; null where it is shown. */
  withheld: localText.nullable(),
  /** Null for a group without an indicator of its own: it is the mean of its questions. */
  details: figureDetails.nullable(),
  /** Whether it can be shown how the answers behind it are spread. */
  hasDistribution: z.boolean().optional(),
})

/** A row of the results. */
export type SummaryRow = z.infer<typeof summaryRow>

/** A result group: its own row, the graded questions under it, and numeric answers as plain rows. */
export const summaryGroup = summaryRow.extend({
  questionAnswers: z.array(summaryRow),
  numericQuestionAnswers: z.array(summaryRow),
})

/** A result group. */
export type SummaryGroup = z.infer<typeof summaryGroup>

/** Results of the survey's groups over a period and the one it is compared with. */
export const summaryResults = z.object({
  driverGroups: z.array(summaryGroup),
  loyaltySatisfactionGroups: z.array(summaryGroup),
  resultGroups: z.array(summaryGroup),
  /** The days chosen, in words. */
  selectionTime: localText,
  /** The days compared with, in words; null where nothing can be compared. */
  trendTime: localText.nullable(),
  driversTrendTime: localText
    .nullable()
    .optional()
    .describe('The days that the driver groups are compared with, where a script says others for them.'),
})

/** Results of the survey's groups. */
export type SummaryResults = z.infer<typeof summaryResults>

const rowExample: SummaryRow = {
  extName: 'helpful',
  title: { en: 'Helpful staff' },
  value: 8.1,
  valueTrend: 7.9,
  diff: 0.2,
  chance: { low: -0.1, high: 0.5, isMore: false },
  goal: 8,
  goalStatus: true,
  weight: 'full',
  decimals: 1,
  inverse: false,
  n: 310,
  suppressed: false,
  withheld: null,
  details: {
    name: 'helpful',
    definition: { en: 'Mean of “Helpful staff”' },
    low: 7.9,
    high: 8.3,
    cases: 'interviews',
    expression: indicatorExample.expression,
    alertMode: null,
  },
}

const groupExample: SummaryGroup = {
  ...rowExample,
  extName: 'staff',
  title: { en: 'Staff' },
  questionAnswers: [rowExample],
  numericQuestionAnswers: [{ ...rowExample, extName: 'wait_minutes', title: { en: 'Waiting time' } }],
}

/** Valid results, for the examples of everything that holds them. */
export const summaryResultsExample: SummaryResults = {
  driverGroups: [groupExample],
  loyaltySatisfactionGroups: [],
  resultGroups: [groupExample],
  selectionTime: { en: 'January to March 2026' },
  trendTime: { en: 'October to December 2025' },
}

/** Results entities with their examples. */
export const summaryResultsEntities = {
  SummaryRow: defineEntity(summaryRow, rowExample),
  SummaryGroup: defineEntity(summaryGroup, groupExample),
  SummaryResults: defineEntity(summaryResults, summaryResultsExample),
}
