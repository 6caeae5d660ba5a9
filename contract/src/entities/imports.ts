import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** What an uploaded spreadsheet holds and what its columns can be linked to; `error` says why it cannot be used. */
export const uploadResponse = z.object({
  filename: z.string(),
  mapping: z.object({
    columns: z.array(z.object({ title: localText, variable: z.string(), mandatory: z.boolean() })),
    states: z.array(z.object({ name: localText, value: z.string() })),
  }),
  spreadsheet: z.object({
    columns: z.array(z.object({ name: z.string(), firstRow: z.string(), idx: z.number().int().min(0) })),
  }),
  error: z.string().nullable(),
  message: z.string().nullable(),
})

/** The columns chosen, by field, and the state the rows get. */
export const importMapping = z.object({
  state: z.string(),
  fieldMapping: z.record(z.string(), z.number().int().min(0)),
})

/** How an import went: either done, or the error in words. */
export const importResult = z.object({ ok: z.boolean(), error: z.string().nullable(), ninterviews: z.number().int() })

/** What one import brought in; it can be undone whole. */
export const importSet = z.object({
  id: z.number().int(),
  created: z.iso.datetime({ offset: true }),
  user: z.string(),
  filename: z.string(),
  ninterviews: z.number().int().min(0),
})

/** A valid import set, for the examples of everything that holds one. */
export const importSetExample: z.infer<typeof importSet> = {
  id: 3,
  created: '2026-03-02T08:15:00Z',
  user: 'anna@example.org',
  filename: 'customers.xlsx',
  ninterviews: 120,
}

/** Import entities with their examples. */
export const importEntities = {
  UploadResponse: defineEntity(uploadResponse, {
    filename: 'customers.xlsx',
    mapping: {
      columns: [{ title: { en: 'E-mail' }, variable: 'email', mandatory: true }],
      states: [{ name: { en: 'New' }, value: '1' }],
    },
    spreadsheet: { columns: [{ name: 'Mail', firstRow: 'eva@example.org', idx: 0 }] },
    error: null,
    message: null,
  }),
  ImportMapping: defineEntity(importMapping, { state: '1', fieldMapping: { email: 0 } }),
  ImportResult: defineEntity(importResult, { ok: true, error: null, ninterviews: 120 }),
  ImportSet: defineEntity(importSet, importSetExample),
}
