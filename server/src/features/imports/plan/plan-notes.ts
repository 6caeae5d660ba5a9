import type { ExistingSurvey } from './existing-survey.ts'
import type { FileStyle } from './infer-columns.ts'
import type { PlanOptions } from './plan-options.ts'
import { everything } from './plan-views.ts'
import type { PlannedColumn, PlannedView } from './planned.ts'

/** Tells of the survey's questions the file has no column for. */
export function leftAlone(existing: ExistingSurvey | null, columns: readonly PlannedColumn[]): string[] {
  const names = (existing?.questions ?? [])
    .map(({ variable }) => variable)
    .filter((name) => !columns.some(({ variable }) => variable === name))
  return names.length === 0 ? [] : [`Not in this file, so their answers stay as they are: ${names.join(', ')}.`]
}

/** Tells what was decided for the file as a whole, and by whom. */
export function decisions(
  options: PlanOptions,
  existing: ExistingSurvey | null,
  eventDate: string | null,
  views: readonly PlannedView[],
  style: FileStyle,
): string[] {
  const found = (given: boolean): string => (given ? '' : existing ? ' (as before)' : ' (found by itself)')
  const bare = views.some((view) => view.levels.includes(everything))
  const notes = bare
    ? [
        'Hierarchy: no column is a choice that could make units, so all responses stand under one. Name the levels with --hierarchy.',
      ]
    : views.map(
        (view) =>
          `Hierarchy: ${view.levels.join(' > ')}${found(options.hierarchy !== null || options.views !== null)}.`,
      )
  notes.push(
    eventDate === null
      ? 'Event date: no column holds dates, so the day of the import stands for it.'
      : `Event date: ${eventDate}${found(options.date !== null)}.`,
  )
  if (style.mark === ',') notes.push('Numbers have a decimal comma.')
  return notes
}
