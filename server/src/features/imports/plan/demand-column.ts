import { nearest } from '@gensvar/contract/configuration/suggest'
import { listed, say } from '@gensvar/contract/say'
import { ImportRefusal } from '../import-words.ts'
import type { ImportField } from '../import-words.ts'
import type { NamedColumn } from './name-columns.ts'

/** Maximum number of columns listed in an error. */
const mostShown = 40

/**
 * The column of a header or variable, ignoring case if needed. Throws `validation` naming the field of the request
 * and the file's columns.
 */
export function demandColumn<Column extends NamedColumn>(
  columns: readonly Column[],
  name: string,
  field: ImportField,
): Column {
  const exact = name.trim()
  const wanted = exact.toLowerCase()
  const found =
    columns.find(({ header, variable }) => header === exact || variable === exact) ??
    columns.find(({ header, variable }) => header.toLowerCase() === wanted || variable.toLowerCase() === wanted)
  if (found) return found
  const names = columns.map(({ header, variable }) => header || variable)
  const shown = names.length > mostShown ? `${names.slice(0, mostShown).join(', ')} ...` : names.join(', ')
  const near = nearest(name, names)
  const words = listed([
    say`The file has no column "${name}".`,
    ...(near === undefined ? [] : [say`Did you mean "${near}"?`]),
    say`Its columns: ${shown}.`,
  ])
  throw new ImportRefusal('validation', words, field)
}
