import type { ErrorCode } from '@gensvar/contract/errors'
import type { WorkbookLimits } from './workbook-limits.ts'

/** What the parsing process is asked to do: write one sheet's rows to a spool file. */
export interface ChildOrder {
  file: string
  /** Null: the first visible sheet with rows. */
  sheet: string | null
  spool: string
  limits: WorkbookLimits
}

/** What the parsing process says. */
export type ChildAnswer =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; rows: number; sheet: string; sheetNames: string[]; merged: boolean }
  | { kind: 'failed'; code: ErrorCode; message: string; fields: Readonly<Record<string, string>> | undefined }
