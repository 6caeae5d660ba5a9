import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** The column by which responses are recognised: by their key (foreign id), or by the number the lists show. */
const keyColumn = z.object({ by: z.enum(['key', 'id']), idx: z.number().int().min(0).max(16_384) })

/** The columns chosen, by field, and the state the rows get. */
export const importMapping = z.object({
  state: z.string().max(20),
  fieldMapping: z.record(z.string(), z.number().int().min(0)),
  /** An update needs one; without it, an import gives its responses no key. */
  key: keyColumn.nullable().default(null),
})

/** What an uploaded spreadsheet holds and what its columns can be linked to; `error` says why it cannot be used. */
export const uploadResponse = z.object({
  filename: z.string(),
  mapping: z.object({
    columns: z.array(z.object({ title: localText, variable: z.string(), mandatory: z.boolean() })),
    states: z.array(z.object({ name: localText, value: z.string() })),
  }),
  spreadsheet: z.object({
    columns: z.array(z.object({ name: z.string(), firstRow: z.string(), idx: z.number().int().min(0) })),
    /** All sheets of the workbook, and the one whose columns these are. */
    sheets: z.array(z.string()),
    sheet: z.string().nullable(),
  }),
  /** How to link them: as in the last import of this component, else by names. */
  suggested: importMapping,
  /** Whether the caller may update responses as well. */
  mayUpdate: z.boolean(),
  error: z.string().nullable(),
  message: z.string().nullable(),
})

/** How an import went: either done, or the error in words. */
export const importResult = z.object({
  ok: z.boolean(),
  error: z.string().nullable(),
  /** Responses that were added or changed. */
  ninterviews: z.number().int(),
  /** Rows that were skipped because their respondents were erased or anonymised. */
  nerased: z.number().int(),
  /** Responses that an anonymous survey counts nowhere, because the figures of their period were closed. */
  nlate: z.number().int(),
  /** Alerts that were raised. */
  nalerts: z.number().int(),
  /** Whether their owners were told. */
  notices: z.boolean(),
  /** The set that can be undone; null where nothing was imported. */
  importSetId: z.number().int().nullable(),
})

/** What one import brought in; it can be undone whole. */
export const importSet = z.object({
  id: z.number().int(),
  created: z.iso.datetime({ offset: true }),
  user: z.string(),
  filename: z.string(),
  ninterviews: z.number().int().min(0),
  /** Alerts that it raised. */
  nalerts: z.number().int().min(0),
  /** Why it cannot be undone now, in words; null where it can. */
  locked: z.string().nullable(),
  /** The survey was made by it, so that undoing it removes the survey. */
  madeSurvey: z.boolean(),
})

/** A valid import set, for the examples of everything that holds one. */
export const importSetExample: z.infer<typeof importSet> = {
  id: 3,
  created: '2026-03-02T08:15:00Z',
  user: 'anna@example.org',
  filename: 'customers.xlsx',
  ninterviews: 120,
  nalerts: 4,
  locked: null,
  madeSurvey: false,
}

/** Import entities with their examples. */
export const importEntities = {
  UploadResponse: defineEntity(uploadResponse, {
    filename: 'customers.xlsx',
    mapping: {
      columns: [{ title: { en: 'E-mail' }, variable: 'email', mandatory: true }],
      states: [{ name: { en: 'New' }, value: '1' }],
    },
    spreadsheet: {
      columns: [{ name: 'Mail', firstRow: 'eva@example.org', idx: 0 }],
      sheets: ['Customers'],
      sheet: 'Customers',
    },
    suggested: { state: '1', fieldMapping: { email: 0 }, key: null },
    mayUpdate: false,
    error: null,
    message: null,
  }),
  ImportMapping: defineEntity(importMapping, { state: '1', fieldMapping: { email: 0 }, key: null }),
  ImportResult: defineEntity(importResult, {
    ok: true,
    error: null,
    ninterviews: 120,
    nerased: 0,
    nlate: 0,
    nalerts: 4,
    notices: true,
    importSetId: 3,
  }),
  ImportSet: defineEntity(importSet, importSetExample),
}
