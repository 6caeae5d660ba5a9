import { ident, integer, join, sql } from '../sql.ts'
import type { Fragment } from '../sql.ts'
import type { DuckDbWriter } from './duckdb.ts'
import { readResponses, readResponsesAfter } from './responses-store.ts'
import type { PgQueryable } from './responses-store.ts'
import { SurveyTables, recipientTable, responseTable, textTable } from './tables.ts'
import type { ResponseRow } from './tables.ts'

/** Responses handled in one step: few enough not to hold up other requests of the process. */
const stepRows = 2000

/** Makes the tables of a survey anew from all its responses. */
export async function rebuildSurvey(
  writer: DuckDbWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
): Promise<void> {
  const { responses, recipients, texts } = tables.fill([])
  const target = ident(responseTable(surveyId))
  const unsorted = `${responseTable(surveyId)}_unsorted`
  await writer.createTable(unsorted, responses.columns)
  await writer.createTable(recipients.table, recipients.columns)
  await writer.createTable(texts.table, texts.columns)
  let lastId = 0
  for (;;) {
    const rows = await readResponsesAfter(pool, surveyId, lastId, stepRows)
    const last = rows.at(-1)
    if (!last) break
    await appendRows(writer, tables, rows, unsorted)
    lastId = last.id
  }
  const order = join(tables.sortColumns.map(ident))
  await writer.run(sql`create or replace table ${target} as select * from ${ident(unsorted)} order by ${order}`)
  await writer.run(sql`drop table ${ident(unsorted)}`)
  await writer.run(sql`delete from survey_table where survey_id = ${surveyId}`)
  await writer.run(sql`insert into survey_table values (${surveyId}, ${tables.signature})`)
}

/** Puts the current state of some responses in the place of what is stored of them. */
export async function replaceResponses(
  writer: DuckDbWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
  ids: readonly number[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += stepRows) {
    const step = ids.slice(start, start + stepRows)
    const list = join(step.map(integer))
    await writer.run(sql`delete from ${ident(responseTable(surveyId))} where id in (${list})`)
    await writer.run(deleteAttached(recipientTable(surveyId), list))
    await writer.run(deleteAttached(textTable(surveyId), list))
    await appendRows(writer, tables, await readResponses(pool, surveyId, step), responseTable(surveyId))
  }
}

/** Removes what is stored of a survey that no longer exists. */
export async function dropSurvey(writer: DuckDbWriter, surveyId: number): Promise<void> {
  for (const table of [responseTable(surveyId), recipientTable(surveyId), textTable(surveyId)])
    await writer.run(sql`drop table if exists ${ident(table)}`)
  await writer.run(sql`delete from survey_table where survey_id = ${surveyId}`)
}

function deleteAttached(table: string, ids: Fragment): Fragment {
  return sql`delete from ${ident(table)} where response_id in (${ids})`
}

async function appendRows(
  writer: DuckDbWriter,
  tables: SurveyTables,
  rows: readonly ResponseRow[],
  responseTarget: string,
): Promise<void> {
  const { responses, recipients, texts } = tables.fill(rows)
  await writer.append(responseTarget, responses.columns, responses.values)
  await writer.append(recipients.table, recipients.columns, recipients.values)
  await writer.append(texts.table, texts.columns, texts.values)
}
