import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Database } from '#server/platform/db-types.ts'
import { portableSql } from '#server/platform/sql.ts'
import { readSurveyShape, readSurveyVersion } from '#server/domain/survey/survey-model-store.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { readHorizon } from './change-log.ts'
import type { Change } from './change-log.ts'
import type { ChangedRows } from '../memory/held-columns.ts'
import type { AnalyticsStore, StoreWriter } from '../store/analytics-store.ts'
import { SurveyTables } from '../store/tables.ts'
import { readSurveyIds } from './responses-store.ts'
import { replacePlaces } from './place-writer.ts'
import {
  dropSurvey,
  readRows,
  rebuildSurvey,
  replaceResponses,
  saveStoredSurvey,
  storedSurveyShape,
} from './survey-writer.ts'
import type { StoredTable } from './survey-writer.ts'

/** What storing surveys needs of the program. */
export interface StoredSurveysDeps {
  db: Kysely<Database>
  pool: pg.Pool
  store: AnalyticsStore
}

/** Keeps copies of rows and is notified when they change. */
export interface RowListener {
  /** Columns to pass to `changed` for this survey; null for none. */
  columnsToFollow(surveyId: number): ReadonlySet<string> | null
  /** Called whenever the survey's data version rises. `rows` is null when any row may have changed. */
  changed(surveyId: number, rows: ChangedRows | null): void
}

/** Is told of a survey, by its id, whenever its data version rises. */
export type SurveyFollower = (surveyId: number) => void

/** What a transaction did to a survey. */
interface Applied {
  surveyId: number
  /** Null when the survey was deleted. */
  table: StoredTable | null
  /** The changed rows; missing or null when the table was rebuilt or nobody follows them. */
  rows?: ChangedRows | null
  /** Set by a rebuild: it includes all changes of transactions before this one. */
  horizon?: number
}

/** Another write for the same transaction of the store. */
type AlsoWrite = (writer: StoreWriter) => Promise<void>

/** The surveys in the analytics store: applies changes to their tables and knows what each table holds. */
export class StoredSurveys {
  private readonly deps: StoredSurveysDeps
  private readonly tables = new Map<number, { version: number; wide: readonly number[]; tables: SurveyTables }>()
  private readonly stored = new Map<number, StoredTable>()
  private readonly revisions = new Map<number, string>()
  private readonly dataVersions = new Map<number, number>()
  private readonly rebuiltThrough = new Map<number, number>()
  private listener: RowListener | null = null
  private readonly followers = new Set<SurveyFollower>()
  private writing = false

  constructor(deps: StoredSurveysDeps) {
    this.deps = deps
  }

  /** Notifies a listener of every change from now on. */
  setListener(listener: RowListener): void {
    this.listener = listener
  }

  /** Tells a follower of every change from now on; returns what ends that. */
  follow(follower: SurveyFollower): () => void {
    this.followers.add(follower)
    return () => this.followers.delete(follower)
  }

  /** Signature of the survey's stored table (see `SurveyTables`); undefined when there is none. */
  signature(surveyId: number): string | undefined {
    return this.stored.get(surveyId)?.signature
  }

  /** A number that rises whenever the survey's figures may have changed. */
  dataVersion(surveyId: number): number {
    return this.dataVersions.get(surveyId) ?? 0
  }

  /** True while changes may be stored already that no data version shows yet. */
  isChanging(): boolean {
    return this.writing
  }

  /** Creates the list of stored surveys unless it exists. */
  async createTable(writer: StoreWriter): Promise<void> {
    await writer.ensureTable(storedSurveyShape)
  }

  /** Reads what another process has stored; the data versions of surveys rise that have changed since it was read last. */
  async load(): Promise<void> {
    const { columns } = await this.deps.store.query(
      portableSql`select survey_id, signature, wide, revision from stored_survey`,
    )
    const [ids = [], signatures = [], wide = [], revisions = []] = columns
    const gone = new Set(this.stored.keys())
    ids.forEach((id, index) => {
      const surveyId = Number(id)
      gone.delete(surveyId)
      const revision = String(revisions[index])
      const isFirst = !this.revisions.has(surveyId) && !this.stored.has(surveyId)
      if (this.revisions.get(surveyId) === revision) return
      this.revisions.set(surveyId, revision)
      const table = { signature: String(signatures[index]), wide: JSON.parse(String(wide[index])) as number[] }
      if (isFirst) this.stored.set(surveyId, table)
      else this.note([{ surveyId, table }])
    })
    for (const surveyId of gone) this.revisions.delete(surveyId)
    this.note([...gone].map((surveyId) => ({ surveyId, table: null })))
  }

  /** Revisions of the surveys as they were loaded last. */
  loadedRevisions(): ReadonlyMap<number, string> {
    return new Map(this.revisions)
  }

  /** Forgets all that is stored: it is of another version of the program. */
  forget(): void {
    this.revisions.clear()
    this.note([...this.stored.keys()].map((surveyId) => ({ surveyId, table: null })))
  }

  /** No longer skips changes that a rebuild includes: after a crash their transaction numbers may be used again. */
  forgetRebuilds(): void {
    this.rebuiltThrough.clear()
  }

