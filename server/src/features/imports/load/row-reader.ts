import { namesOnly } from '@gensvar/contract/names-only'
import { say } from '@gensvar/contract/say'
import { asideName } from '#server/domain/imports/aside-name.ts'
import { ImportRefusal } from '../import-words.ts'
import { cellText, isBlank } from '../tables/cell.ts'
import type { Cell, TableRow } from '../tables/cell.ts'
import type { Moment } from '../profile/date-forms.ts'
import { missingTest } from '../profile/not-answered.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { everything } from '../plan/plan-views.ts'
import { datesOfProduct } from '../plan/metadata-columns.ts'
import { ofType } from '../plan/planned.ts'
import type { PlannedColumn, Roles } from '../plan/planned.ts'
import type { ChoicePart } from '../products/product.ts'
import { isChosen } from '../profile/chosen.ts'
import { unreadableDate } from '../plan/event-date.ts'
import { answerReader, readMoment } from './answer-reader.ts'
import type { Answer, ReadAnswer } from './answer-reader.ts'

/** One row of the file, ready to be stored. */
export interface ResponseDraft {
  /** Row of the file. */
  row: number
  key: string | null
  day: string
  /** Time of day of the event where the file has one. */
  time: string | null
  /** Whether the respondent has not finished. */
  unfinished: boolean
  answers: Record<string, Answer>
  contact: Record<string, string>
  /** Its date is far from all others, or it has none, and it was decided that such responses count in no figure. */
  isLeftOut: boolean
  /** Values of the levels of each view, from the top; null where blank. */
  places: (string | null)[][]
}

/** Numbers of rows without a date that count on the day of the import, and of unfinished ones. */
export interface ReadTally {
  undated: number
  unfinished: number
}

/** Ext name of the one unit of all responses if the file has no hierarchy. */
export const theOneUnit = 'all'

/** Cancelled: the state of a response that no figure counts. */
export const leftOutState = 4

/** Kept in the place of the date of a response that is left out because it has none. */
export const noDate = ''

/**
 * Makes the reader of a plan's rows. `today` (ISO) is used for a missing event date, and only responses in the state
 * "completed" (0) can be left out of the figures. The reader throws `validation` naming row and column where an event
 * date cannot be read.
 */
export function rowReader(
  plan: ImportPlan,
  { today, state }: { today: string; state: number },
): { read(row: TableRow): ResponseDraft; tally: ReadTally } {
  const remembered = rememberedOf(plan.columns.length)
  const readers = plan.columns.toSorted(inStoredOrder).map((column) => ({
    column,
    read: withNewNames(column, column.parts ? choiceReader(column.parts) : cellReader(column, remembered)),
  }))
  const { roles } = plan
  const at = (variable: string | null): PlannedColumn | undefined =>
    plan.columns.find((column) => column.variable === variable)
  const bare = plan.views.some((view) => view.levels.includes(everything))
  const [keyColumn, dateColumn] = [at(roles.key), at(roles.eventDate)]
  const readEvent = dateColumn && eventReader(dateColumn, remembered)
  const otherDates = ofType(datesOfProduct(plan.columns), 'date').filter(
    (column) => column.variable !== roles.eventDate,
  )
  const tally: ReadTally = { undated: 0, unfinished: 0 }

  function read(row: TableRow): ResponseDraft {
    const answers = namesOnly<Record<string, Answer>>({})
    for (const reader of readers) keep(reader.column, reader.read(row), answers)
    if (bare) answers[everything] = theOneUnit
    const moment = momentOf(row)
    const unfinished = plan.unfinished?.marks(cellText(row.cells[plan.unfinished.index] ?? null)) ?? false
    if (unfinished) tally.unfinished++
    const isLeftOut = state === 0 && !unfinished && isDateLeftOut(dateColumn, moment?.day ?? null)
    if (!moment && !isLeftOut) tally.undated++
    const contact = contactOf(roles, answers)
    if (isLeftOut && dateColumn) {
      if (moment) setAside(dateColumn.variable, answers)
      else answers[asideName(dateColumn.variable)] = noDate
    }
    return {
      row: row.number,
      key: keyColumn ? cellText(row.cells[keyColumn.index] ?? null) : null,
      day: moment?.day ?? today,
      time: moment?.time ?? null,
      unfinished,
      answers,
      contact,
      isLeftOut,
      places: plan.views.map((view) => view.levels.map((level) => levelValue(answers[level]))),
    }
  }

  // A response that is not completed has the date of its start.
  function momentOf(row: TableRow): Moment | null {
    const moment = readEvent ? readEvent(row) : null
    if (moment || dateColumn?.metadata == null) return moment
    return (
      otherDates
        .map((column) => readMoment(column.plan.form, row.cells[column.index] ?? null))
        .find((found) => found !== null) ?? null
    )
  }

  function keep(column: PlannedColumn, { answer, aside }: ReadAnswer, answers: Record<string, Answer>): void {
    if (answer !== null) answers[column.variable] = answer
    if (aside !== null) answers[asideName(column.variable)] = aside
    if (column.hidden) setAside(column.variable, answers)
  }

  return { read, tally }
}

