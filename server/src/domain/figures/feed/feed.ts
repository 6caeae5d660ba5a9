import { randomUUID } from 'node:crypto'
import type { Words } from '@gensvar/contract/say'
import type pg from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { ListeningConnection } from '#server/platform/listening-connection.ts'
import type { Logger } from '#server/platform/log.ts'
import { changeChannel, countChanges, hasAllChanges, readChanges, readHorizon, readSource } from './change-log.ts'
import type { ChangeBatch, Position } from './change-log.ts'
import { registerConsumer, renameConsumer, reportPosition, whileAlive } from './feed-consumers.ts'
import { createPositionTable, isBefore, readPosition, savePosition } from './feed-position.ts'
import type { StoredPosition } from './feed-position.ts'
import { Pace } from './pace.ts'
import { StoredSurveys } from './stored-surveys.ts'
import type { RowListener, StoredSurveysDeps, SurveyFollower } from './stored-surveys.ts'
import { StoreFollower } from './store-follower.ts'
import { Waiters } from './waiters.ts'
import { figuresChannel, WriterTurn } from './writer-turn.ts'

/** Most changes applied in one transaction. */
const batchSize = 5000
/** With more changed responses than this in the log, a survey is rebuilt instead of updated row by row. */
const rebuildAbove = 20_000

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
  /** Why they cannot be put there now; null while nothing is in the way. */
  problem: Words | null
}

/**
 * Keeps the analytics store of this process in step with the system of record. It applies changes in an order that is
 * final, replaces the rows they name by their current state, and stores its position in the same transaction. Killed at
 * any point, it neither loses a change nor applies one twice. Each process has a feed; a change stays in the log until
 * all of them have applied it.
 */
export class ChangeFeed {
  private readonly deps: FeedDeps
  /** Under which PostgreSQL knows this feed. */
  private readonly id = randomUUID()
  /**
   * Listens for new changes, reads and deletes them. After a crash PostgreSQL may use the numbers of uncommitted
   * transactions again. No connection survives a crash, so a position is valid only on the connection it was reached on.
   */
  private readonly session: ListeningConnection
  private readonly surveys: StoredSurveys
  private readonly turn: WriterTurn
  private readonly follower: StoreFollower
  /** This process fills the store, and knows what is in it. */
  private isWriter = false
  private readonly waiters = new Waiters()
  private readonly pace: Pace
  private position: Position = logStart
  /** The database that the stored position belongs to, as `readSource` tells it; empty before the first one. */
  private source = ''
  /** The connection the position was reached on. */
  private reachedOn: pg.PoolClient | null = null
  /** The log may lack changes this store needs: set before this feed registers, until all is rebuilt. */
  private mustRebuild = false
  private appliedThrough = 0
  private freshAsOf: Date | null = null
  private behind = true
  private queue: Promise<unknown> = Promise.resolve()

  constructor(deps: FeedDeps) {
    this.deps = deps
    this.surveys = new StoredSurveys(deps)
    this.turn = new WriterTurn(deps.store)
    this.follower = new StoreFollower(deps, this.surveys)
    this.session = new ListeningConnection(deps.pool, [changeChannel, figuresChannel], (_, channel) => {
      if (channel === changeChannel) this.pace.wake('soon')
      else if (!this.isWriter) this.pace.wake('now')
    })
    this.pace = new Pace({
      read: () => this.catchUp(),
      isBehind: () => this.behind,
      isAwaited: () => !this.waiters.isEmpty,
      log: deps.log,
    })
  }

  /** Notifies a listener of every changed row from now on. */
  setListener(listener: RowListener): void {
    this.surveys.setListener(listener)
  }

  /** Tells a follower of every survey whose figures may have changed, from now on; returns what ends that. */
  follow(follower: SurveyFollower): () => void {
    return this.surveys.follow(follower)
  }

  /** Starts to follow the log in the background; rebuilds everything first if the store belongs to another database. */
  async start(): Promise<void> {
    this.pace.start()
    await this.inTurn(async () => {
      const connection = await this.session.connection()
      await ((await this.turn.isMine(connection)) ? this.open() : this.followOther(connection))
    })
    this.pace.wake('now')
  }

  /** Stops following the log, after the transaction under way. */
  async stop(): Promise<void> {
    this.pace.stop()
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
    return this.inTurn(async () => {
      const connection = await this.session.connection()
      if (!(await this.turn.isMine(connection))) return this.follower.askForRebuild(connection)
      if (!this.isWriter) await this.open()
      await this.rebuildAll()
    })
  }

  /** Waits until a transaction's changes are in the figures, `timeout` ms at most; false when they are not. */
  waitFor(xid: number, timeout = 2000): Promise<boolean> {
    if (this.appliedThrough > xid) return Promise.resolve(true)
    this.pace.wake('now')
    return this.waiters.wait(xid, timeout)
  }

  /** Makes sure that a survey's table has the given columns; false when it still has not, because it is changing. */
  async ensureTable(surveyId: number, signature: string): Promise<boolean> {
    if (this.surveys.signature(surveyId) === signature) return true
    // The transaction that changed the columns has committed (else nobody would see them), so it is before the horizon.
    await this.waitFor((await readHorizon(this.deps.pool)) - 1, 10_000)
    if (this.surveys.signature(surveyId) !== signature && this.isWriter)
      await this.inTurn(() => this.surveys.rebuild(surveyId))
    return this.surveys.signature(surveyId) === signature
  }

