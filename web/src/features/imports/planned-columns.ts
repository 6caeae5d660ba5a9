import type { columnTypes, NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey'

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

/** Positions in the file that a column is made of. */
export function positionsOf({ index, parts }: PlannedColumn): readonly number[] {
  return index === null ? parts : [index]
}

/** The settings of all columns with those of some changed. */
export function withSettings(
  settings: readonly ColumnSettings[],
  positions: readonly number[],
  change: Partial<ColumnSettings>,
): ColumnSettings[] {
  const changed = positions.map((index) => ({
    leftOut: false,
    ...settings.find((one) => one.index === index),
    ...change,
    index,
  }))
  return [...settings.filter(({ index }) => !positions.includes(index)), ...changed]
}
