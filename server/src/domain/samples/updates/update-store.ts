import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { runFragment } from '#server/platform/run-fragment.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { SampleChange } from '../sample-store.ts'

type Db = Pick<WriteTx<WriteContext>, 'db'>

/** What was changed of a response; null for one that was added, and for what an import changed. */
export type NotedChange = Pick<SampleChange, 'fields' | 'stateBefore' | 'stateAfter'> | null

/** A response that scripts have yet to be told of. */
export interface SampleUpdate {
  id: number
  responseId: number
  change: NotedChange
}

/** A response as scripts change it. */
export type UpdatedRow = Pick<CaseRow, 'id' | 'state' | 'version' | 'answers' | 'contact' | 'eventDate' | 'unitIds'>

/** Notes responses that were changed. */
export async function insertChangeRows(
  { db }: Db,
  surveyId: number,
  changes: readonly { id: number; change: NotedChange }[],
): Promise<void> {
  await db
    .insertInto('sample_update')
    .values(
      changes.map(({ id, change }) => ({
        survey_id: surveyId,
        response_id: id,
        fields: change && [...change.fields],
        state_before: change?.stateBefore,
        state_after: change?.stateAfter,
      })),
    )
    .execute()
}

/** Notes responses (`response` as `r`) of a survey that were added, or changed by an import. */
export async function insertUpdateRows({ db }: Db, surveyId: number, which: Fragment): Promise<void> {
  await runFragment(
    db,
    portableSql`
      insert into sample_update (survey_id, response_id)
      select r.survey_id, r.id from response r where r.survey_id = ${surveyId} and ${which} order by r.id`,
  )
}

/** The surveys with responses that are yet to be handled. */
export async function listWaitingSurveys(db: Kysely<Database>): Promise<number[]> {
  const rows = await db.selectFrom('sample_update').select('survey_id').distinct().orderBy('survey_id').execute()
  return rows.map((row) => row.survey_id)
}

/**
 * The oldest changes of a survey with ids from `from` on that nobody else is handling; nobody else gets them until the write
 * ends.
 */
export async function claimUpdateRows(
  { db }: Db,
  surveyId: number,
  { from, most }: { from: number; most: number },
): Promise<SampleUpdate[]> {
  const rows = await db
    .selectFrom('sample_update')
    .selectAll()
    .where('survey_id', '=', surveyId)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id, response_id: responseId, fields, state_before: before, state_after: after }) => ({
    id,
    responseId,
    change: fields === null ? null : { fields, stateBefore: before ?? 0, stateAfter: after ?? 0 },
  }))
}

/** Removes changes that were handled. */
export async function removeUpdateRows({ db }: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('sample_update')
    .where((where) => where(where.ref('id'), '=', sql<number>`any(${[...ids]}::bigint[])`))
    .execute()
}

/** Responses of a survey, by their ids. */
export async function readUpdatedRows({ db }: Db, surveyId: number, ids: readonly number[]): Promise<UpdatedRow[]> {
  const rows = await db
    .selectFrom('response')
    .select(['id', 'state', 'version', 'answers', 'contact', 'event_date as eventDate', 'unit_ids as unitIds'])
    .where('survey_id', '=', surveyId)
    .where((where) => where(where.ref('id'), '=', sql<number>`any(${[...ids]}::bigint[])`))
    .orderBy('id')
    .execute()
  return rows as UpdatedRow[]
}

/**
 * Stores what became of responses, with who changed which fields, where nobody has changed them since they were read.
 * Returns the ids of those that were stored.
 */
export async function updateResponseRows(
  { db, identity }: WriteTx,
  rows: readonly (UpdatedRow & { fields: readonly string[] })[],
): Promise<number[]> {
  const given = rows.map(({ id, version, answers, contact, eventDate, unitIds, fields }) => ({
    ...{ id, version, answers, contact, fields },
    ...{ event_date: eventDate, unit_ids: unitIds },
  }))
  const { rows: stored } = await sql<{ id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n(
        id bigint, version int, answers jsonb, contact jsonb, event_date date, unit_ids int[], fields text[])),
    -- In the order in which imports lock them.
    locked as (
      select id from response where id in (select id from given) order by id for update),
    stored as (
      update response r
         set answers = given.answers, contact = given.contact, event_date = given.event_date,
             unit_ids = given.unit_ids, version = r.version + 1, updated_at = now()
        from given join locked using (id)
       where r.id = given.id and r.version = given.version
      returning r.id, r.version, r.state, given.fields),
    logged as (
      insert into response_change (response_id, version, username, fields, state_before, state_after)
      select id, version, ${identity.username}, fields, state, state from stored)
    select id from stored order by id`.execute(db)
  return stored.map(({ id }) => id)
}

/** Adds a comment of the program on responses. */
export async function insertProgramComments(
  { db, identity }: WriteTx,
  comments: readonly { id: number; message: string }[],
): Promise<void> {
  await db
    .insertInto('response_comment')
    .values(comments.map(({ id, message }) => ({ response_id: id, username: identity.username, message })))
    .execute()
}
