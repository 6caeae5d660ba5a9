import type { NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import { positionOf } from '../choose-columns.ts'
import type { ImportRequest } from '../import-request.ts'
import type { QuestionSettings } from '../plan/planned.ts'

/** What the options of a new survey ask of an import: the same that the command line can ask. */
export function importRequestOf(options: NewSurveyOptions, universe: string, file: string): ImportRequest {
  const { hierarchy, date, dateFormat, key, main, sheet, headerRows, repeated } = options
  const leftOut = options.columns.filter((column) => column.leftOut)
  const settings = options.columns.filter((column) => !column.leftOut)
  return {
    file,
    universe,
    ...(options.universeTitle !== null && { universeTitle: options.universeTitle }),
    survey: options.survey,
    title: options.title,
    ...(hierarchy && { hierarchy: hierarchy.map(positionOf) }),
    ...(date !== null && { date: positionOf(date) }),
    ...(dateFormat !== null && { dateFormat }),
    ...(key !== null && { key: positionOf(key) }),
    ...(main !== null && { main: positionOf(main) }),
    ...(sheet !== null && { sheet }),
    ...(headerRows !== null && { headerRows }),
    ...(repeated !== null && { repeated }),
    include: options.include,
    decisions: options.decisions,
    leaveOut: leftOut.map(({ index }) => positionOf(index)),
    settings: Object.fromEntries(settings.map((column) => [positionOf(column.index), settingsOf(column)])),
  }
}

function settingsOf({ type, title, min, max }: NewSurveyOptions['columns'][number]): QuestionSettings {
  return {
    ...(type !== undefined && { type }),
    ...(title !== undefined && { title }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
}