  /** Applies changes in one transaction. Surveys in `bulk` are rebuilt instead of updated row by row. */
  apply(changes: readonly Change[], bulk: ReadonlySet<number>, also: AlsoWrite): Promise<void> {
    return this.write(async (writer) => {
      const applied: Applied[] = []
      for (const [surveyId, ofSurvey] of Map.groupBy(changes, (change) => change.surveyId))
        applied.push(...(await this.applyTo(writer, surveyId, ofSurvey, bulk.has(surveyId))))
      await also(writer)
      return applied
    })
  }

  /** Rebuilds one survey's tables from the system of record; does nothing for a survey that does not exist. */
  async rebuild(surveyId: number): Promise<void> {
    const horizon = await readHorizon(this.deps.pool)
    const tables = await this.tablesOf(surveyId)
    if (!tables) return
    await this.write(async (writer) => [await this.rebuildTables(writer, surveyId, tables.withWide([]), horizon)])
  }

  /** Rebuilds all surveys in one transaction. `horizon` was read before: see `readHorizon`. */
  rebuildAll(horizon: number, also: AlsoWrite): Promise<void> {
    return this.write(async (writer) => {
      const applied: Applied[] = []
      const { columns } = await writer.read(portableSql`select survey_id from stored_survey`)
      for (const surveyId of await readSurveyIds(this.deps.pool)) {
        const tables = await this.tablesOf(surveyId)
        if (tables) applied.push(await this.rebuildTables(writer, surveyId, tables.withWide([]), horizon))
      }
      const there = new Set(applied.map(({ surveyId }) => surveyId))
      for (const surveyId of (columns[0] ?? []).map(Number)) {
        if (there.has(surveyId)) continue
        await dropSurvey(writer, surveyId)
        applied.push({ surveyId, table: null })
      }
      await also(writer)
      return applied
    })
  }

  private async write(work: (writer: StoreWriter) => Promise<Applied[]>): Promise<void> {
    this.writing = true
    try {
      // Only after the commit: this decides which changes are skipped next time.
      this.note(await this.deps.store.write(work))
    } finally {
      this.writing = false
    }
  }

  private note(applied: readonly Applied[]): void {
    for (const { surveyId, table, horizon, rows } of applied) {
      if (horizon !== undefined) this.rebuiltThrough.set(surveyId, horizon)
      if (table) this.stored.set(surveyId, table)
      else this.stored.delete(surveyId)
      this.dataVersions.set(surveyId, this.dataVersion(surveyId) + 1)
      this.listener?.changed(surveyId, rows ?? null)
      for (const follower of this.followers) follower(surveyId)
    }
  }

  private async applyTo(
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
    const isMoved = changes.some((change) => change.kind === 'unit') && tables.hasWeightsOfPlaces
    if (isSurvey || isMoved || bulk || known?.signature !== signature)
      return [await this.rebuildTables(writer, surveyId, tables, horizon)]
    const ids = [...new Set(changes.flatMap(({ kind, rowId }) => (kind === 'response' ? rowId : [])))]
    const unitIds = [...new Set(changes.flatMap(({ kind, rowId }) => (kind === 'unit' ? rowId : [])))]
    const tooWide = await replaceResponses(writer, pool, surveyId, tables, ids)
    if (tooWide.length > 0)
      return [await this.rebuildTables(writer, surveyId, tables.withWide([...tables.wide, ...tooWide]), horizon)]
    if (unitIds.length > 0) await replacePlaces(writer, pool, surveyId, tables, unitIds)
    if (this.deps.store.sharedAs !== null) await saveStoredSurvey(writer, surveyId, tables)
    // Of units, any number of rows may have changed.
    const rows = unitIds.length > 0 ? null : await this.changedRows(writer, surveyId, ids, tables)
    return [{ surveyId, table: stored(tables), rows }]
  }

  private async rebuildTables(
    writer: StoreWriter,
    surveyId: number,
    tables: SurveyTables,
    horizon: number,
  ): Promise<Applied> {
    const rebuilt = await rebuildSurvey(writer, this.deps.pool, surveyId, tables)
    return { surveyId, table: stored(rebuilt), horizon }
  }

  /** The columns that the listener follows, of rows that this transaction has changed. */
  private async changedRows(
    writer: StoreWriter,
    surveyId: number,
    ids: readonly number[],
    tables: SurveyTables,
  ): Promise<ChangedRows | null> {
    const wanted = this.listener?.columnsToFollow(surveyId)
    if (!wanted) return null
    // A request may have asked for a column that does not exist. That request fails, but this update must not.
    const names = tables.fill([]).responses.columns.map(({ name }) => name)
    return readRows(
      writer,
      surveyId,
      ids,
      names.filter((name) => wanted.has(name)),
    )
  }

  private async tablesOf(surveyId: number): Promise<SurveyTables | null> {
    const found = await readSurveyVersion(this.deps.db, { surveyId })
    const { wide } = this.stored.get(surveyId) ?? { wide: [] }
    const known = this.tables.get(surveyId)
    if (found && known?.version === found.version && String(known.wide) === String(wide)) return known.tables
    const shape = await readSurveyShape(this.deps.db, surveyId)
    if (!shape) return null
    const tables = new SurveyTables(shape, await loadUnitTree(this.deps, shape), wide)
    this.tables.set(surveyId, { version: shape.version, wide, tables })
    return tables
  }
}

function stored({ signature, wide }: SurveyTables): StoredTable {
  return { signature, wide }
}
