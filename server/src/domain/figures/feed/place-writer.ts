import { ident, join, portableSql } from '#server/platform/sql.ts'
import type { StoreWriter } from '../store/analytics-store.ts'
import type { SurveyTables } from '../store/tables.ts'
import { recordKeyColumn, responseTable } from '../store/tables.ts'
import { readPlaces, readUnitResponseIds } from './responses-store.ts'
import type { PgQueryable } from './responses-store.ts'

/** Responses per step: so many block this thread for some ten ms at most. */
const stepRows = 5000

/** The rows that changed, each with the number of its place; and what each place decides. */
const changedRows = 'changed_rows'
const changedPlaces = 'changed_places'
const placeNumber = { name: 'place', type: 'int32' } as const
const rowColumns = [{ name: 'id', type: 'int64' }, { name: recordKeyColumn, type: 'int64' }, placeNumber] as const

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
  const placeColumns = [placeNumber, ...columns]
  await writer.createTable(changedRows, rowColumns)
  await writer.createTable(changedPlaces, placeColumns)
  const ids = await readUnitResponseIds(pool, surveyId, unitIds)
  for (let start = 0; start < ids.length; start += stepRows) {
    const places = await readPlaces(pool, ids.slice(start, start + stepRows), tables.levels)
    // A step has no more places than responses.
    const numbers = places.map((_, at) => start + at)
    await writer.append(changedPlaces, placeColumns, [numbers, ...tables.places(places).values])
    await writer.append(changedRows, rowColumns, [
      places.flatMap((place) => place.ids),
      places.flatMap((place) => place.recordKeys),
      places.flatMap((place, at) => place.ids.map(() => start + at)),
    ])
  }
  const table = ident(responseTable(surveyId))
  const names = [recordKeyColumn, ...columns.map(({ name }) => name)]
  const sets = names.map((name) => portableSql`${ident(name)} = changed.${ident(name)}`)
  await writer.run(
    portableSql`update ${table} set ${join(sets)} from (
        select * from ${ident(changedRows)} join ${ident(changedPlaces)} using (${ident(placeNumber.name)})
      ) changed where ${table}.id = changed.id`,
  )
  await writer.run(portableSql`drop table ${ident(changedRows)}`)
  await writer.run(portableSql`drop table ${ident(changedPlaces)}`)
}
