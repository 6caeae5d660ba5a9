import type { ImportNote } from '#server/features/imports/import-words.ts'
import { shorten } from '#server/features/imports/report.ts'
import type { ColumnReport } from '#server/features/imports/report.ts'

/** The column report of an import as a table for a terminal, with the warnings below it. */
export function printColumns(columns: readonly ColumnReport[], tell: (note: ImportNote) => string): string {
  const head = ['column', 'variable', 'type', 'range', 'blanks', 'distinct', 'part']
  const rows = columns.map(({ column, variable, type, range, blanks, distinct, role }) => [
    shorten(String(column)),
    shorten(variable),
    String(type),
    String(range ?? ''),
    String(blanks),
    distinct,
    String(role),
  ])
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => [...(row[index] ?? '')].length)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) =>
        index === 4 || index === 5 ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const warnings = columns.flatMap(({ column, warnings: all }) =>
    all.map((warning) => `  ${String(column)}: ${tell(warning)}`),
  )
  const table = [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
  return [...table, ...(warnings.length > 0 ? ['', 'Warnings', ...warnings] : [])].join('\n')
}
