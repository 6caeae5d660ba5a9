import { z } from 'zod'

/** Version of the file's layout; a reader refuses a higher one. */
export const formatVersion = 1

/** First line of a backup. */
export const header = z.object({
  format: z.literal('gensvar-backup'),
  version: z.number().int(),
  /** Last migration of the database that was saved. */
  schema: z.string(),
  createdAt: z.string(),
})

/** Starts a table: its columns with their types, and the counters of its identity columns. */
export const tableStart = z.object({
  table: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  sequences: z.array(z.object({ column: z.string(), last: z.number().int(), called: z.boolean() })),
})

/** A row: every value as PostgreSQL writes it, in the order of the table's columns. */
export const row = z.array(z.string().nullable())

/** A file of the data folder: its path in it, and its content in base64. */
export const fileEntry = z.object({
  file: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*$/)
    .refine((path) => isSavedFile(path) && !path.split('/').includes('..')),
  content: z.base64(),
})

/** What a table holds: its rows, and the sum of their checksums (`checksumOf`), whose order does not matter. */
const tableSum = z.object({ rows: z.number().int(), sum: z.string().regex(/^\d+$/) })

/** Last line: without it the file was cut short. Files of earlier versions do not say what each table holds. */
export const end = z.object({
  end: z.literal(true),
  rows: z.number().int(),
  tables: z.record(z.string(), tableSum).optional(),
})

export type Header = z.infer<typeof header>
export type TableStart = z.infer<typeof tableStart>
export type TableSum = z.infer<typeof tableSum>
export type FileEntry = z.infer<typeof fileEntry>

/** One line of a backup after the header. */
export const line = z.union([row, tableStart, fileEntry, end])

/**
 * Tables that are not saved: who is signed in or tries to, what is left of keys' requests, and the queue of changes for the analytics stores and
 * their positions in it, whose transaction numbers mean nothing in another database (every analytics store is rebuilt
 * after a restore). Files of reports are not
 * saved either, as their owners can have them made again, and the list of backups tells of files of one machine.
 */
export const leftOut: ReadonlySet<string> = new Set([
  'change',
  'feed_consumer',
  'session',
  'one_time_code',
  'oidc_model',
  'attempt',
  'key_allowance',
  'report',
  'stored_file',
  'stored_file_part',
  'webhook_delivery',
  'backup_run',
  'schema_migration',
])

/** Whether a file of the data folder belongs in a backup: keys do, the stores and the lock do not. */
export function isSavedFile(path: string): boolean {
  return !/^(postgres|postgres-folder|analytics\.duckdb.*|server\.lock.*)(\/|$)/.test(path)
}
