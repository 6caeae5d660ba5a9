import { Count, say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'
import type { NamedColumn } from './name-columns.ts'

/** Maximum number of columns named in the note. */
const mostNamed = 10

/**
 * Divides columns into those to import and those without any answer, which have no type yet: a type guessed now would
 * bind later files. A blank column is imported if it `isWanted`.
 */
export function leaveOutBlank(
  columns: readonly NamedColumn[],
  profileOf: (column: NamedColumn) => ColumnProfile,
  isWanted: (column: NamedColumn) => boolean,
): { kept: NamedColumn[]; notes: ImportNote[] } {
  const isBlank = (column: NamedColumn): boolean => profileOf(column).filled === 0
  const kept = columns.filter((column) => !isBlank(column) || (column.header !== '' && isWanted(column)))
  const left = columns.filter(
    (column) => column.header !== '' && column.metadata === null && isBlank(column) && !kept.includes(column),
  )
  const [first] = left
  if (!first) return { kept, notes: [] }
  const names = left.slice(0, mostNamed).map(({ header }) => shortName(header))
  const listed = `${names.join(', ')}${left.length > mostNamed ? ' ...' : ''}`
  const words =
    left.length === 1
      ? say`Column without answers: ${listed}. It is left out until a file has some, or a configuration gives it a type under questions:.`
      : say`${new Count(left.length)} columns without answers: ${listed}. They are left out until a file has some, or a configuration gives them a type under questions:.`
  return { kept, notes: [noteOn(words, { column: first.header }, 'config')] }
}

/** Longest name in a list of columns. */
const longestName = 60

/** A column's name for a list of them, cut if it is a long question. */
export function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name
}
