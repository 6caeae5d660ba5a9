import { setImmediate as nextTurn } from 'node:timers/promises'
import { fromDayNumber } from '../../../contract/src/dates.ts'
import type { AnalyticsStore } from '../../../server/src/domain/figures/store/analytics-store.ts'
import type { ResponseRow } from '../../../server/src/domain/figures/store/response-row.ts'
import type { SurveyTables } from '../../../server/src/domain/figures/store/tables.ts'
import type { StoredAnswer } from '../../../server/src/domain/figures/store/answer-columns.ts'
import { recordKeyOf } from './fill-postgres.ts'
import type { MadeUnits } from './fill-postgres.ts'
import { comments, missing } from './made-rows.ts'
import type { MadeRows } from './made-rows.ts'
import { nameOf, rated } from './survey-plan.ts'

/** Rows converted and appended at a time. */
const stepRows = 2_048

/**
 * Writes all responses into the analytics store as a rebuild does, in the same order and through the same tables, without
 * reading them from PostgreSQL.
 */
export async function fillStore(
  store: AnalyticsStore,
  tables: SurveyTables,
  made: MadeRows,
  units: MadeUnits,
  firstId: number,
): Promise<void> {
  await store.write(async (writer) => {
    const none = tables.fill([])
    for (const shape of [none.alerts, none.recipients, none.texts, none.responses]) await writer.createTable(shape)
    for (let start = 0; start < made.count; start += stepRows) {
      const rows: ResponseRow[] = []
      for (let row = start; row < Math.min(made.count, start + stepRows); row++)
        rows.push(responseOf(made, units, firstId, row))
      const { responses, texts, tooWide } = tables.fill(rows)
      if (tooWide.length > 0) throw new Error('A made answer does not fit into its column')
      await nextTurn()
      for (const shape of [texts, responses]) await writer.append(shape, shape.values)
    }
  })
}

function responseOf(made: MadeRows, units: MadeUnits, firstId: number, row: number): ResponseRow {
  const { columns, answers } = made
  const [store, product] = [columns.store[row] ?? 0, columns.product[row] ?? 0]
  const date = fromDayNumber(made.firstDay + (columns.day[row] ?? 0))
  const given: Record<string, StoredAnswer> = {
    region: nameOf.region(columns.region[row] ?? 0),
    store: nameOf.store(store),
    outlet: nameOf.outlet(store),
    category: nameOf.category(columns.category[row] ?? 0),
    product: nameOf.product(product),
    answered_on: date,
    channel: nameOf.channel(columns.channel[row] ?? 0),
    segment: nameOf.segment(columns.segment[row] ?? 0),
  }
  rated.forEach((variable, at) => {
    const answer = answers[at]?.[row] ?? missing
    if (answer !== missing) given[variable] = answer
  })
  const comment = made.comment[row] ?? 0
  if (comment > 0) given['comment'] = comments[comment - 1] ?? ''
  const id = firstId + (made.place[row] ?? 0)
  return {
    id,
    state: 0,
    eventDate: date,
    answers: given,
    unitIds: [units.store[store] ?? 0, units.product[product] ?? 0, units.outlet[store] ?? 0],
    language: null,
    contact: {},
    alerts: { open: 0, processing: 0, closed: 0 },
    recipients: [],
    recordKey: recordKeyOf(id),
    released: false,
  }
}
