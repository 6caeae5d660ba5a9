/** One cell of a file. Text files give only text; blank cells are null. */
export type Cell = string | number | boolean | Date | null

/** A row with the number a spreadsheet program shows beside it (the first row is 1). */
export interface TableRow {
  number: number
  cells: Cell[]
}

const trailingZeroTime = /T00:00:00\.000Z$/

/** The cell as trimmed text: numbers without grouping, dates as ISO text, blank as ''. Never evaluated. */
export function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return dateText(cell)
}

/** True for a cell that holds nothing but white space. */
export function isBlank(cell: Cell): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '')
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString()
  return trailingZeroTime.test(text) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
