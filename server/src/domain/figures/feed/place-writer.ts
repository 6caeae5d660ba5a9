import type pg from 'pg'
import type { StoreWriter } from '../store/analytics-store.ts'
import { recordKeyColumn } from '../store/built-in-columns.ts'
import type { SurveyTables } from '../store/tables.ts'
import { streamPlaces } from './responses-store.ts'

const rowColumns = [
  { name: 'id', type: 'int64' },
  { name: recordKeyColumn, type: 'int64' },
] as const

/**
 * Replaces the places of the responses of some lowest units by the current ones, and their answers to the levels. Many
 * times faster than replacing whole rows, of which a unit can have very many.
 */
export async function replacePlaces(
  writer: StoreWriter,
  pool: pg.Pool,
  surveyId: number,
  tables: SurveyTables,
  unitIds: readonly number[],
): Promise<void> {
  const { columns: groupColumns } = tables.places([])
  const steps = readSteps(pool, surveyId, tables, unitIds)
  await writer.changeColumns(tables.fill([]).responses, { rowColumns, groupColumns, steps })
}

async function* readSteps(pool: pg.Pool, surveyId: number, tables: SurveyTables, unitIds: readonly number[]) {
  for await (const places of streamPlaces(pool, surveyId, unitIds, tables.levels))
    yield {
      groups: tables.places(places).values,
      groupOf: places.flatMap((place, at) => place.ids.map(() => at)),
      rows: [places.flatMap((place) => place.ids), places.flatMap((place) => place.recordKeys)],
    }
}
