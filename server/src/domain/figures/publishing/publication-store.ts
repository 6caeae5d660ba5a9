import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** What is kept of a survey's published figures. */
export interface PublicationRow {
  secret: Buffer
  spreads: Readonly<Record<string, number>>
  period: 'month' | 'quarter' | null
  minimum: readonly number[] | null
  filters: Readonly<Record<string, string>>
}

/** What is kept of a survey's published figures; null before the first. */
export async function readPublication(db: Db, surveyId: number): Promise<PublicationRow | null> {
  const row = await db.selectFrom('publication').where('survey_id', '=', surveyId).selectAll().executeTakeFirst()
  return row ? { ...row, period: row.period === 'month' || row.period === 'quarter' ? row.period : null } : null
}

/** Starts the record of a survey's published figures with a secret; one that is there stays. */
export async function startPublication(db: Db, surveyId: number, secret: Buffer): Promise<void> {
  await db
    .insertInto('publication')
    .values({ survey_id: surveyId, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds spreads by variable; those that are there stay. */
export async function addSpreads(db: Db, surveyId: number, spreads: Readonly<Record<string, number>>): Promise<void> {
  await sql`update publication set spreads = ${JSON.stringify(spreads)}::jsonb || spreads
             where survey_id = ${surveyId}`.execute(db)
}

/** Freezes the rules of an anonymous survey: the period once, the minimums upwards, each filter from its day. */
export async function freezeRules(
  db: Db,
  surveyId: number,
  {
    period,
    minimum,
    filters,
  }: { period: string; minimum: readonly number[]; filters: Readonly<Record<string, string>> },
): Promise<void> {
  await sql`update publication
               set period = coalesce(period, ${period}),
                   minimum = array(select greatest(kept, given)
                                     from unnest(minimum, ${[...minimum]}::int[]) with ordinality as pair(kept, given, place)
                                    order by place),
                   filters = ${JSON.stringify(filters)}::jsonb || filters
             where survey_id = ${surveyId}`.execute(db)
}

/** Holds off others who release answers of the survey until the transaction ends. */
export async function lockReleases(trx: Db, surveyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('release of answers'), ${surveyId}::int)`.execute(trx)
}

/**
 * Releases the answers of periods that have ended since the last time and seals these periods: answers that come later
 * stay out of their figures. Returns the ids of the responses released.
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
  // Periods whose answers all were released while they ran are found once, when they have ended.
  if (result.rows.length > 0 || sealed.rows.length > 0)
    await sql`
      insert into sealed_period (survey_id, first_day)
      select distinct ${surveyId}::int, date_trunc(${period}, r.event_date)::date from response r
       where r.survey_id = ${surveyId} and r.released and r.event_date < ${runningFrom}::date
      on conflict do nothing`.execute(trx)
  return result.rows.map((row) => row.id)
}

/**
 * Releases answers of the running period and later ones where at least `batch` responses of the same units have come in
 * since the last time, and at least `batch` answers to each of the questions that any of them answers. `variables` are
 * those of the rated questions. Returns the ids of the responses released.
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
