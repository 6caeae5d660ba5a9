import type pg from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { ListeningConnection } from '#server/platform/listening-connection.ts'
import type { Logger } from '#server/platform/log.ts'
import { Retries } from '#server/platform/retries.ts'
import { changeChannel, countChanges, pruneChanges, readChanges, readHorizon, readSource } from './change-log.ts'
import type { ChangeBatch, Position } from './change-log.ts'
import { createPositionTable, readPosition, resetPosition, savePosition } from './feed-position.ts'
import { StoredSurveys } from './stored-surveys.ts'
import type { RowListener, StoredSurveysDeps } from './stored-surveys.ts'
import { Waiters } from './waiters.ts'

/** Most changes applied in one transaction. */
const batchSize = 5000
/** With more changed responses than this in the log, a survey is rebuilt instead of updated row by row. */
const rebuildAbove = 20_000
/** Pauses between two reads of the log, in ms: with nothing to do, and while an open transaction holds changes back. */
const idlePause = 1000
const heldBackPause = 25

/** Before the first change. */
const logStart: Position = { xid: 0, changeId: 0 }

/** What the feed needs of the program. */
export interface FeedDeps extends StoredSurveysDeps {
  clock: Clock
  log: Logger
}

/** How up to date the figures are. */
export interface Freshness {
  /** Every change committed before this moment is in the figures. */
  asOf: Date | null
  /** Some changes are not in the figures yet. */
  updating: boolean
}

/**
 * Keeps the analytics store in step with the system of record. The only consumer of the change log: it applies changes
 * in an order that is final, replaces the rows they name by their current state, and stores its position in the same
 * transaction. Killed at any point, it neither loses a change nor applies one twice.
 */
export class ChangeFeed {
  private readonly deps: FeedDeps
  /**
   * Listens for new changes, reads and deletes them. After a crash PostgreSQL may use the numbers of uncommitted
   * transactions again. No connection survives a crash, so a position is valid only on the connection it was reached on.
   */
  private readonly session: ListeningConnection
  private readonly surveys: StoredSurveys
  private readonly waiters = new Waiters()
  private readonly retries = new Retries()
  private position: Position = logStart
  /** The connection the position was reached on. */
  private reachedOn: pg.PoolClient | null = null
  private appliedThrough = 0
  private freshAsOf: Date | null = null
  private behind = true
  private queue: Promise<unknown> = Promise.resolve()
  private timer: NodeJS.Timeout | null = null
  private running = false
  private ticking = false
  private wanted = false

  constructor(deps: FeedDeps) {
    this.deps = deps
    this.surveys = new StoredSurveys(deps)
    this.session = new ListeningConnection(deps.pool, changeChannel, () => this.wake())
  }

  /** Notifies a listener of every changed row from now on. */
  setListener(listener: RowListener): void {
    this.surveys.setListener(listener)
  }

  /** Starts to follow the log in the background; rebuilds everything first if the store belongs to another database. */
  async start(): Promise<void> {
    this.running = true
    await this.inTurn(() => this.open())
    this.wake()
  }

  /** Stops following the log, after the transaction under way. */
  async stop(): Promise<void> {
    this.running = false
    if (this.timer) clearTimeout(this.timer)
    await this.queue
    await this.session.stop()
    this.waiters.giveUp()
  }

  /** Applies every change whose order is final now. */
  catchUp(): Promise<void> {
    return this.inTurn(async () => {
      let more = true
      while (more) more = await this.step()
    })
  }

  /** Rebuilds every survey's tables from the system of record. */
  rebuild(): Promise<void> {
    return this.inTurn(() => this.rebuildAll())
  }

  /** Waits until a transaction's changes are in the figures, `timeout` ms at most; false when they are not. */
  waitFor(xid: number, timeout = 2000): Promise<boolean> {
    if (this.appliedThrough > xid) return Promise.resolve(true)
    this.wake()
    return this.waiters.wait(xid, timeout)
  }

  /** Makes sure that a survey's table has the given columns; false when it still has not, because it is changing. */
  async ensureTable(surveyId: number, signature: string): Promise<boolean> {
    if (this.surveys.signature(surveyId) === signature) return true
    // The transaction that changed the columns has committed (else nobody would see them), so it is before the horizon.
    await this.waitFor((await readHorizon(this.deps.pool)) - 1, 10_000)
    if (this.surveys.signature(surveyId) !== signature) await this.inTurn(() => this.surveys.rebuild(surveyId))
    return this.surveys.signature(surveyId) === signature
  }

  /** How up to date the figures are. */
  freshness(): Freshness {
    return { asOf: this.freshAsOf, updating: this.behind }
  }

  /** Ids of the survey's questions with answers that their packed column cannot hold. */
  unpackedQuestions(surveyId: number): readonly number[] {
    return this.surveys.unpackedQuestions(surveyId)
  }

  /** A number that rises whenever the survey's figures may have changed. */
  dataVersion(surveyId: number): number {
    return this.surveys.dataVersion(surveyId)
  }

  /** True while changes may be stored already that no data version shows yet. */
  isChanging(): boolean {
    return this.surveys.isChanging()
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
      await createPositionTable(writer)
      await this.surveys.createTable(writer)
    })
    const known = await readPosition(store)
    const isSameDatabase =
      known !== null && known.source === (await readSource(pool)) && known.position.xid <= (await readHorizon(pool))
    if (!isSameDatabase) return this.rebuildAll()
    this.position = known.position
    await this.surveys.load()
  }

  /** Applies one batch; true when there may be more. */
  private async step(): Promise<boolean> {
    const connection = await this.session.connection()
    if (connection !== this.reachedOn) this.startOver(connection)
    const batch = await readChanges(connection, this.position, batchSize)
    const last = batch.changes.at(-1)
    const isEnd = batch.changes.length < batchSize
    if (last) {
      this.behind = true
      const bulk = isEnd ? new Set<number>() : await this.surveysInBulk()
      await this.surveys.apply(batch.changes, bulk, (writer) => savePosition(writer, last))
      this.position = last
      await pruneChanges(connection, last)
    }
    this.reached(batch, isEnd)
    return !isEnd
  }

  /**
   * Reads the log from its start on a new connection. It holds few changes that were applied before, and applying one
   * again has no effect.
   */
  private startOver(connection: pg.PoolClient): void {
    this.reachedOn = connection
    this.position = logStart
    this.surveys.forgetRebuilds()
    this.appliedThrough = 0
  }

  private async surveysInBulk(): Promise<Set<number>> {
    const counts = await countChanges(this.deps.pool, this.position)
    return new Set([...counts].filter(([, n]) => n > rebuildAbove).map(([surveyId]) => surveyId))
  }

  private async rebuildAll(): Promise<void> {
    const connection = await this.session.connection()
    this.reachedOn = connection
    const horizon = await readHorizon(connection)
    const source = await readSource(this.deps.pool)
    // Changes of transactions from the horizon on are read from the log afterwards.
    const position = { xid: horizon, changeId: 0 }
    await this.surveys.rebuildAll(horizon, (writer) => resetPosition(writer, { source, position }))
    this.position = position
    await pruneChanges(connection, position)
  }

  private reached(batch: ChangeBatch, isEnd: boolean): void {
    this.appliedThrough = isEnd ? batch.horizon : (batch.changes.at(-1)?.xid ?? 0)
    this.behind = !isEnd || batch.waiting
    if (!this.behind) this.freshAsOf = this.deps.clock.now()
    this.waiters.reached(this.appliedThrough)
  }
}
