import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { openPostgres } from '../../../server/src/platform/postgres.ts'
import { copyIn } from './copy-in.ts'
import { missing } from './made-rows.ts'
import type { MadeRows } from './made-rows.ts'
import { answerOfRows, flatColumns, statementOf } from './plain-sql.ts'
import type { Answer, Question } from './questions.ts'
import { rated } from './survey-plan.ts'

const database = 'plain'
const chunkRows = 2_000

/** A flat table in a database of its own on the product's PostgreSQL, with typed columns and fitting indexes. */
export class PlainPostgres {
  private readonly client: pg.Client

  private constructor(client: pg.Client) {
    this.client = client
  }

  /** Opens it, and makes the table where it is not there. `url` is that of the product's database. */
  static async open(url: string, made: MadeRows): Promise<PlainPostgres> {
    const own = new URL(url)
    own.pathname = `/${database}`
    if (!(await hasTable(url, own.href))) await makeTable(own.href, made)
    const client = new pg.Client({ connectionString: own.href })
    await client.connect()
    await client.query(`set work_mem = '256MB'`)
    return new PlainPostgres(client)
  }

  /** Answers a question. */
  async answer(question: Question): Promise<Answer> {
    const { rows } = await this.client.query<unknown[]>({ text: statementOf(question), rowMode: 'array' })
    return answerOfRows(question, rows)
  }

  /** The newest responses of a store, and how many it has: the bare statements of a page of cases. */
  async page(store: number, rows: number): Promise<{ ids: number[]; total: number }> {
    const text = `select id, day, q1, q2 from flat where store = ${store} order by day desc, id desc limit ${rows}`
    const page = await this.client.query<[string]>({ text, rowMode: 'array' })
    const counted = await this.client.query<[string]>({
      text: `select count(*) from flat where store = ${store}`,
      rowMode: 'array',
    })
    return { ids: page.rows.map(([id]) => Number(id)), total: Number(counted.rows[0]?.[0]) }
  }

  /** Closes the connection; the table stays. */
  close(): Promise<void> {
    return this.client.end()
  }
}

/** Makes the database where there is none; whether it holds the whole table. */
async function hasTable(url: string, own: string): Promise<boolean> {
  const product = new pg.Client({ connectionString: url })
  await product.connect()
  try {
    const { rowCount } = await product.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await product.query(`create database ${database}`)
  } finally {
    await product.end()
  }
  const plain = new pg.Client({ connectionString: own })
  await plain.connect()
  try {
    // The comment is written last.
    const { rowCount } = await plain.query(
      `select from pg_class where relname = 'flat' and obj_description(oid) = 'whole'`,
    )
    return rowCount === 1
  } finally {
    await plain.end()
  }
}

async function makeTable(url: string, made: MadeRows): Promise<void> {
  const { pool, close } = openPostgres(url)
  const client = await pool.connect()
  try {
    const columns = flatColumns.map((name) => `${name} ${name === 'id' ? 'int' : 'smallint'} not null`)
    await client.query('drop table if exists flat')
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
    await client.query(`create table flat (${[...columns, ...rated.map((name) => `${name} smallint`)].join(', ')})`)
    await copyIn(client, 'copy flat from stdin', lines(made))
    await client.query('alter table flat add primary key (id)')
    await client.query('create index on flat (day)')
    await client.query('create index on flat (region, day)')
    await client.query('create index on flat (store, day desc, id desc)')
    await client.query('vacuum analyze flat')
    await client.query(`comment on table flat is 'whole'`)
  } finally {
    client.release()
    await close()
  }
}

async function* lines({ columns, answers, rowAt, count }: MadeRows): AsyncGenerator<string> {
  const before = [columns.region, columns.store, columns.category, columns.product, columns.month, columns.day]
  const typed = [...before, columns.channel, columns.segment]
  for (let from = 0; from < count; from += chunkRows) {
    let text = ''
    for (let place = from; place < Math.min(count, from + chunkRows); place++) {
      const row = rowAt[place] ?? 0
      text += String(place + 1)
      for (const column of typed) text += `\t${column[row]}`
      for (const column of answers) text += column[row] === missing ? '\t\\N' : `\t${column[row]}`
      text += '\n'
    }
    yield text
    await nextTurn()
  }
}
