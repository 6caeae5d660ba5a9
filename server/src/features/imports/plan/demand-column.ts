import { AppError } from '#server/platform/errors'
import type { NamedColumn } from './name-columns.ts'

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
  const names = columns.map(({ header, variable }) => header || variable).join(', ')
  throw new AppError('validation', `--${option}: the file has no column "${name}". Its columns: ${names}.`, {
    [option]: `no column "${name}"`,
  })
}
