import { z } from 'zod'
import { localText } from '../local-text.ts'
import { chartData } from './chart.ts'

/** Indicators of one scale: the columns that stand beside each other. `categories` are the names of the groups. */
const groupedChart = chartData.omit({ summary: true, states: true, dates: true, interviews: true }).extend({
  unit: z.string().nullable(),
  decimals: z.number().int(),
})

/** The largest and the smallest value of an indicator over the groups, by their names; texts as tiles show them. */
const extremes = z.object({
  name: localText,
  highest: z.object({ group: localText, value: z.string() }),
  /** Null where there is only one value that can be told. */
  lowest: z.object({ group: localText, value: z.string() }).nullable(),
})

/** Indicators for each unit of a level or each choice of a question. */
export const groupedColumns = z.object({
  /** Title of the level or the question. */
  by: localText,
  groups: z.array(
    z.object({
      name: z.string(),
      title: localText,
      /** Drill path of the group alone; null where the reader may not open it. */
      path: z.string().nullable(),
      /** True where the reader may not open every response of the group. */
      isClosed: z.boolean().optional(),
    }),
  ),
  /** How many groups there are, those left out of `groups` included. */
  total: z.number().int(),
  charts: z.array(groupedChart),
  /** Of the first indicator; null where no value can be told. */
  summary: extremes.nullable(),
  /** The days of the figures, in words; missing where answers have no dates. */
  selectionTime: localText.optional(),
  /** Why there are no columns, where that is not for want of answers. */
  withheld: localText.nullable(),
})
