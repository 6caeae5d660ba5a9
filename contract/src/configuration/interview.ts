import { z } from 'zod'
import { localText } from '../local-text.ts'
import { template, variableName } from './names.ts'

const fieldGroup = z.strictObject({ title: localText.optional(), fields: z.array(variableName).min(1) })

/** A table of the rows of a record set. */
export const rowTable = z.strictObject({
  title: localText.optional(),
  columns: z.array(variableName).min(1),
  rowsFrom: variableName.describe('Name of the table (or record set) of the response the rows come from.'),
})

/** What the interview page shows, part by part. */
export const interviewConfig = z.strictObject({
  title: template.optional(),
  subtitle: template.optional(),
  face: variableName.optional(),
  rating: variableName.optional(),
  background: z.array(variableName).max(8, 'the header card shows at most eight background answers').default([]),
  backgroundGroups: z.array(fieldGroup).default([]),
  headerVariable: z
    .strictObject({ title: localText.optional(), highlights: z.array(variableName).default([]) })
    .optional(),
  open: z.array(variableName).default([]),
  starred: z.array(variableName).default([]),
  links: z.strictObject({ by: variableName, label: variableName.optional() }).optional(),
  developmentChart: variableName.optional(),
  tables: z.array(rowTable).default([]),
  records: z.array(rowTable).default([]),
  showInternalValues: z.boolean().default(false),
})

/** The interview page as configured. */
export type InterviewConfig = z.infer<typeof interviewConfig>
