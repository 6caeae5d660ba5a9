import type { FileFigure } from './columns.ts'

/** Texts a spreadsheet would run as a formula; a leading apostrophe prevents it. */
const formula = /^[=+\-@\t\r]/

/** A cell of a csv file: numbers as they are shown, everything else as text that no spreadsheet runs as a formula. */
function cellText(cell: string | FileFigure): string {
  if (typeof cell !== 'string') return cell.figure.replace('\u{2212}', '-')
  return formula.test(cell) ? `'${cell}` : cell
}

function field(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A csv file (RFC 4180) with a UTF-8 byte order mark. */
export function writeCsv(lines: readonly (readonly (string | FileFigure)[])[]): string {
  const written = lines.map((cells) => cells.map((cell) => field(cellText(cell))).join(','))
  return `\u{feff}${written.join('\r\n')}\r\n`
}
