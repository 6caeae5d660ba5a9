import { say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { demandColumn } from './demand-column.ts'
import type { ExistingSurvey } from './existing-survey.ts'
import { eventDateScore, findEventDate } from './find-roles.ts'
import { datesOfProduct } from './metadata-columns.ts'
import { ofType } from './planned.ts'
import type { PlannedColumn } from './planned.ts'

/** The event date's column: the requested one, else the survey's, else the most likely one. Null without dates. */
export function eventDateOf(
  columns: readonly PlannedColumn[],
  asked: string | null,
  existing: ExistingSurvey | null,
): string | null {
  if (asked !== null) return demandColumn(columns, asked, 'date').variable
  const known = existing?.eventDate
  if (known == null)
    return datesOfProduct(columns)[0]?.variable ?? findEventDate(columns.filter(({ metadata }) => metadata === null))
  if (columns.some(({ variable }) => variable === known)) return known
  const words = say`The file lacks the column "${known}", the survey's event date.`
  throw new ImportRefusal('validation', words, 'file', { column: known })
}

/** Scores that differ by less are of columns equally good. */
const tie = 0.05

/** Tells which other columns could as well be the event date, and why the one that is used was preferred. */
export function otherEventDates(columns: readonly PlannedColumn[], eventDate: string | null): ImportNote[] {
  const chosen = columns.find(({ variable }) => variable === eventDate)
  if (!chosen || chosen.metadata !== null) return []
  const others = ofType(columns, 'date').filter(
    (other) =>
      other.variable !== eventDate &&
      other.metadata === null &&
      eventDateScore(chosen) - eventDateScore(other) < tie &&
      other.profile.filled >= 0.5 * other.profile.rows,
  )
  return others.map((other) => {
    const [name, used] = [other.header || other.variable, chosen.header || chosen.variable]
    const words =
      chosen.profile.filled > other.profile.filled
        ? say`Column "${name}" would be as good an event date; "${used}" is used because it has fewer blank cells.`
        : say`Column "${name}" would be as good an event date; "${used}" is used because it comes first.`
    return noteOn(words, { column: name }, 'date')
  })
}

/** Checks that every cell of the event date is a date or a word for "no answer". Throws `validation` with the row. */
export function checkEventDate(columns: readonly PlannedColumn[], eventDate: string | null): void {
  const column = ofType(columns, 'date').find(({ variable }) => variable === eventDate)
  if (!column || column.profile.dateCells === column.profile.filled) return
  for (const [text, { row }] of column.profile.values) {
    if (column.plan.form.read(text) || isDateCell(text, column)) continue
    throw unreadableDate(row, column.header, text, column.plan.form.name)
  }
}

// Cells a spreadsheet holds as dates are profiled under their ISO text.
function isDateCell(text: string, column: PlannedColumn): boolean {
  return column.profile.dateCells > 0 && /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text)
}

/** The error of a cell that should hold the event date. */
export function unreadableDate(row: number, column: string, text: string, form: string): ImportRefusal {
  const words = say`Row ${row}, column "${column}": "${text.slice(0, 40)}" is not a date of the form ${form}. Correct it, or choose another column or date format.`
  return new ImportRefusal('validation', words, ['date', 'dateFormat'], { row, column })
}
