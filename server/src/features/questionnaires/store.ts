import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { questionnaireOrders } from '@gensvar/contract/questionnaires'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { KnownNames } from './document/known-names.ts'

type Db = Kysely<Database>

/** A document as it was stored, with the names that it was stored with. */
export interface StoredDocument {
  document: QuestionnaireDocument
  known: KnownNames
}

/** What respondents were asked when a draft began, and the number of the configuration then; 0 for none. */
export interface BegunWith extends StoredDocument {
  configuration: number
}

/** A draft to store. `begunWith` is null where that is not known. */
export interface NewDraft extends StoredDocument {
  begunWith: BegunWith | null
}

/** The draft of a survey; its document is null where it was published or discarded. */
export interface DraftRow {
  document: QuestionnaireDocument | null
  known: KnownNames
  begunWith: BegunWith | null
  version: number
  author: string
  changed: Date
}

/** A published version. */
export interface VersionRow extends StoredDocument {
  number: number
  author: string
  note: string
  created: Date
}

/** What is asked of the list of versions. */
interface VersionQuery {
  rowFrom: number
  rowTo: number
  filter: string
  sortVar?: (typeof questionnaireOrders)[number] | undefined
  sortDesc?: boolean | undefined
}

/** The draft of a survey; null where there never was one. */
export async function readDraftRow(db: Db, surveyId: number): Promise<DraftRow | null> {
  const row = await db
    .selectFrom('questionnaire_draft')
    .select(['document', 'known', 'began_with as begunWith', 'version', 'author', 'changed_at as changed'])
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  if (!row) return null
  const document = row.document as QuestionnaireDocument | null
  return { ...row, document, known: row.known as KnownNames, begunWith: row.begunWith as BegunWith | null }
}

/** Stores a draft over the version it was made from, 0 for none; false where that is not the stored one any more. */
export async function saveDraftRow(
  { db }: Pick<WriteTx, 'db'>,
  surveyId: number,
  draft: { stored: NewDraft | null; version: number; author: string },
): Promise<boolean> {
  const values = {
    document: draft.stored && JSON.stringify(draft.stored.document),
    known: JSON.stringify(draft.stored?.known ?? {}),
    began_with: draft.stored?.begunWith ? JSON.stringify(draft.stored.begunWith) : null,
    author: draft.author,
  }
  if (draft.version === 0) {
    const { numInsertedOrUpdatedRows: inserted = 0n } = await db
      .insertInto('questionnaire_draft')
      .values({ survey_id: surveyId, ...values })
      .onConflict((conflict) => conflict.column('survey_id').doNothing())
      .executeTakeFirst()
    return inserted > 0n
  }
  const { numUpdatedRows } = await db
    .updateTable('questionnaire_draft')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), changed_at: sql<Date>`now()` }))
    .where('survey_id', '=', surveyId)
    .where('version', '=', draft.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Adds the next version of a questionnaire; returns its number. */
export async function insertVersionRow(
  { db }: WriteTx,
  surveyId: number,
  version: StoredDocument & { author: string; note: string },
): Promise<number> {
  const { number } = await db
    .insertInto('questionnaire_version')
    .values((eb) => ({
      survey_id: surveyId,
      number: eb
        .selectFrom('questionnaire_version as before')
        .where('before.survey_id', '=', surveyId)
        .select(sql<number>`coalesce(max(before.number), 0) + 1`.as('next')),
      document: JSON.stringify(version.document),
      known: JSON.stringify(version.known),
      author: version.author,
      note: version.note,
    }))
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** The version that was published last; null without one. */
export async function readCurrentVersion(db: Db, surveyId: number): Promise<VersionRow | null> {
  return firstOf(versionsOf(db, surveyId).orderBy('number', 'desc').limit(1))
}

/** One version; null where there is none of this number. */
export async function readVersion(db: Db, surveyId: number, number: number): Promise<VersionRow | null> {
  return firstOf(versionsOf(db, surveyId).where('number', '=', number))
}

/** A page of versions without their documents, newest first unless sorted otherwise. */
export async function listVersionRows(
  db: Db,
  surveyId: number,
  { rowFrom, rowTo, filter, sortVar = 'number', sortDesc = sortVar === 'number' }: VersionQuery,
): Promise<{ rows: (Omit<VersionRow, keyof StoredDocument> & { questions: number })[]; total: number }> {
  const term = `%${filter.trim().replace(/[\\%_]/g, '\\$&')}%`
  const found = db
    .selectFrom('questionnaire_version')
    .where('survey_id', '=', surveyId)
    .$if(filter.trim() !== '', (query) =>
      query.where((where) => where.or([where('author', 'ilike', term), where('note', 'ilike', term)])),
    )
  const columns = { number: 'number', author: 'author', created: 'created_at' } as const
  const [rows, { total }] = await Promise.all([
    found
      .select(['number', 'author', 'note', 'created_at as created'])
      .select(sql<number>`jsonb_array_length(document->'questions')`.as('questions'))
      .orderBy(columns[sortVar], sortDesc ? 'desc' : 'asc')
      .orderBy('number', 'desc')
      .offset(rowFrom)
      .limit(Math.max(0, rowTo - rowFrom))
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

function versionsOf(db: Db, surveyId: number) {
  return db
    .selectFrom('questionnaire_version')
    .where('survey_id', '=', surveyId)
    .select(['number', 'author', 'note', 'created_at as created', 'document', 'known'])
}

async function firstOf(query: ReturnType<typeof versionsOf>): Promise<VersionRow | null> {
  const row = await query.executeTakeFirst()
  return row ? { ...row, document: row.document as QuestionnaireDocument, known: row.known as KnownNames } : null
}

/** Whether a survey has answers. */
export async function hasAnswers(db: Db, surveyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('response')
    .select('id')
    .where('survey_id', '=', surveyId)
    .where('state', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Languages of an organisation, its own first. */
export async function readLocales(db: Db, universeId: number): Promise<Locale[]> {
  const row = await db
    .selectFrom('universe')
    .select(['default_locale', 'locales'])
    .where('id', '=', universeId)
    .executeTakeFirst()
  const all = row ? [row.default_locale, ...row.locales.filter((locale) => locale !== row.default_locale)] : []
  return all.filter(isLocale)
}

/** How many surveys an organisation has. */
export async function countSurveys(db: Db, universeId: number): Promise<number> {
  const { n } = await db
    .selectFrom('survey')
    .where('universe_id', '=', universeId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Ext names of the surveys of an organisation whose questionnaires were worked on last, that one first; at most ten. */
export async function listWorkedOn(db: Db, universeId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('questionnaire_draft')
    .innerJoin('survey', 'survey.id', 'questionnaire_draft.survey_id')
    .where('survey.universe_id', '=', universeId)
    .select('survey.ext_name as extName')
    .orderBy('questionnaire_draft.changed_at', 'desc')
    .orderBy('survey.id', 'desc')
    .limit(10)
    .execute()
  return rows.map(({ extName }) => extName)
}
