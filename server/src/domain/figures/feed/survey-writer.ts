import { setImmediate as nextTurn } from 'node:timers/promises'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { StoreWriter } from '../store/analytics-store.ts'
import type { ChangedRows } from '../memory/held-columns.ts'
import { readResponseIds, readResponses } from './responses-store.ts'
import type { PgQueryable } from './responses-store.ts'
import { alertTable } from '../store/alert-columns.ts'
import { recipientTable, responseTable, textTable } from '../store/tables.ts'
import type { ResponseRow, SurveyTables } from '../store/tables.ts'

/** Responses per step: reading, converting and adding so many each blocks this thread for some ten ms at most. */
const stepRows = 200
/** More changed responses than this at once are no answers that somebody waits for: requests then go first. */
const manyRows = 1_000

/**
 * Rebuilds the tables of a survey from all its responses. Returns the ids of the questions with answers that their
 * packed column cannot hold.
 */
export async function rebuildSurvey(
  writer: StoreWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
): Promise<number[]> {
  const unpacked = new Set<number>()
  const { responses, alerts, recipients, texts } = tables.fill([])
  for (const { table, columns } of [responses, alerts, recipients, texts]) await writer.createTable(table, columns)
  // Read in the order they are stored in: sorting afterwards would need twice the memory of all responses.
  const ids = await readResponseIds(pool, surveyId, tables.unitOrder)
  for (let start = 0; start < ids.length; start += stepRows) {
    const rows = await readResponses(pool, surveyId, ids.slice(start, start + stepRows))
    for (const id of await appendRows(writer, tables, rows)) unpacked.add(id)
  }
  await writer.run(portableSql`delete from stored_survey where survey_id = ${surveyId}`)
  await writer.run(
    portableSql`insert into stored_survey values (${surveyId}, ${tables.signature}, ${JSON.stringify([...unpacked])})`,
  )
  return [...unpacked]
}

/**
 * Replaces the stored rows of some responses by their current state. `unpacked` are the questions known to have answers
 * that their packed column cannot hold; returns them together with any new ones.
 */
export async function replaceResponses(
  writer: StoreWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
  ids: readonly number[],
  unpacked: readonly number[],
): Promise<number[]> {
  const unpackedNow = new Set(unpacked)
  const pause = ids.length > manyRows ? backgroundPauses() : null
  for (let start = 0; start < ids.length; start += stepRows) {
    await pause?.()
    const step = ids.slice(start, start + stepRows)
    const list = join(step.map(integer))
    await writer.run(portableSql`delete from ${ident(responseTable(surveyId))} where id in (${list})`)
    for (const table of [alertTable, recipientTable, textTable]) await writer.run(deleteAttached(table(surveyId), list))
    const rows = await readResponses(pool, surveyId, step)
    for (const id of await appendRows(writer, tables, rows)) unpackedNow.add(id)
  }
  if (unpackedNow.size > unpacked.length)
    await writer.run(
      portableSql`update stored_survey set odd = ${JSON.stringify([...unpackedNow])} where survey_id = ${surveyId}`,
    )
  return [...unpackedNow]
}

/** Reads stored columns of some responses as numbers, NaN for null. `asked` holds each id once. */
export async function readRows(
  writer: StoreWriter,
  surveyId: number,
  asked: readonly number[],
  names: readonly string[],
): Promise<ChangedRows> {
  const values = names.map((name) => portableSql`cast(${ident(name)} as double)`)
  const table = ident(responseTable(surveyId))
  const { columns } = await writer.run(
    portableSql`select ${join([portableSql`cast(id as double)`, ...values])} from ${table} where id in (${join(asked.map(integer))})`,
  )
  const [ids = [], ...cells] = columns
  const numbers = cells.map((column) =>
    Float64Array.from(column, (cell) => (cell === null ? Number.NaN : Number(cell))),
  )
  return {
    asked,
    ids: ids.map(Number),
    columns: new Map(names.map((name, at) => [name, numbers[at] ?? new Float64Array()])),
  }
}

/** Drops the tables of a survey that no longer exists. */
export async function dropSurvey(writer: StoreWriter, surveyId: number): Promise<void> {
  for (const table of [responseTable, alertTable, recipientTable, textTable])
    await writer.run(portableSql`drop table if exists ${ident(table(surveyId))}`)
  await writer.run(portableSql`delete from stored_survey where survey_id = ${surveyId}`)
}

function deleteAttached(table: string, ids: Fragment): Fragment {
  return portableSql`delete from ${ident(table)} where response_id in (${ids})`
}

async function appendRows(writer: StoreWriter, tables: SurveyTables, rows: readonly ResponseRow[]): Promise<number[]> {
  const { responses, alerts, recipients, texts, unpacked } = tables.fill(rows)
  await nextTurn()
  for (const { table, columns, values } of [responses, alerts, recipients, texts])
    await writer.append(table, columns, values)
  return unpacked
}
