import { z } from 'zod'
import { extName } from './configuration/names.ts'
import { doubtChoice, doubtKinds } from './doubts.ts'
import { nameParam } from './request-texts.ts'

/** Types that a column's question can have. */
export const columnTypes = ['scale', 'single', 'multiple', 'numeric', 'date', 'text'] as const

/** What a column can be besides a question. */
export const columnRoles = ['level', 'date', 'key', 'main', 'driver', 'recommendation', 'contact'] as const

/** What of an import can be changed to settle a note or an error: names of `newSurveyOptions`. */
export const optionNames = z.enum([
  'file',
  'universe',
  'survey',
  'hierarchy',
  'date',
  'dateFormat',
  'key',
  'main',
  'sheet',
  'headerRows',
  'include',
  'repeated',
  'columns',
  'decisions',
])

/** Most columns of a file. */
const maxColumns = 3000
/** Position of a column in the file, from 0. */
const columnIndex = z.number().int().min(0).max(20_000)

/** How one column is read; what is missing is inferred. */
export const columnSettings = z.object({
  index: columnIndex,
  type: z.enum(columnTypes).optional(),
  title: z.string().trim().min(1).max(500).optional(),
  /** Ends of a scale. */
  min: z.number().min(-1e9).max(1e9).optional(),
  max: z.number().min(-1e9).max(1e9).optional(),
  /** The column is not imported at all. */
  leftOut: z.boolean().default(false),
})

/** How a survey is made from a file. Columns are named by their position; what is missing or null is inferred. */
export const newSurveyOptions = z.object({
  /** Name of the survey in addresses; it must be new in its organisation. */
  survey: extName,
  title: z.string().trim().min(1).max(200),
  /**
   * Name of the organisation: that of the session by default. Only root may name another; it is created if missing,
   * with `universeTitle`.
   */
  universe: extName.nullable().default(null),
  universeTitle: z.string().trim().min(1).max(200).nullable().default(null),
  /** Levels from the top; empty for none. */
  hierarchy: z.array(columnIndex).max(12).nullable().default(null),
  date: columnIndex.nullable().default(null),
  /** Such as `dd/mm/yyyy`. */
  dateFormat: z.string().min(1).max(40).nullable().default(null),
  key: columnIndex.nullable().default(null),
  /** The overall question. */
  main: columnIndex.nullable().default(null),
  sheet: nameParam.nullable().default(null),
  headerRows: z.number().int().min(1).max(20).nullable().default(null),
  /** Rows of a survey product's export to count as completed answers. */
  include: z
    .array(z.enum(['unfinished', 'preview']))
    .max(2)
    .default([]),
  /** Which rows count whose key or response id occurs more than once. */
  repeated: z.enum(['first', 'last', 'all']).nullable().default(null),
  columns: z.array(columnSettings).max(maxColumns).default([]),
  /** Doubts that are decided: the doubt's id and the name of a choice. */
  decisions: z
    .array(z.object({ id: z.string().min(1).max(200), choice: z.string().min(1).max(40) }))
    .max(maxColumns)
    .default([]),
})

/** How a survey is made from a file. */
export type NewSurveyOptions = z.infer<typeof newSurveyOptions>

/** A file that the caller uploaded to make a survey of. */
export const surveyFile = z.object({
  uploadId: z.uuid(),
  filename: z.string(),
  /** In bytes. */
  size: z.number().int(),
  created: z.iso.datetime({ offset: true }),
  format: z.enum(['csv', 'xlsx']),
  /** Sheets of a workbook. */
  sheets: z.array(z.string()),
  /** Suggested name and title of the survey. */
  survey: z.string(),
  title: z.string(),
  /** Columns with the first value of each. */
  columns: z.array(z.object({ index: z.number().int(), name: z.string(), firstRow: z.string() })),
  /** The last run, to go on where the screen was left; null before the first. */
  lastImportId: z.number().int().nullable(),
})

const note = z.object({
  message: z.string(),
  row: z.number().int().nullable(),
  column: z.string().nullable(),
  /** The option that changes what it says. */
  field: optionNames.nullable(),
  /** Id of the doubt it tells of. */
  doubt: z.string().nullable(),
})

/** What an import found in a column, in the order of the file. */
export const plannedColumn = z.object({
  /** Position in the file; after the last column for a question whose choices have a column each (`parts`). */
  index: z.number().int(),
  /** Positions of the columns of its choices. */
  parts: z.array(z.number().int()),
  /** Its name in the file, or its position if it has none. */
  name: z.string(),
  variable: z.string(),
  title: z.string(),
  /** Null for a column that is left out. */
  type: z.enum(columnTypes).nullable(),
  /** The type in words, with the ends of a scale: "scale 1-5". */
  typeText: z.string(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Least and greatest answer, or the most common ones; '' without any. */
  range: z.string(),
  blanks: z.number().int(),
  /** Different answers; `10,000+` where there are too many to count. */
  distinct: z.string(),
  roles: z.array(z.enum(columnRoles)),
  /** The same in words: "level 1, key". */
  roleText: z.string(),
  /** Some values as in the file. */
  examples: z.array(z.string()),
  warnings: z.array(note),
  leftOut: z.boolean(),
})

/** A figure on the first page as it will be. */
const tile = z.object({
  name: z.string(),
  title: z.string(),
  /** Null without any answers. */
  value: z.number().nullable(),
  /** Number of answers behind it. */
  n: z.number().int(),
  unit: z.string(),
  decimals: z.number().int(),
  min: z.number().nullable(),
  max: z.number().nullable(),
})

/** The survey's first page and what leads further, as they will be. */
export const firstPage = z.object({
  title: z.string(),
  /** Days that the answers are of (ISO); null without dates. */
  period: z.object({ from: z.string(), to: z.string() }).nullable(),
  responses: z.number().int(),
  tiles: z.array(tile),
  /** Components below the tiles, with the titles of what they show. */
  charts: z.array(z.object({ type: z.string(), variables: z.array(z.string()) })),
  filters: z.array(z.object({ variable: z.string(), title: z.string() })),
  /** The hierarchy from the top, with the number of units of each level. */
  levels: z.array(z.object({ variable: z.string(), title: z.string(), units: z.number().int() })),
  pages: z.array(z.object({ name: z.string(), title: z.string() })),
})

/** What was understood of a file with the options chosen; nothing was written. */
export const newSurveyCheck = z.object({
  rows: z.number().int(),
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** Rows at the top without answers. */
  headerRows: z.number().int(),
  columns: z.array(plannedColumn),
  notes: z.array(note),
  doubts: z.array(
    z.object({
      /** `KIND:VARIABLE`. */
      id: z.string(),
      kind: z.enum(doubtKinds),
      variable: z.string(),
      title: z.string(),
      words: z.string(),
      choices: z.array(doubtChoice.pick({ name: true, label: true })).min(2),
      /** The choice decided, or assumed while nobody decides. */
      chosen: z.string(),
      isDecided: z.boolean(),
    }),
  ),
  /** Column that could be the key, by its position. */
  suggestedKey: z.number().int().nullable(),
  /** What was chosen or detected, by position. */
  hierarchy: z.array(z.number().int()),
  date: z.number().int().nullable(),
  dateFormat: z.string().nullable(),
  key: z.number().int().nullable(),
  main: z.number().int().nullable(),
  page: firstPage,
})

/** What was understood of a file. */
export type NewSurveyCheck = z.infer<typeof newSurveyCheck>