  /** Whether the figures of this process include all that is committed of a survey. */
  async isUpToDate(surveyId: number): Promise<boolean> {
    if (!this.isWriter) return this.follower.hasAll(surveyId)
    const hasAll = await hasAllChanges(this.deps.pool, this.id, this.position, surveyId)
    return hasAll && !this.mustRebuild
  }

  /** How up to date the figures are. */
  freshness(): Freshness {
    return { asOf: this.freshAsOf, updating: this.behind, problem: this.pace.problem }
  }

  /** A number that rises whenever the survey's figures may have changed. */
  dataVersion(surveyId: number): number {
    return this.surveys.dataVersion(surveyId)
  }

  /** True while changes may be stored already that no data version shows yet. */
  isChanging(): boolean {
    return this.surveys.isChanging()
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work)
    this.queue = result.catch(() => undefined)
    return result
  }

  private async open(): Promise<void> {
    const { store } = this.deps
    await store.beginWriting()
    await store.write(async (writer) => {
      await createPositionTable(writer)
      await this.surveys.createTable(writer)
    })
    const known = await readPosition(store)
    this.source = known?.source ?? ''
    if (known && (await this.resume(known))) {
      await store.write((writer) => savePosition(writer, { ...known, consumer: this.id }))
      await this.surveys.load()
    } else await this.rebuildAll()
    this.isWriter = true
  }

  /** Registers this feed in place of the one that filled the store; false when the store must be rebuilt. */
  private async resume(known: StoredPosition): Promise<boolean> {
    const { pool } = this.deps
    if (known.source !== (await readSource(pool))) return false
    if (known.position.xid > (await readHorizon(pool))) return false
    const reported = await renameConsumer(pool, known.consumer, this.id)
    // A position is reported after it is stored, so a store that is behind it is an old copy: the log lacks its changes.
    return reported !== null && !isBefore(known.position, reported)
  }

  /** Applies one batch; true when there may be more. */
  private async step(): Promise<boolean> {
    const connection = await this.session.connection()
    if (!(await this.turn.isMine(connection))) {
      await this.followOther(connection)
      return false
    }
    if (!this.isWriter) await this.open()
    if (connection !== this.reachedOn) this.startOver(connection)
    const batch = await readChanges(connection, this.id, this.position, batchSize)
    if (!batch.isRegistered || this.mustRebuild) {
      this.behind = true
      if (!this.mustRebuild)
        this.deps.log.warn('The log may lack changes that this process has not applied: its figures are rebuilt')
      await this.rebuildAll()
      return true
    }
    const last = batch.changes.at(-1)
    const isEnd = batch.changes.length < batchSize
    if (last) {
      this.behind = true
      const bulk = isEnd ? new Set<number>() : await this.surveysInBulk()
      await this.surveys.apply(batch.changes, bulk, (writer) => savePosition(writer, this.stored(last)))
      this.position = last
      this.pace.applied()
    }
    if (last || batch.isSilent) await reportPosition(connection, this.id, this.position)
    if (last) await this.turn.tell(connection)
    this.reached(batch, isEnd)
    return !isEnd
  }

  /**
   * Reads the log from its start on a new connection. It usually holds few changes that were applied before, and
   * applying one again has no effect.
   */
  private startOver(connection: pg.PoolClient): void {
    this.reachedOn = connection
    this.position = logStart
    this.surveys.forgetRebuilds()
    this.appliedThrough = 0
  }

  private stored({ xid, changeId }: Position): StoredPosition {
    return { source: this.source, consumer: this.id, position: { xid, changeId } }
  }

  private async surveysInBulk(): Promise<Set<number>> {
    const counts = await countChanges(this.deps.pool, this.position)
    return new Set([...counts].filter(([, n]) => n > rebuildAbove).map(([surveyId]) => surveyId))
  }

  private async rebuildAll(): Promise<void> {
    const connection = await this.session.connection()
    if (connection !== this.reachedOn) this.startOver(connection)
    this.mustRebuild = true
    // Before any row is read: see `registerConsumer`.
    const horizon = await registerConsumer(connection, this.id)
    const source = await readSource(this.deps.pool)
    // Changes of transactions from the horizon on are read from the log afterwards.
    const position = { xid: horizon, changeId: 0 }
    const former = this.source
    const stored = { source, consumer: this.id, position }
    await whileAlive(this.deps.pool, this.id, () =>
      this.surveys.rebuildAll(horizon, (writer) => savePosition(writer, stored, former)),
    )
    this.source = source
    this.mustRebuild = false
    this.position = position
    await reportPosition(connection, this.id, position)
    await this.turn.tell(connection)
  }

  /** Learns how far another process has filled the store. */
  private async followOther(connection: pg.PoolClient): Promise<void> {
    this.isWriter = false
    this.reachedOn = null
    const { appliedThrough, isBehind } = await this.follower.read(connection)
    this.progress(appliedThrough, isBehind)
  }

  private reached(batch: ChangeBatch, isEnd: boolean): void {
    this.progress(isEnd ? batch.horizon : (batch.changes.at(-1)?.xid ?? 0), !isEnd || batch.waiting)
  }

  private progress(appliedThrough: number, isBehind: boolean): void {
    this.appliedThrough = appliedThrough
    this.behind = isBehind
    if (!this.behind) this.freshAsOf = this.deps.clock.now()
    this.waiters.reached(this.appliedThrough)
  }
}
