import type { Kysely } from 'kysely'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import type { WriteContext } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { lockAllResponses } from '../load/store.ts'
import { changeSince, digestOf, readSnapshot } from './snapshot-store.ts'
import type { Snapshot } from './snapshot-store.ts'
import { createImportSetRow, keepImages, noteVersions, saveImportSetRow, saveRaisedAlerts } from './store.ts'

type Db = Kysely<Database>

/** An import as it goes on: what it does is noted, so that it can be undone. */
export class ImportSet {
  readonly id: number
  private readonly db: Db
  private readonly surveyId: number
  /** Null for an import that makes the survey. */
  private readonly before: Snapshot | null
  private hasImages = false

  private constructor(db: Db, id: number, surveyId: number, before: Snapshot | null) {
    this.db = db
    this.id = id
    this.surveyId = surveyId
    this.before = before
  }

  /** Begins a set in the transaction of an import; the survey is locked and `before` is what it was. */
  static async begin(
    tx: WriteContext & { clock: Clock },
    set: { surveyId: number; filename: string; before: Snapshot | null },
  ): Promise<ImportSet> {
    const username = tx.identity ? nameOf(tx.identity) : ''
    const id = await createImportSetRow(tx, { ...set, username, madeSurvey: set.before === null })
    return new ImportSet(tx.db, id, set.surveyId, set.before)
  }

  /** Keeps all responses as they are, because the import decides something that rewrites them. */
  async keepAll(): Promise<void> {
    await lockAllResponses(this.db, this.surveyId)
    await keepImages(this.db, this.surveyId, this.id)
    this.hasImages = true
  }

  /** Ends the set with what the import did. */
  async finish({ added, changed, erased }: { added: number; changed: number; erased: number }): Promise<void> {
    const { db, before, surveyId } = this
    if (this.hasImages) await noteVersions(db, this.id)
    const since = before && (await changeSince(db, surveyId, before))
    await saveImportSetRow(db, this.id, {
      added,
      changed,
      erased,
      responsesOnly: since?.isOfResponsesOnly ?? false,
      change: since?.change ?? null,
      digest: before ? await digestOf(db, surveyId, before.lastUnit) : '',
    })
  }

  /** Notes how many alerts the import has raised. */
  async noteAlerts(alerts: number): Promise<void> {
    if (alerts > 0) await saveRaisedAlerts(this.db, this.id, alerts)
  }
}

/** What a survey is before an import; null if there is none yet. */
export async function surveyBefore(db: Db, surveyId: number | null): Promise<Snapshot | null> {
  return surveyId === null ? null : readSnapshot(db, surveyId)
}
