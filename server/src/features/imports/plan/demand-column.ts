import { didYouMean } from '@gensvar/contract/configuration/suggest'
import { AppError } from '#server/platform/errors'
import type { NamedColumn } from './name-columns.ts'

/** Most columns an error names. */
const mostShown = 40

/**
 * The column of a header or variable, written with the right capitals or not. Throws `validation` naming the option
 * it was asked for by and the columns there are.
 */
export function demandColumn<Column extends NamedColumn>(
  columns: readonly Column[],
  name: string,
  option: string,
): Column {
  const exact = name.trim()
  const wanted = exact.toLowerCase()
  const found =
    columns.find(({ header, variable }) => header === exact || variable === exact) ??
    columns.find(({ header, variable }) => header.toLowerCase() === wanted || variable.toLowerCase() === wanted)
  if (found) return found
  const names = columns.map(({ header, variable }) => header || variable)
  const shown = names.length > mostShown ? `${names.slice(0, mostShown).join(', ')} ...` : names.join(', ')
  const message = `--${option}: the file has no column "${name}"${didYouMean(name, names) || '.'} Its columns: ${shown}.`
  throw new AppError('validation', message, { [option]: `no column "${name}"` })
}
