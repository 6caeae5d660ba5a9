import { z } from 'zod'
import { localText } from '../local-text.ts'
import { extName, isoDate, pathText, variableName } from './names.ts'

/** What a tile's click does, by the indicator's type. */
export const indicatorTypes = [
  'responserate',
  'rank_csi',
  'interviews',
  'pmnew',
  'noresponse',
  'pmunapproved',
  'pmnotapproved',
  'toplits',
  'alerts',
] as const

/** An indicator: a named expression (or the rank of another indicator) with how it is shown and its goal. */
export const indicatorConfig = z
  .strictObject({
    title: localText.optional().describe('Title on tiles, in tables and charts.'),
    expression: z.string().min(1).optional().describe('How it is computed, `mean(question)`.'),
    rank: variableName.optional().describe('Name of the indicator whose rank among the siblings this one shows.'),
    where: z.string().min(1).optional().describe('Responses that count, `channel = store`.'),
    unit: z.string().max(12).optional().describe('Unit of measurement after the value.'),
    goal: z.number().optional().describe('Value to reach.'),
    inverse: z.boolean().default(false).describe('Smaller is better: the goal is met at or below its value.'),
    decimals: z
      .int()
      .min(0)
      .max(6)
      .default(1)
      .describe('Digits after the decimal point; percentages (unit `%`) always have one.'),
    minValue: z.number().optional().describe('Lower end of its scale.'),
    maxValue: z.number().optional().describe('Upper end of its scale.'),
    base: z.enum(['trend', 'parent', 'universe']).default('trend').describe('What the difference arrow compares with.'),
    hideProgressBar: z.boolean().default(false).describe('Tiles have no bar.'),
    helpText: localText.optional().describe('Explanation that a tile offers.'),
    type: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe(
        'One of the types with a meaning of their own (`responserate`, `rank…`, `noresponse`, …) or any other word.',
      ),
    alertMode: z
      .enum(['open', 'processing', 'closed', 'all'])
      .optional()
      .describe('Alerts that a click on a tile of alerts lists.'),
    shortcutPage: extName.optional().describe('Page that a click on its tile opens.'),
    shortcutDrillPath: pathText.optional().describe('Place at which that page opens.'),
  })
  .refine((indicator) => (indicator.expression === undefined) !== (indicator.rank === undefined), {
    error: 'an indicator needs either an expression or a rank',
  })
  .refine(({ minValue, maxValue }) => minValue === undefined || maxValue === undefined || minValue < maxValue, {
    error: 'must be less than maxValue',
    path: ['minValue'],
  })

/** An indicator as configured. */
export type IndicatorConfig = z.infer<typeof indicatorConfig>

/** Digits after the decimal point of every percentage, wherever it is shown; shares of sentiments have two. */
export const percentDecimals = 1

/** Whether an indicator is a percentage. */
export function isPercentage({ unit }: { unit?: string | null }): boolean {
  return unit === '%'
}

/** A goal for a place, from a date on: the most specific path wins, then the latest date. */
export const goalConfig = z.strictObject({
  indicator: variableName,
  path: pathText.default('root'),
  from: isoDate.optional(),
  goal: z.number(),
})
