import { z } from 'zod'
import { localText } from '../local-text.ts'
import { extName, isoDate, pathText, variableName } from './names.ts'

/** A result group; `driver` and `loyalty` put it under the first two entries of the results block's menu. */
export const groupConfig = z.strictObject({
  extname: extName,
  title: localText.optional(),
  driver: z.boolean().default(false),
  loyalty: z.boolean().default(false),
  questions: z.array(variableName).min(1, 'a group needs at least one question'),
  indicator: variableName
    .optional()
    .describe(
      "Indicator whose figure is the group's own; by default the mean of its questions, where they share a scale.",
    ),
})

/** A result group as configured. */
export type GroupConfig = z.infer<typeof groupConfig>

/** Effects typed in by hand instead of computed: for a place and a period, the effect of each question. */
const effectBlock = z.strictObject({
  drillPath: pathText.default('root'),
  fromDate: isoDate.optional(),
  toDate: isoDate.optional(),
  fromCSI: z.number().optional(),
  toCSI: z.number().optional(),
  rows: z.array(z.strictObject({ questionVariable: variableName, effectSize: z.number() })).default([]),
})

/** Where effects come from: computed from the answers, the administration's effect blocks, or blocks given here. */
export const effectsConfig = z.union([z.enum(['computed', 'administration']), z.array(effectBlock)])
