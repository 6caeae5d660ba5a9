import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { StoreWriter } from '../store/analytics-store.ts'
import type { ChangedRows } from '../memory/held-columns.ts'
import { readResponseIds, readResponses } from './responses-store.ts'
import type { PgQueryable } from './responses-store.ts'
import { recipientTable, responseTable, textTable } from '../store/tables.ts'
import type { ResponseRow, SurveyTables } from '../store/tables.ts'

/** Responses handled in one step: few enough not to hold up other requests of the process. */
const stepRows = 500

/**
 * Makes the tables of a survey anew from all its responses. Returns the ids of the questions whose packed column does
 * not stand for all their answers.
 */
export async function rebuildSurvey(
  writer: StoreWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
): Promise<number[]> {
  const odd = new Set<number>()
  const { responses, recipients, texts } = tables.fill([])
  await writer.createTable(responses.table, responses.columns)
  await writer.createTable(recipients.table, recipients.columns)
  await writer.createTable(texts.table, texts.columns)
  // Read in the order they are to lie in: sorting them afterwards would hold all of them in memory, twice.
  const ids = await readResponseIds(pool, surveyId, tables.unitOrder)
  for (let start = 0; start < ids.length; start += stepRows) {
    const rows = await readResponses(pool, surveyId, ids.slice(start, start + stepRows))
    for (const id of await appendRows(writer, tables, rows)) odd.add(id)
  }
  await writer.run(portableSql`delete from stored_survey where survey_id = ${surveyId}`)
  await writer.run(
    portableSql`insert into stored_survey values (${surveyId}, ${tables.signature}, ${JSON.stringify([...odd])})`,
  )
  return [...odd]
}

/**
 * Puts the current state of some responses in the place of what is stored of them. `odd` are the questions known to
 * have answers their packed column does not stand for; returns them with those that came to be.
 */
export async function replaceResponses(
  writer: StoreWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
  ids: readonly number[],
  odd: readonly number[],
): Promise<number[]> {
  const oddNow = new Set(odd)
  for (let start = 0; start < ids.length; start += stepRows) {
    const step = ids.slice(start, start + stepRows)
    const list = join(step.map(integer))
    await writer.run(portableSql`delete from ${ident(responseTable(surveyId))} where id in (${list})`)
    await writer.run(deleteAttached(recipientTable(surveyId), list))
    await writer.run(deleteAttached(textTable(surveyId), list))
    const rows = await readResponses(pool, surveyId, step)
    for (const id of await appendRows(writer, tables, rows)) oddNow.add(id)
  }
  if (oddNow.size > odd.length)
    await writer.run(
      portableSql`update stored_survey set odd = ${JSON.stringify([...oddNow])} where survey_id = ${surveyId}`,
    )
  return [...oddNow]
}

/** Reads the stored values of some responses' columns as numbers; NaN for none. The ids are given once each. */
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

/** Removes what is stored of a survey that no longer exists. */
export async function dropSurvey(writer: StoreWriter, surveyId: number): Promise<void> {
  for (const table of [responseTable(surveyId), recipientTable(surveyId), textTable(surveyId)])
    await writer.run(portableSql`drop table if exists ${ident(table)}`)
  await writer.run(portableSql`delete from stored_survey where survey_id = ${surveyId}`)
}

function deleteAttached(table: string, ids: Fragment): Fragment {
  return portableSql`delete from ${ident(table)} where response_id in (${ids})`
}

async function appendRows(writer: StoreWriter, tables: SurveyTables, rows: readonly ResponseRow[]): Promise<number[]> {
  const { responses, recipients, texts, odd } = tables.fill(rows)
  for (const { table, columns, values } of [responses, recipients, texts]) await writer.append(table, columns, values)
  return odd
}
