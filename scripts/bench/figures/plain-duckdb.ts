import { setImmediate as nextTurn } from 'node:timers/promises'
import { DuckDBDataChunk, DuckDBInstance, INTEGER, SMALLINT, UTINYINT } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { missing } from './made-rows.ts'
import type { MadeRows } from './made-rows.ts'
import { answerOfRows, flatColumns, statementOf } from './plain-sql.ts'
import type { Answer, Question } from './questions.ts'
import { rated } from './survey-plan.ts'

const chunkRows = 2_048

/** The same flat table in a DuckDB of this process, in the order in which the product stores its rows. */
export class PlainDuckDb {
  private readonly instance: DuckDBInstance
  private readonly connection: DuckDBConnection

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.instance = instance
    this.connection = connection
  }

  /** Makes the table in memory. */
  static async open(made: MadeRows): Promise<PlainDuckDb> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '4GB' })
    const connection = await instance.connect()
    const columns = flatColumns.map((name) => `${name} ${name === 'id' ? 'integer' : 'smallint'}`)
    await connection.run(`create table flat (${[...columns, ...rated.map((name) => `${name} utinyint`)].join(', ')})`)
    const types = [...flatColumns.map((name) => (name === 'id' ? INTEGER : SMALLINT)), ...rated.map(() => UTINYINT)]
    const appender = await connection.createAppender('flat')
    for (let from = 0; from < made.count; from += chunkRows) {
      const count = Math.min(chunkRows, made.count - from)
      const chunk = DuckDBDataChunk.create(types, count)
      valuesOf(made, from, count).forEach((values, at) => chunk.setColumnValues(at, values))
      appender.appendDataChunk(chunk)
      await nextTurn()
    }
    appender.flushSync()
    appender.closeSync()
    return new PlainDuckDb(instance, connection)
  }

  /** Answers a question. */
  async answer(question: Question): Promise<Answer> {
    const result = await this.connection.runAndReadAll(statementOf(question))
    return answerOfRows(question, result.getRows())
  }

  /** Closes it and forgets the table. */
  close(): void {
    this.connection.closeSync()
    this.instance.closeSync()
  }
}

function valuesOf({ columns, answers, place }: MadeRows, from: number, count: number): (number | null)[][] {
  const before = [columns.region, columns.store, columns.category, columns.product, columns.month, columns.day]
  const typed = [...before, columns.channel, columns.segment]
  return [
    Array.from(place.subarray(from, from + count), (at) => at + 1),
    ...typed.map((column) => Array.from(column.subarray(from, from + count))),
    ...answers.map((column) =>
      Array.from(column.subarray(from, from + count), (answer) => (answer === missing ? null : answer)),
    ),
  ]
}
