import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { FrozenScores } from './frozen-scores.ts'

type Db = Kysely<Database>

/** What is stored about a survey's published figures. */
export interface PublicationRow {
  secret: Buffer
  spreads: Readonly<Record<string, number>>
  period: 'month' | 'quarter' | null
  minimum: readonly number[] | null
  filters: Readonly<Record<string, string>>
  scores: FrozenScores
}

/** What is stored about a survey's published figures; null before the first. */
export async function readPublication(db: Db, surveyId: number): Promise<PublicationRow | null> {
  const row = await db.selectFrom('publication').where('survey_id', '=', surveyId).selectAll().executeTakeFirst()
  return row ? publicationRow(row) : null
}

/** Inserts the row of a survey with a secret, and returns it; an existing row is kept. */
export async function startPublication(db: Db, surveyId: number, secret: Buffer): Promise<PublicationRow> {
  const row = await db
    .insertInto('publication')
    .values({ survey_id: surveyId, secret })
    // An update of nothing, because only a written row is returned.
    .onConflict((conflict) => conflict.column('survey_id').doUpdateSet({ survey_id: surveyId }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return publicationRow(row)
}

function publicationRow(row: Selectable<Database['publication']>): PublicationRow {
  const { period, scores } = row
  return {
    ...row,
    period: period === 'month' || period === 'quarter' ? period : null,
    scores: new Map(Object.entries(scores)),
  }
}

/** Adds spreads by variable; existing ones are kept. */
export async function addSpreads(db: Db, surveyId: number, spreads: Readonly<Record<string, number>>): Promise<void> {
  await sql`update publication set spreads = ${JSON.stringify(spreads)}::jsonb || spreads
             where survey_id = ${surveyId}`.execute(db)
}

/** Rules to be frozen, and the scores that were stored when they were made. */
interface NewRules {
  period: string
  minimum: readonly number[]
  filters: Readonly<Record<string, string>>
  scores: FrozenScores
  before: FrozenScores
}

/**
 * Freezes the rules of an anonymous survey: the period never changes, minimums only rise, filters keep their first day, and
 * scores are those given. Returns what is stored now; null, and nothing is stored, where the scores are not `before` any
 * more.
 */
export async function freezeRules(
  db: Db,
  surveyId: number,
  { period, minimum, filters, scores, before }: NewRules,
): Promise<PublicationRow | null> {
  const { rows } = await sql<Selectable<Database['publication']>>`update publication
               set period = coalesce(period, ${period}),
                   minimum = array(select greatest(kept, given)
                                     from unnest(minimum, ${[...minimum]}::int[]) with ordinality as pair(kept, given, place)
                                    order by place),
                   filters = ${JSON.stringify(filters)}::jsonb || filters,
                   scores = ${jsonOf(scores)}::jsonb
             where survey_id = ${surveyId} and scores = ${jsonOf(before)}::jsonb
            returning *`.execute(db)
  const [row] = rows
  return row ? publicationRow(row) : null
}

function jsonOf(scores: FrozenScores): string {
  return JSON.stringify(Object.fromEntries(scores))
}

/** Locks the release of the survey's answers until the transaction ends. */
export async function lockReleases(trx: Db, surveyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('release of answers'), ${surveyId}::int)`.execute(trx)
}

/**
 * Releases the answers of periods that have ended since the last call and seals these periods: their figures never
 * include later answers. Returns the ids of the released responses.
 */
export async function sealPeriods(
  trx: Db,
  surveyId: number,
  { period, runningFrom }: { period: string; runningFrom: string },
): Promise<number[]> {
  const result = await sql<{ id: number }>`
    with ended as (
      select r.id, date_trunc(${period}, r.event_date)::date as first_day from response r
       where r.survey_id = ${surveyId} and not r.released and r.state = 0 and r.event_date < ${runningFrom}::date)
    update response set released = true
     where id in (
       select id from ended
        where first_day not in (select first_day from sealed_period where survey_id = ${surveyId}))
    returning id`.execute(trx)
  const sealed = await sql`
    update publication set sealed_to = ${runningFrom}::date
     where survey_id = ${surveyId} and sealed_to is distinct from ${runningFrom}::date
    returning survey_id`.execute(trx)
  // The second condition finds periods whose answers were all released before they ended.
  if (result.rows.length > 0 || sealed.rows.length > 0)
    await sql`
      insert into sealed_period (survey_id, first_day)
      select distinct ${surveyId}::int, date_trunc(${period}, r.event_date)::date from response r
       where r.survey_id = ${surveyId} and r.released and r.event_date < ${runningFrom}::date
      on conflict do nothing`.execute(trx)
  return result.rows.map((row) => row.id)
}

/**
 * Releases answers of the running and later periods, per unit: at least `batch` new responses, with at least `batch`
 * answers to each question (of `variables`, the scales) that any of them answers. Returns the ids of the released
 * responses.
 */
export async function releaseBatches(
  trx: Db,
  surveyId: number,
  {
    period,
    runningFrom,
    batch,
    variables,
  }: { period: string; runningFrom: string; batch: number; variables: readonly string[] },
): Promise<number[]> {
  const result = await sql<{ id: number }>`
    with waiting as (
      select r.id, r.unit_ids, date_trunc(${period}, r.event_date) as first_day from response r
       where r.survey_id = ${surveyId} and not r.released and r.state = 0 and r.event_date >= ${runningFrom}::date),
    batches as (
      select unit_ids, first_day, array_agg(id) as ids from waiting
       group by unit_ids, first_day having count(*) >= ${batch}::int)
    update response set released = true
     where id in (
       select unnest(ids) from batches
        where not exists (
          select from response r cross join unnest(${[...variables]}::text[]) as question (variable)
           where r.id = any(ids) and jsonb_typeof(r.answers -> variable) = 'number'
           group by variable having count(*) < ${batch}::int))
    returning id`.execute(trx)
  return result.rows.map((row) => row.id)
}