/** PostgreSQL sorts the answers of each response so, which takes less time where they are. */
function inStoredOrder({ variable: one }: PlannedColumn, { variable: other }: PlannedColumn): number {
  return Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other))
}

type RowPart = (row: TableRow) => ReadAnswer

/** Choices that were renamed since keep being called in files what they were. */
function withNewNames({ renamed }: PlannedColumn, read: RowPart): RowPart {
  if (renamed === undefined) return read
  return (row) => {
    const { answer, aside } = read(row)
    if (answer === null || typeof answer === 'number') return { answer, aside }
    const now = typeof answer === 'string' ? newName(renamed, answer) : answer.map((name) => newName(renamed, name))
    return { answer: now, aside }
  }
}

/** What a choice is called by now. */
export function newName(renamed: PlannedColumn['renamed'], name: string): string {
  return renamed && Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name
}

function cellReader({ index, plan, notAnswered }: PlannedColumn, remembered: number): RowPart {
  const read = remembering(answerReader(plan, missingTest(notAnswered)), remembered)
  return ({ cells }) => read(cells[index] ?? null)
}

/** Most different texts of all columns that are read once. */
const allRemembered = 200_000
/** The same of one column, and the longest text: longer ones are rarely the same. */
const [mostRemembered, longestRemembered] = [2000, 60]

/** How many texts of each of `columns` columns are remembered. */
function rememberedOf(columns: number): number {
  return Math.min(mostRemembered, Math.floor(allRemembered / Math.max(1, columns)))
}

/** The same reader, which reads texts that come again once; nobody changes what it returns. */
function remembering<Read>(read: (cell: Cell) => Read, most: number): (cell: Cell) => Read {
  const known = new Map<string, Read>()
  return (cell) => {
    if (typeof cell !== 'string' || cell.length > longestRemembered) return read(cell)
    const before = known.get(cell)
    if (before !== undefined) return before
    const found = read(cell)
    if (known.size < most) known.set(cell, found)
    return found
  }
}

/** Reads the answers of a question whose choices have a column each. */
function choiceReader(parts: readonly ChoicePart[]): RowPart {
  return ({ cells }) => {
    const chosen = parts.filter(({ index }) => isChosen(cells[index] ?? null)).map(({ label }) => label)
    return { answer: chosen.length === 0 ? null : chosen, aside: null }
  }
}

/** Keeps an answer beside the answers, where no figure, filter or search finds it. */
function setAside(variable: string, answers: Record<string, Answer>): void {
  const answer = answers[variable]
  if (answer === undefined) return
  delete answers[variable]
  answers[asideName(variable)] = answer
}

/** Whether it was decided to leave out responses of this date, or without one. */
function isDateLeftOut(column: PlannedColumn | undefined, day: string | null): boolean {
  return day === null ? column?.leavesOutUndated === true : isFar(column?.leftOutDays, day)
}

function isFar(far: PlannedColumn['leftOutDays'], day: string): boolean {
  if (far === undefined) return false
  return (far.before !== null && day <= far.before) || (far.after !== null && day >= far.after)
}

/** Reads event dates; null for a row without one. Throws `validation` naming the row where one cannot be read. */
function eventReader(column: PlannedColumn, remembered: number): (row: TableRow) => Moment | null {
  const { plan } = column
  const isMissing = missingTest(column.notAnswered)
  const read = remembering((cell): { moment: Moment | null } | null => {
    if (isBlank(cell) || isMissing(cell, cellText(cell))) return { moment: null }
    if (plan.type !== 'date') {
      const words = say`The event date column "${column.header}" does not contain dates.`
      throw new ImportRefusal('validation', words, 'date', { column: column.header })
    }
    const moment = readMoment(plan.form, cell)
    return moment && { moment }
  }, remembered)
  return (row) => {
    const cell = row.cells[column.index] ?? null
    const found = read(cell)
    if (found) return found.moment
    throw unreadableDate(row.number, column.header, cellText(cell), plan.type === 'date' ? plan.form.name : '')
  }
}

function levelValue(answer: Answer | undefined): string | null {
  return typeof answer === 'string' && answer !== '' ? answer : null
}

function contactOf({ contact }: Roles, answers: Record<string, Answer>): Record<string, string> {
  const found = namesOnly<Record<string, string>>({})
  for (const [field, variable] of Object.entries(contact)) {
    const answer = variable === null ? undefined : answers[variable]
    if (typeof answer === 'string') found[field] = field === 'language' ? answer.slice(0, 2).toLowerCase() : answer
  }
  return found
}
