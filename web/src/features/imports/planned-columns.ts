import type { columnTypes, NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'

/** A column as it was understood. */
export type PlannedColumn = NewSurveyCheck['columns'][number]

/** How one column is read. */
export type ColumnSettings = NewSurveyOptions['columns'][number]

/** A type that a column's question can have. */
export type ColumnType = (typeof columnTypes)[number]

/** Title of the column at a position of the file. */
export function columnTitle(columns: readonly PlannedColumn[], index: number): string {
  return columns.find((column) => column.index === index)?.title ?? String(index + 1)
}

/** Whether the column holds one answer, and not one of several columns of choices: only then it can be more than a question. */
export function isPlain({ parts, leftOut }: PlannedColumn): boolean {
  return parts.length === 0 && !leftOut
}

/** The settings of all columns with those of one changed. */
export function withSettings(
  settings: readonly ColumnSettings[],
  index: number,
  change: Partial<ColumnSettings>,
): ColumnSettings[] {
  const before = settings.find((one) => one.index === index)
  return [...settings.filter((one) => one !== before), { leftOut: false, ...before, ...change, index }]
}
