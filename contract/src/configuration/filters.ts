import { z } from 'zod'
import { localText } from '../local-text.ts'
import { extName, periodText, variableName } from './names.ts'

/** One filter: a question (or `date`, `campaign`) and the control it is chosen with. */
export const filterConfig = z.strictObject({
  extName: variableName,
  title: localText.optional(),
  multipleSelections: z.boolean().default(false),
  range: z.boolean().default(false),
  today: z.boolean().default(false),
  dateRef: z.boolean().default(false),
  dateInterval: z.boolean().default(false),
  tableDate: z.boolean().default(false),
  serverSide: z.boolean().default(false),
  dropdown: z.boolean().default(false),
  exclude: z.boolean().default(false),
  submatch: z.boolean().default(false),
  campaign: z.boolean().default(false),
})

/** A filter as configured, in its long form. */
export type FilterConfig = z.infer<typeof filterConfig>

/** A filter in short: the variable alone. */
const filterEntry = z.union([
  variableName.transform((name): FilterConfig => filterConfig.parse({ extName: name })),
  filterConfig,
])

/** A group of filters under one heading. */
export const filterGroupConfig = z.strictObject({
  key: extName,
  title: localText.optional(),
  ungrouped: z.boolean().default(false),
  flatten: z.boolean().default(false),
  expanded: z.boolean().default(false),
  quickSelect: z.array(periodText).default([]),
  userSelectableRange: z.boolean().default(false),
  filters: z.array(filterEntry).default([]),
})

/** A group of filters as configured. */
export type FilterGroupConfig = z.infer<typeof filterGroupConfig>

/** The two filter sets and the filters that are always applied without being shown. */
export const filtersConfig = z.strictObject({
  standard: z.array(filterGroupConfig).default([]),
  time: z.array(filterGroupConfig).default([]),
  hidden: z
    .array(z.strictObject({ extName, value: z.string().min(1) }))
    .default([])
    .describe('`value` is filter tokens as in a drill path, for example `spam=_1`.'),
})
