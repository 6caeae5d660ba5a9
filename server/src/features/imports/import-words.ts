import type { ErrorCode } from '@gensvar/contract/errors'
import type { Words } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'

/** The fields of an import request; a form and the command line have one input for each. */
export type ImportField =
  | 'file'
  | 'universe'
  | 'survey'
  | 'hierarchy'
  | 'date'
  | 'dateFormat'
  | 'key'
  | 'main'
  | 'sheet'
  | 'headerRows'
  | 'include'
  | 'repeated'
  | 'match'
  | 'config'
  | 'decide'

/**
 * Where in the file something was found. Rows are those a spreadsheet shows, lines those of a text file, both from 1.
 */
export interface Place {
  sheet?: string
  /** The column as the file names it. */
  column?: string
  row?: number
  line?: number
}

/** A note on an import; `field` is the field that would change what it says, if there is one. */
export interface ImportNote {
  words: Words
  where: Place
  field?: ImportField
  /** The id of what is doubted, which can be decided otherwise. */
  doubt?: string
}

/** A note on a place in the file, or on the file as a whole. */
export function noteOn(words: Words, where: Place = {}, field?: ImportField): ImportNote {
  return { words, where, ...(field && { field }) }
}

/** Adds a note unless the list has one with the same words, at any place. */
export function addOnce(notes: ImportNote[], note: ImportNote): void {
  if (!notes.some(({ words }) => words.template === note.words.template)) notes.push(note)
}

/**
 * An import that was rejected: why, which fields of the request can be changed to fix it, and where in the file the
 * cause is. The words name no flag and no form: the caller knows how each field is set.
 */
export class ImportRefusal extends AppError {
  /** The fields to change. */
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
