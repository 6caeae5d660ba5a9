import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Logger } from '#server/platform/log.ts'
import { portableSql } from '#server/platform/sql.ts'
import { readSurveyShape } from '#server/domain/survey/survey-model-store.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { ChangeSession, countChanges, pruneChanges, readChanges, readHorizon, readSource } from './change-log.ts'
import type { Change, ChangeBatch, Position } from './change-log.ts'
import type { AnalyticsStore, StoreWriter } from '../store/analytics-store.ts'
import type { ChangedRows } from '../memory/held-columns.ts'
import { readSurveyIds } from './responses-store.ts'
import { Retries } from './retries.ts'
import { dropSurvey, readRows, rebuildSurvey, replaceResponses } from './survey-writer.ts'
import { SurveyTables } from '../store/tables.ts'
import { Waiters } from './waiters.ts'

/** Changes taken over in one transaction. */
const batchSize = 5000
/** With more changed responses than this waiting, a survey is made anew instead. */
const rebuildAbove = 20_000
/** Pauses between looks at the log, in ms: with nothing to do, and while a transaction holds changes back. */
const idlePause = 1000
const heldBackPause = 25

/** Before the first change. */
const logStart: Position = { xid: 0, changeId: 0 }

/** What the feed is made of. */
export interface FeedDeps {
  db: Kysely<Database>
  pool: pg.Pool
  store: AnalyticsStore
  clock: Clock
  log: Logger
}

/** How up to date a survey's figures are. */
export interface Freshness {
  /** Every change committed before this moment is in the figures. */
  asOf: Date | null
  /** Changes are waiting or being taken over. */
  updating: boolean
}

/** What is known of a survey's table: its columns, and the questions whose packed column leaves answers out. */
interface StoredTable {
  signature: string
  odd: readonly number[]
}

/** Who holds rows of surveys and keeps them up. */
export interface RowKeeper {
  /** Columns whose values it needs of a survey's rows that change; null for none. */
  columnsToFollow(surveyId: number): ReadonlySet<string> | null
  /** Told with every change of a survey's version; null when any row may be another one. */
  changed(surveyId: number, rows: ChangedRows | null): void
}

/** What applying changes made of a survey's table; null when the survey is gone. */
interface Applied {
  surveyId: number
  table: StoredTable | null
  /** The rows that changed, where only these did and somebody follows them. */
  rows?: ChangedRows | null
  /** Set when all was made anew: changes of transactions before this one are in it. */
  horizon?: number
}

/**
 * Keeps the analytics store in step with the system of record. The only consumer of the change log: takes changes in
 * an order that is final, replaces the rows they name by their current state, and stores how far it got in the same
 * transaction, so that being killed at any point neither loses nor doubles anything.
 */
export class ChangeFeed {
  private readonly deps: FeedDeps
  private readonly session: ChangeSession
  private readonly tables = new Map<number, { version: number; tables: SurveyTables }>()
  private readonly dataVersions = new Map<number, number>()
  private readonly stored = new Map<number, StoredTable>()
  private readonly rebuiltThrough = new Map<number, number>()
  private readonly waiters = new Waiters()
  private storing = false
  private keeper: RowKeeper | null = null
  private position: Position = logStart
  /** The connection the position was reached on. */
  private reachedOn: pg.PoolClient | null = null
  private appliedThrough = 0
  private readonly retries = new Retries()
  private freshAsOf: Date | null = null
  private behind = true
  private queue: Promise<unknown> = Promise.resolve()
  private timer: NodeJS.Timeout | null = null
  private running = false
  private ticking = false
  private wanted = false

  constructor(deps: FeedDeps) {
    this.deps = deps
    this.session = new ChangeSession(deps.pool, () => this.wake())
  }

  /** Tells a keeper of rows of every change from now on. */
  tell(keeper: RowKeeper): void {
    this.keeper = keeper
  }

  /** Starts to follow the log in the background, after making everything anew if the store is not of this database. */
  async start(): Promise<void> {
    this.running = true
    await this.inTurn(() => this.open())
    this.wake()
  }

  /** Stops following; a transaction under way is finished. */
  async stop(): Promise<void> {
    this.running = false
    if (this.timer) clearTimeout(this.timer)
    await this.queue
    await this.session.stop()
    this.waiters.giveUp()
  }

  /** Takes over everything whose order is final now. */
  catchUp(): Promise<void> {
    return this.inTurn(async () => {
      let more = true
      while (more) more = await this.step()
    })
  }

  /** Makes every survey's tables anew from the system of record. */
  rebuild(): Promise<void> {
    return this.inTurn(() => this.rebuildAll())
  }

  /** Waits until a transaction's changes are in the figures, `timeout` ms at most; false when they are not. */
  waitFor(xid: number, timeout = 2000): Promise<boolean> {
    if (this.appliedThrough > xid) return Promise.resolve(true)
    this.wake()
    return this.waiters.wait(xid, timeout)
  }

