import { setImmediate as nextTurn } from 'node:timers/promises'
import { fromDayNumber } from '../../../contract/src/dates.ts'
import type { AnalyticsStore } from '../../../server/src/domain/figures/store/analytics-store.ts'
import type { ResponseRow } from '../../../server/src/domain/figures/store/response-row.ts'
import type { SurveyTables } from '../../../server/src/domain/figures/store/tables.ts'
import { WrittenAnswers } from '../../../server/src/domain/figures/store/written-answers.ts'
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
    const writeAnswers = answerWriter(made)
    for (const shape of [none.alerts, none.recipients, none.texts, none.responses]) await writer.createTable(shape)
    for (let start = 0; start < made.count; start += stepRows) {
      const rows: ResponseRow[] = []
      for (let row = start; row < Math.min(made.count, start + stepRows); row++)
        rows.push(responseOf(made, units, firstId, row, writeAnswers(row)))
      const { responses, texts, tooWide } = tables.fill(rows)
      if (tooWide.length > 0) throw new Error('A made answer does not fit into its column')
      await nextTurn()
      for (const shape of [texts, responses]) await writer.append(shape, shape.values)
    }
  })
}

/** Writes the answers of a row as PostgreSQL writes an object: shorter names first, and a space after each colon and comma. */
function answerWriter(made: MadeRows): (row: number) => string {
  const { columns, answers } = made
  const named = (name: (at: number) => string, of: { readonly [row: number]: number }) => (row: number) =>
    `"${name(of[row] ?? 0)}"`
  const written = comments.map((text) => JSON.stringify(text))
  const dates: string[] = []
  const all: [variable: string, write: (row: number) => string | number | undefined][] = [
    ['region', named(nameOf.region, columns.region)],
    ['store', named(nameOf.store, columns.store)],
    ['outlet', named(nameOf.outlet, columns.store)],
    ['category', named(nameOf.category, columns.category)],
    ['product', named(nameOf.product, columns.product)],
    [
      'answered_on',
      (row) => (dates[columns.day[row] ?? 0] ??= `"${fromDayNumber(made.firstDay + (columns.day[row] ?? 0))}"`),
    ],
    ['channel', named(nameOf.channel, columns.channel)],
    ['segment', named(nameOf.segment, columns.segment)],
    ['comment', (row) => written[(made.comment[row] ?? 0) - 1]],
    ...rated.map((variable, at): [string, (row: number) => number | undefined] => [
      variable,
      (row) => {
        const answer = answers[at]?.[row] ?? missing
        return answer === missing ? undefined : answer
      },
    ]),
  ]
  all.sort(([one], [next]) => one.length - next.length || (one < next ? -1 : 1))
  const parts = all.map(([variable, write]) => ({ name: `, "${variable}": `, write }))
  return (row) => {
    let text = ''
    for (const { name, write } of parts) {
      const answer = write(row)
      if (answer !== undefined) text += name + answer
    }
    return `{${text.slice(2)}}`
  }
}

function responseOf(made: MadeRows, units: MadeUnits, firstId: number, row: number, answers: string): ResponseRow {
  const { columns } = made
  const [store, product] = [columns.store[row] ?? 0, columns.product[row] ?? 0]
  const id = firstId + (made.place[row] ?? 0)
  return {
    id,
    state: 0,
    eventDate: fromDayNumber(made.firstDay + (columns.day[row] ?? 0)),
    answers: new WrittenAnswers(answers, 0),
    unitIds: [units.store[store] ?? 0, units.product[product] ?? 0, units.outlet[store] ?? 0],
    language: null,
    contact: {},
    alerts: { open: 0, processing: 0, closed: 0 },
    recipients: [],
    recordKey: recordKeyOf(id),
    released: false,
  }
}
