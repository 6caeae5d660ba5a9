import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { fromDayNumber } from '../../../contract/src/dates.ts'
import { copyIn } from './copy-in.ts'
import { comments, missing, size } from './made-rows.ts'
import type { MadeRows } from './made-rows.ts'
import { nameOf, rated } from './survey-plan.ts'

/** Rows of a chunk of the copy: few enough that the event loop turns. */
const chunkRows = 500

/** The survey's units by index. */
export interface MadeUnits {
  surveyId: number
  store: readonly number[]
  product: readonly number[]
  outlet: readonly number[]
}

/**
 * Writes all responses into the product's table, in the order of their days: the first gets `firstId`. The indexes are made
 * afterwards.
 */
export async function fillPostgres(pool: pg.Pool, made: MadeRows, units: MadeUnits, firstId: number): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.relname as name, pg_get_indexdef(i.oid) as definition
         from pg_index x join pg_class i on i.oid = x.indexrelid
        where x.indrelid = 'response'::regclass and not x.indisprimary`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    // All that the rows refer to is there, so no trigger has to look for it again.
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
    )
    await copyIn(
      client,
      `copy response (id, survey_id, foreign_id, state, event_date, completed_at, answers, contact, unit_ids, record_key,
                      created_at, updated_at) from stdin`,
      responseLines(made, units, firstId),
    )
    await client.query(`select setval(pg_get_serial_sequence('response', 'id'), $1)`, [firstId + made.count - 1])
    for (const { definition } of indexes) await client.query(definition)
    await client.query('reset all')
    await client.query('vacuum analyze response')
  } finally {
    client.release()
  }
}

/** The random number that a response has by its id. */
export function recordKeyOf(id: number): number {
  return Math.imul(id, 0x9e3779b1) >>> 0
}

async function* responseLines(made: MadeRows, units: MadeUnits, firstId: number): AsyncGenerator<string> {
  const { columns, answers, comment, rowAt, firstDay } = made
  // Every part of a row that repeats is made once.
  const question = rated.map((variable) =>
    Array.from({ length: missing + 1 }, (_, answer) => (answer === missing ? '' : `"${variable}":${answer},`)),
  )
  const stores = units.store.map((_, at) => {
    const region = nameOf.region(Math.floor(at / (size.stores / size.regions)))
    return `"region":"${region}","store":"${nameOf.store(at)}","outlet":"${nameOf.outlet(at)}",`
  })
  const products = units.product.map((_, at) => {
    const category = nameOf.category(Math.floor(at / (size.products / size.categories)))
    return `"category":"${category}","product":"${nameOf.product(at)}",`
  })
  const written = ['', ...comments.map((text) => `"comment":${JSON.stringify(text)},`)]
  for (let from = 0; from < made.count; from += chunkRows) {
    const lines: string[] = []
    for (let place = from; place < Math.min(made.count, from + chunkRows); place++) {
      const row = rowAt[place] ?? 0
      const [store, product] = [columns.store[row] ?? 0, columns.product[row] ?? 0]
      const date = fromDayNumber(firstDay + (columns.day[row] ?? 0))
      let said = ''
      for (let at = 0; at < answers.length; at++) said += question[at]?.[answers[at]?.[row] ?? missing] ?? ''
      const id = firstId + place
      const moment = `${date} 12:00:00+00`
      const background = `"channel":"${nameOf.channel(columns.channel[row] ?? 0)}","segment":"${nameOf.segment(columns.segment[row] ?? 0)}"`
      const json = `{${stores[store]}${products[product]}"answered_on":"${date}",${said}${written[comment[row] ?? 0]}${background}}`
      const ids = `{${units.store[store]},${units.product[product]},${units.outlet[store]}}`
      lines.push(
        `${id}\t${units.surveyId}\tF${id}\t0\t${date}\t${moment}\t${json}\t{}\t${ids}\t${recordKeyOf(id)}\t${moment}\t${moment}\n`,
      )
    }
    yield lines.join('')
    await nextTurn()
  }
}
