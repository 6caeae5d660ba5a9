import { say } from '@gensvar/contract/say'
import { ImportRefusal, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { Inference } from './answer-plan.ts'
import type { ColumnProfile } from './column-profile.ts'
import { dayFirst, monthFirst, weakForms } from './date-forms.ts'
import type { DateForm } from './date-forms.ts'
import { isAbout } from './header-words.ts'
import { almostAll } from './infer-number.ts'

/** What decides between day first and month first: the date format of the request, or another column of the file. */
export interface DateOrder {
  given: DateForm | null
  elsewhere: DateForm | null
  /** The event date was chosen, so that no other column needs to be read as dates. */
  isDateChosen: boolean
}

/** The best date forms of a column, all fitting the same number of cells. Empty if it holds no dates. */
export function dateReadings(header: string, profile: ColumnProfile, wanted = false): ColumnProfile['dates'] {
  const speaks = wanted || isAbout(header, 'date') || isAbout(header, 'created')
  const usable = profile.dates.filter(({ form }) => speaks || !weakForms.includes(form))
  const best = Math.max(0, ...usable.map(({ count }) => count))
  const enough = wanted ? 0.5 : almostAll
  if (best === 0 || best < enough * profile.filled) return []
  return usable.filter(({ count }) => count === best)
}

/** The form of a column's dates, if day and month can be told apart in them. */
export function settledForm(header: string, profile: ColumnProfile): DateForm | null {
  const readings = dateReadings(header, profile)
  return readings.length === 1 ? (readings[0]?.form ?? null) : null
}

/**
 * Decides how a column of dates is read; null if it holds none. Errors: `validation` naming the column if day and
 * month can be either way round and nothing in the file decides it.
 */
export function inferDate(header: string, profile: ColumnProfile, order: DateOrder, wanted = false): Inference | null {
  const readings = dateReadings(header, profile, wanted)
  if (wanted && order.given && (readings.length !== 1 || fits(order.given, profile)))
    return { plan: { type: 'date', form: order.given }, warnings: [] }
  const [first] = readings
  if (!first) return null
  const warnings: ImportNote[] = []
  const stray = profile.filled - first.count
  if (stray > 0)
    warnings.push(
      noteOn(
        stray === 1
          ? say`1 cell is not a date: treated as not answered`
          : say`${stray} cells are not dates: treated as not answered`,
      ),
    )
  const either = readings.some(({ form }) => form === dayFirst) && readings.some(({ form }) => form === monthFirst)
  if (!either) return { plan: { type: 'date', form: first.form }, warnings }
  const settled = order.given ?? order.elsewhere
  if (settled === dayFirst || settled === monthFirst) {
    if (!order.given) warnings.push(noteOn(say`read as ${settled.name}, like the other dates of the file`))
    return { plan: { type: 'date', form: settled }, warnings }
  }
  if (order.isDateChosen && !wanted) return ambiguousText(profile)
  if (order.given) return { plan: { type: 'date', form: order.given }, warnings }
  throw ambiguousDates(header, profile)
}

/** Whether any cell is a date of a form; a date format that was given can be meant for another column. */
function fits(form: DateForm, { values }: ColumnProfile): boolean {
  return [...values.keys()].some((text) => form.read(text) !== null)
}

function ambiguousText({ values }: ColumnProfile): Inference {
  const [example = ''] = values.keys()
  const words = say`its dates can be read two ways, as in "${example}": kept as text`
  return { plan: { type: 'text', kind: 'identifier' }, warnings: [noteOn(words, {}, 'dateFormat')] }
}

function ambiguousDates(column: string, profile: ColumnProfile): ImportRefusal {
  const [example = '', place] = [...profile.values][0] ?? []
  const row = place?.row ?? 0
  const words = say`The dates in column "${column}" can be read two ways, as in "${example}" (row ${row}). Choose the date format dd/mm/yyyy or mm/dd/yyyy.`
  return new ImportRefusal('validation', words, 'dateFormat', { row, column })
}
