import type { ColumnType } from 'kysely'

/** A date column; travels as ISO text (`2026-03-31`) in both directions. */
export type DateText = string
/** A jsonb column: read as a value, written as JSON text (`JSON.stringify`), because `pg` turns arrays into SQL arrays. */
export type Json<T> = ColumnType<T, string, string>
/** A jsonb column that has a default. */
export type JsonDefault<T> = ColumnType<T, string | undefined, string>
/** A timestamptz column; `Date` or ISO text is accepted. */
export type Moment = ColumnType<Date, Date | string, Date | string>
export type MomentOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A timestamptz that the database fills in. */
export type MomentNow = ColumnType<Date, Date | string | undefined, Date | string>
/** Text in several languages, `{locale: text}`. */
export type Texts = Record<string, string>
export type Settings = Record<string, unknown>
/** A column that may be left out and is then null. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
/** A jsonb column that may be null. */
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
