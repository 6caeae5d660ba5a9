import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { versionOrders } from '@gensvar/contract/dashboard-editor'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A published version of a configuration. */
export interface VersionRow {
  number: number
  text: string
  author: string
  created: Date
  source: 'import' | 'user'
  note: string
}

/** The draft of a survey; its text is null where it was published or discarded. */
export interface DraftRow {
  text: string | null
  version: number
  basedOn: number
  author: string
  changed: Date
}

/** What is asked of the list of versions. */
interface VersionQuery {
  rowFrom: number
  rowTo: number
  filter: string
  sortVar?: (typeof versionOrders)[number] | undefined
  sortDesc?: boolean | undefined
}

/** The draft of a survey; null where there never was one. */
export async function readDraftRow(db: Db, surveyId: number): Promise<DraftRow | null> {
  const row = await db
    .selectFrom('configuration_draft')
    .select(['text', 'version', 'based_on as basedOn', 'author', 'changed_at as changed'])
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return row ?? null
}

/** Stores a draft over the version it was made from, 0 for none; false where that is not the stored one any more. */
export async function saveDraftRow(
  { db }: WriteTx,
  surveyId: number,
  draft: { text: string | null; version: number; basedOn: number; author: string },
): Promise<boolean> {
  const values = { text: draft.text, based_on: draft.basedOn, author: draft.author }
  if (draft.version === 0) {
    const { numInsertedOrUpdatedRows: inserted = 0n } = await db
      .insertInto('configuration_draft')
      .values({ survey_id: surveyId, ...values })
      .onConflict((conflict) => conflict.column('survey_id').doNothing())
      .executeTakeFirst()
    return inserted > 0n
  }
  const { numUpdatedRows } = await db
    .updateTable('configuration_draft')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), changed_at: sql<Date>`now()` }))
    .where('survey_id', '=', surveyId)
    .where('version', '=', draft.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks a survey until the end of the transaction, so that its configuration and its questions stay. */
export async function lockSurvey({ db }: WriteTx, surveyId: number): Promise<void> {
  await db.selectFrom('survey').select('id').where('id', '=', surveyId).forUpdate().execute()
}

/** The version in force; null for a survey without a configuration. */
export async function readCurrentVersion(db: Db, surveyId: number): Promise<VersionRow | null> {
  const row = await versionsOf(db, surveyId)
    .whereRef('script_version.version', '=', 'script.current_version')
    .executeTakeFirst()
  return row ?? null
}

/** One version; null where there is none of this number. */
export async function readVersion(db: Db, surveyId: number, number: number): Promise<VersionRow | null> {
  return (await versionsOf(db, surveyId).where('script_version.version', '=', number).executeTakeFirst()) ?? null
}

/** A page of versions without their texts, newest first unless sorted otherwise. */
export async function listVersionRows(
  db: Db,
  surveyId: number,
  { rowFrom, rowTo, filter, sortVar = 'number', sortDesc = sortVar === 'number' }: VersionQuery,
): Promise<{ rows: (Omit<VersionRow, 'text'> & { isCurrent: boolean })[]; total: number }> {
  const term = `%${filter.trim().replace(/[\\%_]/g, '\\$&')}%`
  const found = db
    .selectFrom('script')
    .innerJoin('script_version', 'script_version.script_id', 'script.id')
    .where('script.survey_id', '=', surveyId)
    .where('script.script_type', '=', 'CONFIGURATION')
    .$if(filter.trim() !== '', (query) =>
      query.where((where) => where.or([where('author', 'ilike', term), where('note', 'ilike', term)])),
    )
  const columns = { number: 'script_version.version', author: 'author', created: 'script_version.created_at' } as const
  const [rows, { total }] = await Promise.all([
    found
      .select(['script_version.version as number', 'author', 'script_version.created_at as created', 'source', 'note'])
      .select((eb) => eb('script_version.version', '=', eb.ref('script.current_version')).as('isCurrent'))
      .orderBy(columns[sortVar], sortDesc ? 'desc' : 'asc')
      .orderBy('script_version.version', 'desc')
      .offset(rowFrom)
      .limit(Math.max(0, rowTo - rowFrom))
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map((row) => ({ ...row, isCurrent: row.isCurrent === true })), total: Number(total) }
}

function versionsOf(db: Db, surveyId: number) {
  return db
    .selectFrom('script')
    .innerJoin('script_version', 'script_version.script_id', 'script.id')
    .where('script.survey_id', '=', surveyId)
    .where('script.script_type', '=', 'CONFIGURATION')
    .select(['script_version.version as number', 'script_version.text', 'script_version.author'])
    .select(['script_version.created_at as created', 'script_version.source', 'script_version.note'])
}
