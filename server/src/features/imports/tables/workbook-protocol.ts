import type { ErrorCode } from '@gensvar/contract/errors'
import type { LocalText } from '@gensvar/contract/local-text'
import { Count, Words, titled } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { ImportRefusal } from '../import-words.ts'
import type { ImportField, Place } from '../import-words.ts'
import type { WorkbookLimits } from './workbook-limits.ts'

/** The request to the parsing process: write one sheet's rows to a spool file. */
export interface ChildOrder {
  file: string
  /** Null: the first visible sheet that holds a table, else the first with rows. */
  sheet: string | null
  spool: string
  /** Stop after so many rows; null for all. */
  mostRows: number | null
  limits: WorkbookLimits
}

/** Messages of the parsing process. */
export type ChildAnswer =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; rows: number; sheet: string; sheetNames: string[]; merged: boolean }
  | { kind: 'failed'; code: ErrorCode; words: SentWords; fields: readonly ImportField[]; where: Place }

/** Words as they arrive from another process: plain data without methods. */
interface SentWords {
  readonly template: string
  readonly values: readonly (string | number | SentWords | { readonly number: number } | { readonly text: LocalText })[]
}

/** What another process reports: the refusal of a file, or that it could not work. */
export function refusalFrom({ code, words, fields, where }: Extract<ChildAnswer, { kind: 'failed' }>): AppError {
  if (code === 'unavailable') return new AppError(code, wordsFrom(words))
  return new ImportRefusal(code, wordsFrom(words), fields, where)
}

function wordsFrom({ template, values }: SentWords): Words {
  return new Words(
    template,
    values.map((value) => {
      if (typeof value !== 'object') return value
      if ('template' in value) return wordsFrom(value)
      return 'text' in value ? titled(value.text) : new Count(value.number)
    }),
  )
}
