import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@gensvar/contract/say'
import type pg from 'pg'
import { AppError } from '#server/platform/errors.ts'
import { hasAllChanges, readChanges, readSource } from './change-log.ts'
import { unregisterConsumer } from './feed-consumers.ts'
import { readPosition } from './feed-position.ts'
import type { StoredPosition } from './feed-position.ts'
import type { StoredSurveys, StoredSurveysDeps } from './stored-surveys.ts'

/** How far a store has come that another process fills. */
interface Followed {
  /** All transactions before this one are in the figures. */
  appliedThrough: number
  isBehind: boolean
}

/** Pause between two looks at a rebuild by another process, and how long it may take, in ms. */
const lookPause = 200
const rebuildTime = 3_600_000

/** Learns what another process has stored in a store that several use. */
export class StoreFollower {
  private readonly deps: StoredSurveysDeps
  private readonly surveys: StoredSurveys
  private known: StoredPosition | null = null

  constructor(deps: StoredSurveysDeps, surveys: StoredSurveys) {
    this.deps = deps
    this.surveys = surveys
  }

  /** Raises the data versions of surveys that have changed. */
  async read(connection: pg.PoolClient): Promise<Followed> {
    const { store, pool } = this.deps
    this.known = (await store.isOfThisLayout()) ? await readPosition(store) : null
    if (!this.known || this.known.source !== (await readSource(pool))) {
      this.surveys.forget()
      this.known = null
      return { appliedThrough: 0, isBehind: true }
    }
    const { consumer, position } = this.known
    // In this order: what is applied by the time that the log is read shows in the surveys that are read afterwards.
    const { changes, horizon, waiting } = await readChanges(connection, consumer, position, 1)
    await this.surveys.load()
    return { appliedThrough: changes[0]?.xid ?? horizon, isBehind: waiting || changes.length > 0 }
  }

  /** Whether all that is committed of a survey is stored. */
  async hasAll(surveyId: number): Promise<boolean> {
    const { known } = this
    return known !== null && (await hasAllChanges(this.deps.pool, known.consumer, known.position, surveyId))
  }

  /** Has the other process rebuild all surveys, and waits until it has. Throws `unavailable` when nobody does. */
  async askForRebuild(connection: pg.PoolClient): Promise<void> {
    await this.read(connection)
    const before = this.surveys.loadedRevisions()
    const { known } = this
    // A process that is not registered rebuilds its store: the log may lack changes that it has not applied.
    if (known) await unregisterConsumer(connection, known.consumer)
    const end = performance.now() + rebuildTime
    while (performance.now() < end) {
      await this.read(connection)
      const after = this.surveys.loadedRevisions()
      const isNew = [...before].every(([surveyId, revision]) => after.get(surveyId) !== revision)
      if (this.known && isNew && this.known.position.xid !== known?.position.xid) return
      await delay(lookPause)
    }
    throw new AppError('unavailable', say`The process that fills the store of figures does not rebuild it.`)
  }
}
