import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A row as JSON, by its columns. */
type Row = Record<string, unknown> & { id: number }

/** The tables of a survey's metadata, each after those that its rows refer to. */
const tables = ['question_group', 'question', 'choice', 'view'] as const

type Table = (typeof tables)[number]

/** What a survey consists of besides its responses. */
export interface Snapshot {
  title: Record<string, string>
  rows: Record<Table, Row[]>
  /** The last unit there is; those an import adds have higher numbers. */
  lastUnit: number
  doubts: unknown[]
  /** What is kept of its imports; null for a survey without. */
  plan: unknown
  /** Digest of it; null without. */
  planDigest: string | null
  /** Version of its configuration; null without one. */
  configuration: number | null
}

/** What an import changed of a survey besides its responses, as needed to restore what was there. */
export interface Change {
  before: Omit<Snapshot, 'rows'>
  /** Version of the configuration, and digest of what is kept of the imports, that the import left. */
  configuration: number | null
  planDigest: string | null
  /** By table: rows that the import added, and those it changed or removed as they were. */
  rows: Record<Table, { added: number[]; before: Row[] }>
}

/** Reads everything of a survey that an import may change besides its responses. */
export async function readSnapshot(db: Db, surveyId: number): Promise<Snapshot> {
  const rows = { question_group: [], question: [], choice: [], view: [] } as Snapshot['rows']
  for (const table of tables) rows[table] = await readRows(db, table, surveyId)
  const { rows: found } = await sql<Omit<Snapshot, 'rows'>>`
    select s.title,
           (select coalesce(max(unit.id), 0)::int from unit join view on view.id = unit.view_id
             where view.survey_id = s.id) as "lastUnit",
           (select coalesce(jsonb_agg(to_jsonb(d) order by d.kind, d.variable), '[]')
              from survey_doubt d where d.survey_id = s.id) as doubts,
           (select p.plan from import_plan p where p.survey_id = s.id) as plan,
           (select md5(p.plan::text) from import_plan p where p.survey_id = s.id) as "planDigest",
           (select current_version from script where survey_id = s.id and script_type = 'CONFIGURATION') as configuration
      from survey s where s.id = ${surveyId}`.execute(db)
  const [rest] = found
  if (!rest) throw new Error(`there is no survey ${surveyId}`)
  return { ...rest, rows }
}

/** Compares a survey with what it was. */
export async function changeSince(
  db: Db,
  surveyId: number,
  before: Snapshot,
): Promise<{ change: Change; isOfResponsesOnly: boolean }> {
  const after = await readSnapshot(db, surveyId)
  const { rows, ...rest } = before
  const changes = Object.fromEntries(
    tables.map((table) => [table, differences(rows[table], after.rows[table])]),
  ) as Change['rows']
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
  return {
    change: { before: rest, configuration: after.configuration, planDigest: after.planDigest, rows: changes },
    isOfResponsesOnly:
      tables.every((table) => changes[table].added.length === 0 && changes[table].before.length === 0) &&
      after.lastUnit === before.lastUnit &&
      after.configuration === before.configuration &&
      isSame([after.title, after.doubts], [before.title, before.doubts]),
  }
}

/**
 * A digest of a survey's questions, choices, views and decisions, and of the units after `lastUnit`: it tells whether
 * they were changed since.
 */
export async function digestOf(db: Db, surveyId: number, lastUnit: number): Promise<string> {
  const parts = [
    ...tables.map((table) => digest(sql`${sql.table(table)} t where ${ofSurvey(table, surveyId)}`, sql`t.id`)),
    digest(sql`survey_doubt t where t.survey_id = ${surveyId}`, sql`t.kind, t.variable`),
    digest(
      sql`unit t where t.id > ${lastUnit} and t.view_id in (select id from view where survey_id = ${surveyId})`,
      sql`t.id`,
    ),
  ]
  const { rows } = await sql<{ digest: string }>`select concat_ws(' ', ${sql.join(parts)}) as digest`.execute(db)
  return rows[0]?.digest ?? ''
}

