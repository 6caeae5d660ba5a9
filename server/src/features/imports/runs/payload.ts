import { importMapping } from '@gensvar/contract/entities/imports'
import { newSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { z } from 'zod'
import { workOwner } from '#server/domain/rights/owner-context.ts'

/** Who started a run, and the file it is of. */
const base = {
  owner: workOwner,
  upload: z.uuid(),
  filename: z.string(),
  file: z.object({ id: z.int(), size: z.int() }),
}

/** A survey to check or make from a file. */
const newSurveyRun = z.object({
  ...base,
  kind: z.literal('survey'),
  mode: z.enum(['check', 'import']),
  options: newSurveyOptions,
})

/** Rows to check, add or change through a data uploader. */
const rowsRun = z.object({
  ...base,
  kind: z.literal('rows'),
  mode: z.enum(['check', 'import']),
  survey: z.string(),
  component: z.string(),
  sheet: z.string().nullable(),
  update: z.boolean(),
  /** Whether owners are told of the alerts that it raises. */
  notices: z.boolean().default(true),
  mapping: importMapping,
  /** Names of the file's columns, by which the mapping is suggested the next time. */
  columns: z.array(z.string()),
})

/** What a task of type IMPORT_INTERVIEWS does. */
export const importPayload = z.discriminatedUnion('kind', [newSurveyRun, rowsRun])

/** What a task of type IMPORT_INTERVIEWS does. */
export type ImportPayload = z.output<typeof importPayload>

/** A run that makes a survey. */
export type NewSurveyRun = z.output<typeof newSurveyRun>

/** A run that imports rows into a survey. */
export type RowsRun = z.output<typeof rowsRun>
