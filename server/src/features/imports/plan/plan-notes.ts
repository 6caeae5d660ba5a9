import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { ExistingSurvey } from './existing-survey.ts'
import type { FileStyle } from './infer-columns.ts'
import type { PlanOptions } from './plan-options.ts'
import { everything } from './plan-views.ts'
import type { PlannedColumn, PlannedView } from './planned.ts'

/** Notes the survey's questions the file has no column for. */
export function leftAlone(existing: ExistingSurvey | null, columns: readonly PlannedColumn[]): ImportNote[] {
  const names = (existing?.questions ?? [])
    .map(({ variable }) => variable)
    .filter((name) => !columns.some(({ variable }) => variable === name))
  if (names.length === 0) return []
  return [noteOn(say`Not in this file, so their answers stay as they are: ${names.join(', ')}.`)]
}

/** Notes what was decided for the file as a whole, and by whom. */
export function decisions(
  options: PlanOptions,
  existing: ExistingSurvey | null,
  eventDate: string | null,
  views: readonly PlannedView[],
  style: FileStyle,
): ImportNote[] {
  const told = (how: Told, given: boolean, value: string): ImportNote =>
    noteOn(given ? how.asked(value) : existing ? how.before(value) : how.found(value))
  const bare = views.every((view) => view.levels.includes(everything))
  const notes = bare
    ? [
        noteOn(
          say`Hierarchy: no column has choices that could be units, so there are no units to compare.`,
          {},
          'hierarchy',
        ),
      ]
    : views.map((view) =>
        told(hierarchy, options.hierarchy !== null || options.views !== null, view.levels.join(' > ')),
      )
  notes.push(
    eventDate === null
      ? noteOn(say`Event date: no column holds dates, so the day of the import is used.`, {}, 'date')
      : told(date, options.date !== null, eventDate),
  )
  if (style.mark === ',') notes.push(noteOn(say`Numbers have a decimal comma.`))
  return notes
}

/** The words for a decision, by who made it: the person who imports, the existing survey, or the import itself. */
interface Told {
  asked(value: string): Words
  before(value: string): Words
  found(value: string): Words
}

const hierarchy: Told = {
  asked: (levels) => say`Hierarchy: ${levels}.`,
  before: (levels) => say`Hierarchy: ${levels} (as before).`,
  found: (levels) => say`Hierarchy: ${levels} (detected).`,
}

const date: Told = {
  asked: (column) => say`Event date: ${column}.`,
  before: (column) => say`Event date: ${column} (as before).`,
  found: (column) => say`Event date: ${column} (detected).`,
}
