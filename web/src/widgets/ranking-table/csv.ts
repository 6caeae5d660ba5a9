import type { RankingCell, RankingHeader } from '@gensvar/contract/entities/ranking'

/** Texts a spreadsheet would run as a formula; a leading apostrophe keeps them texts. */
const formula = /^[=+\-@\t\r]/

function field(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text as a field of a csv file that no spreadsheet takes for a formula. */
function safeText(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** A cell as written into a csv file: figures as they are shown, everything else as text. */
export function csvCell(cell: RankingCell | undefined, header: Pick<RankingHeader, 'renderType'>): string {
  const text = cell?.text ?? ''
  const isFigure = header.renderType === 'number' && typeof cell?.value === 'number'
  return isFigure ? text.replace('\u{2212}', '-') : safeText(text)
}

/** A csv file (RFC 4180) of texts already made safe by `csvCell`, or headings; with a mark that says it is UTF-8. */
export function writeCsv(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings.map((heading) => safeText(heading)), ...rows].map((cells) => cells.map(field).join(','))
  return `\u{feff}${lines.join('\r\n')}\r\n`
}
