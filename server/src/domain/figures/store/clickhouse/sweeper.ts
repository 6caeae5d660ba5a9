import { countStatement, sweepStatement } from './definitions.ts'
import type { Cluster } from './definitions.ts'
import type { Fragment } from '#server/platform/sql.ts'

/** For how long rows that are gone may stay in a table, in ms. */
const sweepPause = 600_000

/** What sweeping needs of the store. */
interface SweeperDeps {
  cluster: Cluster
  /** The table on the servers that holds the rows of a table. */
  partOf(table: string): Promise<string>
  count(statement: Fragment): Promise<number>
  command(statement: string): Promise<void>
}

/**
 * Rewrites tables after their rows were replaced, so that nothing is left of what people have taken back or erased, and
 * so that reading need not look for the version in force. ClickHouse removes the files of before two minutes later.
 */
export class Sweeper {
  private readonly deps: SweeperDeps
  private readonly tables = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> = Promise.resolve()
  private isStopped = false

  constructor(deps: SweeperDeps) {
    this.deps = deps
  }

  /** Notes a table that may hold rows which are not in force any more. */
  note(table: string): void {
    this.tables.add(table)
    if (this.timer || this.isStopped) return
    this.timer = setTimeout(() => void this.sweep(), sweepPause)
    this.timer.unref()
  }

  /** Rewrites the tables noted so far; one that cannot be is noted again, unless it is gone. */
  sweep(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.running = this.running.then(() => this.rewrite([...this.tables]))
    return this.running
  }

  /** Waits for the table under way. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    this.tables.clear()
    await this.running
  }

  private async rewrite(tables: readonly string[]): Promise<void> {
    for (const table of tables) {
      if (!this.tables.delete(table)) continue
      try {
        const { cluster, partOf, count, command } = this.deps
        const inForce = await count(countStatement(table, true))
        if ((await count(countStatement(table, false))) > inForce)
          await command(sweepStatement(await partOf(table), cluster))
      } catch (error) {
        if ((error as { code?: string }).code !== unknownTable) this.note(table)
      }
    }
  }
}

/** Code of ClickHouse's error for a table that is not there. */
const unknownTable = '60'