  /** Makes sure that a survey's table has the given columns; false when it still has not, being changed right now. */
  async ensureTable(surveyId: number, signature: string): Promise<boolean> {
    if (this.stored.get(surveyId)?.signature === signature) return true
    // Who sees the new columns sees a transaction that has ended, so its change comes before the horizon.
    await this.waitFor((await readHorizon(this.deps.pool)) - 1, 10_000)
    if (this.stored.get(surveyId)?.signature !== signature) await this.inTurn(() => this.rebuildOne(surveyId))
    return this.stored.get(surveyId)?.signature === signature
  }

  /** How up to date a survey's figures are. */
  freshness(): Freshness {
    return { asOf: this.freshAsOf, updating: this.behind }
  }

  /** Ids of the survey's questions with answers that their packed column does not stand for. */
  oddQuestions(surveyId: number): readonly number[] {
    return this.stored.get(surveyId)?.odd ?? []
  }

  /** A number that changes whenever the survey's figures may have changed. */
  dataVersion(surveyId: number): number {
    return this.dataVersions.get(surveyId) ?? 0
  }

  /** Changes may be stored already that no survey's version tells of yet. */
  isChanging(): boolean {
    return this.storing
  }

  private wake(): void {
    if (this.ticking) this.wanted = true
    else if (this.retries.pause === null) this.schedule(0)
  }

  private schedule(pause: number): void {
    if (this.timer) clearTimeout(this.timer)
    if (!this.running) return
    this.timer = setTimeout(() => void this.tick(), pause)
    this.timer.unref()
  }

