import type { ErrorCode } from '@gensvar/contract/errors'
import type { Words } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'

/** What an import is asked with: the fields of a form, or the flags of the command line. */
export type ImportField =
  | 'file'
  | 'universe'
  | 'survey'
  | 'hierarchy'
  | 'date'
  | 'dateFormat'
  | 'key'
  | 'sheet'
  | 'config'

/** Where in the file something was found. Rows are those a spreadsheet shows, lines those of a text file, both from 1. */
export interface Place {
  sheet?: string
  /** The column as the file names it. */
  column?: string
  row?: number
  line?: number
}

/** Something to know about an import; `field` is what changes it, where something that can be set does. */
export interface ImportNote {
  words: Words
  where: Place
  field?: ImportField
}

/** A note on a place in the file, or on the file as a whole. */
export function noteOn(words: Words, where: Place = {}, field?: ImportField): ImportNote {
  return { words, where, ...(field && { field }) }
}

/** Adds a note unless one that says the same, of whatever place, is there. */
export function addOnce(notes: ImportNote[], note: ImportNote): void {
  if (!notes.some(({ words }) => words.template === note.words.template)) notes.push(note)
}

/**
 * An import that cannot be done: why, which of the fields asked with can mend it, and where in the file the cause is.
 * The words name no flag and no form: whoever asked knows how each field is set.
 */
export class ImportRefusal extends AppError {
  /** The fields that can mend it. */
  readonly settings: readonly ImportField[]
  readonly where: Place

  constructor(code: ErrorCode, words: Words, settings: ImportField | readonly ImportField[], where: Place = {}) {
    const all = [settings].flat()
    super(code, words, Object.fromEntries(all.map((field) => [field, words])))
    this.name = 'ImportRefusal'
    this.settings = all
    this.where = where
  }
}
