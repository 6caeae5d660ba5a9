import { setImmediate as nextTurn } from 'node:timers/promises'
import { ident, join, portableSql } from '#server/platform/sql.ts'
import type { StoreWriter } from '../store/analytics-store.ts'
import type { SurveyTables } from '../store/tables.ts'
import { responseTable } from '../store/tables.ts'
import { readPlaces, readUnitResponseIds } from './responses-store.ts'
import type { PgQueryable } from './responses-store.ts'

/** Responses per step: so many block this thread for some ten ms at most. */
const stepRows = 5000

const changedPlaces = 'changed_places'

/**
 * Replaces the places of the responses of some lowest units by the current ones, and their answers to the levels. Many
 * times faster than replacing whole rows, of which a unit can have very many.
 */
export async function replacePlaces(
  writer: StoreWriter,
  pool: PgQueryable,
  surveyId: number,
  tables: SurveyTables,
  unitIds: readonly number[],
): Promise<void> {
  const { columns } = tables.places([])
  await writer.createTable(changedPlaces, columns)
  const ids = await readUnitResponseIds(pool, surveyId, unitIds)
  for (let start = 0; start < ids.length; start += stepRows) {
    const rows = await readPlaces(pool, ids.slice(start, start + stepRows), tables.levels)
    await writer.append(changedPlaces, columns, tables.places(rows).values)
    await nextTurn()
  }
  const table = ident(responseTable(surveyId))
  const sets = columns.slice(1).map(({ name }) => portableSql`${ident(name)} = changed.${ident(name)}`)
  await writer.run(
    portableSql`update ${table} set ${join(sets)} from ${ident(changedPlaces)} changed where ${table}.id = changed.id`,
  )
  await writer.run(portableSql`drop table ${ident(changedPlaces)}`)
}