  private async tick(): Promise<void> {
    this.ticking = true
    this.wanted = false
    try {
      await this.catchUp()
      const failures = this.retries.succeeded()
      if (failures > 0) this.deps.log.info({ failures }, 'The figures are brought up to date again')
    } catch (error) {
      if (this.retries.failed() && this.running)
        this.deps.log.error({ err: error }, 'The figures could not be brought up to date; trying again')
    }
    this.ticking = false
    const pause = this.wanted ? 0 : this.behind ? heldBackPause : idlePause
    this.schedule(this.retries.pause ?? pause)
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work)
    this.queue = result.catch(() => undefined)
    return result
  }

  private async open(): Promise<void> {
    const { store, pool } = this.deps
    await store.write(async (writer) => {
      await writer.run(
        portableSql`create table if not exists feed_position (source varchar, xid bigint, change_id bigint)`,
      )
      await writer.run(
        portableSql`create table if not exists stored_survey (survey_id integer, signature varchar, odd varchar)`,
      )
    })
    const known = await store.query(portableSql`select source, xid, change_id from feed_position`)
    const [[source], [xid], [changeId]] = known.columns as [string[], number[], number[]]
    const sameDatabase = source === (await readSource(pool)) && xid !== undefined && xid <= (await readHorizon(pool))
    if (!sameDatabase || changeId === undefined) return this.rebuildAll()
    this.position = { xid, changeId }
    const stored = await store.query(portableSql`select survey_id, signature, odd from stored_survey`)
    const [ids = [], signatures = [], odd = []] = stored.columns
    ids.forEach((id, index) =>
      this.stored.set(Number(id), {
        signature: String(signatures[index]),
        odd: JSON.parse(String(odd[index])) as number[],
      }),
    )
  }

  private async step(): Promise<boolean> {
    const connection = await this.session.connection()
    if (connection !== this.reachedOn) this.startOver(connection)
    const batch = await readChanges(connection, this.position, batchSize)
    const last = batch.changes.at(-1)
    if (last) {
      this.behind = true
      const bulk = batch.changes.length < batchSize ? new Set<number>() : await this.surveysInBulk()
      await this.store(async (writer) => {
        const applied: Applied[] = []
        for (const [surveyId, changes] of Map.groupBy(batch.changes, (change) => change.surveyId))
          applied.push(...(await this.apply(writer, surveyId, changes, bulk.has(surveyId))))
        await this.savePosition(writer, last)
        return applied
      })
      this.position = last
      await pruneChanges(connection, last)
    }
    this.reached(batch, batch.changes.length < batchSize)
    return batch.changes.length === batchSize
  }

  /**
   * Reads the log from its start on a new connection. Little is in it that was taken over before, and taking that over
   * once more changes nothing.
   */
  private startOver(connection: pg.PoolClient): void {
    this.reachedOn = connection
    this.position = logStart
    this.rebuiltThrough.clear()
    this.appliedThrough = 0
  }

  private async surveysInBulk(): Promise<Set<number>> {
    const counts = await countChanges(this.deps.pool, this.position)
    return new Set([...counts].filter(([, n]) => n > rebuildAbove).map(([surveyId]) => surveyId))
  }

  private async apply(
    writer: StoreWriter,
    surveyId: number,
    all: readonly Change[],
    bulk: boolean,
  ): Promise<Applied[]> {
    const { pool } = this.deps
    const doneThrough = this.rebuiltThrough.get(surveyId) ?? 0
    const changes = all.filter((change) => change.xid >= doneThrough)
    if (changes.length === 0) return []
    const horizon = await readHorizon(pool)
    const tables = await this.tablesOf(surveyId)
    if (!tables) {
      await dropSurvey(writer, surveyId)
      return [{ surveyId, table: null }]
    }
    const { signature } = tables
    const isSurvey = changes.some((change) => change.kind === 'survey')
    const known = this.stored.get(surveyId)
    if (isSurvey || bulk || known?.signature !== signature)
      return [{ surveyId, table: { signature, odd: await rebuildSurvey(writer, pool, surveyId, tables) }, horizon }]
    const ids = [...new Set(changes.map((change) => change.rowId))]
    const odd = await replaceResponses(writer, pool, surveyId, tables, ids, known.odd)
    const rows = await this.changedRows(writer, surveyId, ids, tables)
    return [{ surveyId, table: { signature, odd }, rows }]
  }

  /** What the keeper needs of rows that changed, as this transaction leaves them. */
  private async changedRows(
    writer: StoreWriter,
    surveyId: number,
    ids: readonly number[],
    tables: SurveyTables,
  ): Promise<ChangedRows | null> {
    const wanted = this.keeper?.columnsToFollow(surveyId)
    if (!wanted) return null
    // A request may ask for columns that are not there; it fails for itself, not for those who change responses.
    const names = tables.fill([]).responses.columns.map(({ name }) => name)
    return readRows(
      writer,
      surveyId,
      ids,
      names.filter((name) => wanted.has(name)),
    )
  }

  private async rebuildOne(surveyId: number): Promise<void> {
    const { pool } = this.deps
    const horizon = await readHorizon(pool)
    const tables = await this.tablesOf(surveyId)
    if (!tables) return
    await this.store(async (writer) => {
      const odd = await rebuildSurvey(writer, pool, surveyId, tables)
      return [{ surveyId, table: { signature: tables.signature, odd }, horizon }]
    })
  }

  private async rebuildAll(): Promise<void> {
    const { pool } = this.deps
    const connection = await this.session.connection()
    this.reachedOn = connection
    const horizon = await readHorizon(connection)
    const source = await readSource(pool)
    // Whatever a transaction from the horizon on does comes again through the log.
    const position = { xid: horizon, changeId: 0 }
    await this.store(async (writer) => {
      const applied: Applied[] = []
      const stored = await writer.run(portableSql`select survey_id from stored_survey`)
      for (const id of stored.columns[0] ?? []) {
        await dropSurvey(writer, Number(id))
        applied.push({ surveyId: Number(id), table: null })
      }
      for (const surveyId of await readSurveyIds(pool)) {
        const tables = await this.tablesOf(surveyId)
        if (!tables) continue
        const odd = await rebuildSurvey(writer, pool, surveyId, tables)
        applied.push({ surveyId, table: { signature: tables.signature, odd }, horizon })
      }
      await writer.run(portableSql`delete from feed_position`)
      await writer.run(portableSql`insert into feed_position values (${source}, ${position.xid}, ${position.changeId})`)
      return applied
    })
    this.position = position
    await pruneChanges(connection, position)
  }

  /** Stores changes in one transaction and notes what they made of surveys right after it. */
  private async store(work: (writer: StoreWriter) => Promise<Applied[]>): Promise<void> {
    this.storing = true
    try {
      this.note(await this.deps.store.write(work))
    } finally {
      this.storing = false
    }
  }

  // Only after the commit: what is noted here decides what is left out next time, and is told at once.
  private note(applied: readonly Applied[]): void {
    for (const { surveyId, table, horizon, rows } of applied) {
      if (horizon !== undefined) this.rebuiltThrough.set(surveyId, horizon)
      if (table) this.stored.set(surveyId, table)
      else this.stored.delete(surveyId)
      this.dataVersions.set(surveyId, this.dataVersion(surveyId) + 1)
      this.keeper?.changed(surveyId, rows ?? null)
    }
  }

  private async tablesOf(surveyId: number): Promise<SurveyTables | null> {
    const shape = await readSurveyShape(this.deps.db, surveyId)
    if (!shape) return null
    const known = this.tables.get(surveyId)
    if (known && known.version === shape.version) return known.tables
    const tables = new SurveyTables(shape, await loadUnitTree(this.deps, shape))
    this.tables.set(surveyId, { version: shape.version, tables })
    return tables
  }

  private async savePosition(writer: StoreWriter, position: Position): Promise<void> {
    await writer.run(portableSql`update feed_position set xid = ${position.xid}, change_id = ${position.changeId}`)
  }

  private reached(batch: ChangeBatch, isEnd: boolean): void {
    this.appliedThrough = isEnd ? batch.horizon : (batch.changes.at(-1)?.xid ?? 0)
    this.behind = !isEnd || batch.waiting
    if (!this.behind) this.freshAsOf = this.deps.clock.now()
    this.waiters.reached(this.appliedThrough)
  }
}
