import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { StoreWriter, TableShape } from '../store/analytics-store.ts'
import type { ChangedRows } from '../memory/held-columns.ts'
import { readAttachments, readResponseIds, readResponses } from './responses-store.ts'
import type { PgQueryable } from './responses-store.ts'
import { alertTable } from '../store/alert-columns.ts'
import { recipientTable, responseTable, textTable } from '../store/tables.ts'
import type { ResponseRow } from '../store/response-row.ts'
import type { SurveyRows, SurveyTables, TableValues } from '../store/tables.ts'

/**
 * The list of surveys that are stored: `wide` has the ids of the wide scales, as JSON; `revision` is another one whenever rows
 * have changed, for other processes that use the store.
 */
export const storedSurveyShape: TableShape = {
  table: 'stored_survey',
  key: 'survey_id',
  columns: [
    { name: 'survey_id', type: 'int32' },
    { name: 'signature', type: 'text' },
    { name: 'wide', type: 'text' },
    { name: 'revision', type: 'text' },
  ],
}

/** Responses per step: reading, converting and adding so many each blocks this thread for some ten ms at most. */
const stepRows = 200
/** The same for a rebuild: each statement and each lot that is added takes as long for ten times as many. */
const rebuildRows = 2048
/** Lots of a rebuild that are read ahead: with one alone PostgreSQL would wait while this thread is busy with the one before. */
const lotsAhead = 2
/** More changed responses than this at once are no answers that somebody waits for: requests then go first. */
const manyRows = 1_000

/** A survey's table as it is stored. */
export interface StoredTable {
  signature: string
  /** Ids of the scales that are stored as doubles. */
  wide: readonly number[]
}

/**
 * Rebuilds the tables of a survey from all its responses, with further scales as doubles where answers need it. Returns the
 * tables as they are then.
 */
export async function rebuildSurvey(
  writer: StoreWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
): Promise<SurveyTables> {
  for (const shape of tablesOf(tables.fill([]))) await writer.createTable(shape)
  // Read in the order they are stored in: sorting afterwards would need twice the memory of all responses.
  const ids = await readResponseIds(pool, surveyId, tables.unitOrder)
  for await (const rows of readAhead(pool, surveyId, ids)) {
    const filled = await fill(tables, rows)
    // Answers of other kinds than before are rare, and usually among the first.
    if (filled.tooWide.length > 0) {
      const wider = tables.withWide([...tables.wide, ...filled.tooWide])
      return rebuildSurvey(writer, pool, surveyId, wider)
    }
    for (const shape of tablesOf(filled)) await writer.append(shape, shape.values)
  }
  await saveStoredSurvey(writer, surveyId, tables)
  return tables
}

/** Responses in the order of their ids, some at a time: the next ones are read while the caller uses these. */
async function* readAhead(pool: PgQueryable, surveyId: number, ids: readonly number[]): AsyncGenerator<ResponseRow[]> {
  const attachments = await readAttachments(pool, surveyId)
  const reading: Promise<ResponseRow[]>[] = []
  let start = 0
  const readMore = (): void => {
    for (; reading.length < lotsAhead && start < ids.length; start += rebuildRows) {
      const lot = readResponses(pool, surveyId, ids.slice(start, start + rebuildRows), attachments)
      // It may fail before it is waited for.
      lot.catch(() => {})
      reading.push(lot)
    }
  }
  try {
    readMore()
    for (let lot = reading.shift(); lot; lot = reading.shift()) {
      const rows = await lot
      readMore()
      yield rows
    }
  } finally {
    await Promise.allSettled(reading)
  }
}

/**
 * Replaces the stored rows of some responses by their current state. Returns the ids of scales with answers that their columns
 * cannot hold: then it has ended early, and the survey must be rebuilt with wider ones.
 */
export async function replaceResponses(
  writer: StoreWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
  ids: readonly number[],
): Promise<readonly number[]> {
  const pause = ids.length > manyRows ? backgroundPauses() : null
  for (let start = 0; start < ids.length; start += stepRows) {
    await pause?.()
    const step = ids.slice(start, start + stepRows)
    const filled = await fill(tables, await readResponses(pool, surveyId, step))
    if (filled.tooWide.length > 0) return filled.tooWide
    for (const shape of tablesOf(filled)) await writer.replaceRows(shape, step, shape.values)
  }
  return []
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
  const { columns } = await writer.read(
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
  for (const table of [responseTable, alertTable, recipientTable, textTable]) await writer.dropTable(table(surveyId))
  await writer.replaceRows(storedSurveyShape, [surveyId], [])
}

function tablesOf({ responses, alerts, recipients, texts }: SurveyRows): TableValues[] {
  return [alerts, recipients, texts, responses]
}

async function fill(tables: SurveyTables, rows: readonly ResponseRow[]): Promise<SurveyRows> {
  const filled = tables.fill(rows)
  await nextTurn()
  return filled
}

/** Notes what is stored of a survey, as a new revision of it. */
export function saveStoredSurvey(
  writer: StoreWriter,
  surveyId: number,
  { signature, wide }: StoredTable,
): Promise<void> {
  const values = [[surveyId], [signature], [JSON.stringify(wide)], [randomUUID()]]
  return writer.replaceRows(storedSurveyShape, [surveyId], values)
}