/** Restores what an import changed of a survey besides its responses and its configuration. */
export async function restoreSurvey(db: Db, surveyId: number, { before, rows }: Change): Promise<void> {
  await sql`delete from unit
             where id > ${before.lastUnit} and view_id in (select id from view where survey_id = ${surveyId})`.execute(
    db,
  )
  for (const table of tables.toReversed()) await removeRows(db, table, rows[table].added)
  for (const table of tables) await restoreRows(db, table, rows[table].before)
  await sql`delete from survey_doubt where survey_id = ${surveyId}`.execute(db)
  await sql`insert into survey_doubt
            select * from jsonb_populate_recordset(null::survey_doubt, ${JSON.stringify(before.doubts)}::jsonb)`.execute(
    db,
  )
  await restorePlan(db, surveyId, before.plan)
  await db
    .updateTable('survey')
    .set({ title: JSON.stringify(before.title) })
    .where('id', '=', surveyId)
    .execute()
}

/** Restores what was kept of a survey's imports before one that added or changed responses alone, unless it changed since. */
export async function restorePlanIfSame(db: Db, surveyId: number, { before, planDigest }: Change): Promise<void> {
  const { rows } = await sql`
    select from import_plan where survey_id = ${surveyId} and md5(plan::text) = ${planDigest}`.execute(db)
  if (rows.length > 0) await restorePlan(db, surveyId, before.plan)
}

async function restorePlan(db: Db, surveyId: number, plan: unknown): Promise<void> {
  await sql`delete from import_plan where survey_id = ${surveyId}`.execute(db)
  if (plan === null) return
  await sql`insert into import_plan (survey_id, plan) values (${surveyId}, ${JSON.stringify(plan)}::jsonb)`.execute(db)
}

/** Version of a survey's configuration; null without one. */
export async function readConfigurationVersion(db: Db, surveyId: number): Promise<number | null> {
  const row = await db
    .selectFrom('script')
    .select('current_version')
    .where('survey_id', '=', surveyId)
    .where('script_type', '=', 'CONFIGURATION')
    .executeTakeFirst()
  return row?.current_version ?? null
}

/** Makes an earlier version of a survey's configuration the current one; with null it has none. */
export async function restoreConfiguration(db: Db, surveyId: number, version: number | null): Promise<void> {
  if (version === null)
    await db.deleteFrom('script').where('survey_id', '=', surveyId).where('script_type', '=', 'CONFIGURATION').execute()
  else
    await db
      .updateTable('script')
      .set({ current_version: version, updated_at: sql<Date>`now()` })
      .where('survey_id', '=', surveyId)
      .where('script_type', '=', 'CONFIGURATION')
      .execute()
}

async function readRows(db: Db, table: Table, surveyId: number): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where ${ofSurvey(table, surveyId)} order by t.id`.execute(db)
  return rows.map(({ row }) => row)
}

function ofSurvey(table: Table, surveyId: number): RawBuilder<boolean> {
  return table === 'choice'
    ? sql<boolean>`t.question_id in (select id from question where survey_id = ${surveyId})`
    : sql<boolean>`t.survey_id = ${surveyId}`
}

function digest(from: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<string> {
  // Columns that came later are left out, so that imports made before can still be undone.
  return sql<string>`(select md5(coalesce(string_agg((to_jsonb(t) - '{version,succeeds_id}'::text[])::text, ',' order by ${order}), '')) from ${from})`
}

function differences(before: readonly Row[], after: readonly Row[]): { added: number[]; before: Row[] } {
  const known = new Set(before.map(({ id }) => id))
  const now = new Map(after.map((row) => [row.id, JSON.stringify(row)]))
  return {
    added: after.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    before: before.filter((row) => now.get(row.id) !== JSON.stringify(row)),
  }
}

async function removeRows(db: Db, table: Table, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`delete from ${sql.table(table)} where id = any(${[...ids]}::int[])`.execute(db)
}

async function restoreRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).filter((name) => name !== 'id')
  const sets = columns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  await sql`
    insert into ${sql.table(table)} overriding system value
    select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do update set ${sql.join(sets)}`.execute(db)
}
