import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Change } from './snapshot-store.ts'

type Db = Kysely<Database>

/** Creates an import set that nothing belongs to yet; returns its id. */
export async function createImportSetRow(
  { db, clock }: { db: Db; clock: Clock },
  set: { surveyId: number; username: string; filename: string; madeSurvey: boolean },
): Promise<number> {
  const { id } = await db
    .insertInto('import_set')
    .values({
      survey_id: set.surveyId,
      created: clock.now(),
      username: set.username,
      filename: set.filename,
      made_survey: set.madeSurvey,
      before: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores what an import did. `change` is null for one that made the survey. */
export async function saveImportSetRow(
  db: Db,
  id: number,
  done: {
    added: number
    changed: number
    erased: number
    responsesOnly: boolean
    change: Change | null
    digest: string
  },
): Promise<void> {
  await db
    .updateTable('import_set')
    .set({
      added: done.added,
      changed: done.changed,
      erased: done.erased,
      responses_only: done.responsesOnly,
      before: JSON.stringify(done.change ?? {}),
      digest: done.digest,
    })
    .where('id', '=', id)
    .execute()
}

/** Notes how many alerts an import has raised. */
export async function saveRaisedAlerts(db: Db, id: number, alerts: number): Promise<void> {
  await db.updateTable('import_set').set({ alerts }).where('id', '=', id).execute()
}

/** An import set as far as undoing it needs it. */
export interface StoredImportSet {
  id: number
  filename: string
  madeSurvey: boolean
  responsesOnly: boolean
  change: Change
  digest: string
}

/** An import set of a survey; null if there is none. */
export async function findImportSetRow(db: Db, surveyId: number, id: number): Promise<StoredImportSet | null> {
  const row = await db
    .selectFrom('import_set')
    .selectAll()
    .where('survey_id', '=', surveyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        filename: row.filename,
        madeSurvey: row.made_survey,
        responsesOnly: row.responses_only,
        change: row.before as unknown as Change,
        digest: row.digest,
      }
    : null
}

/**
 * Waits for whoever changes responses of a set at this moment and keeps others from it until the write ends. A statement
 * of its own: the following ones then see what was saved.
 */
export async function lockSetResponses(db: Db, surveyId: number, id: number): Promise<void> {
  await sql`select count(*) from (
    select from response r
     where r.survey_id = ${surveyId}
       and (r.import_set_id = ${id}
            or exists (select from import_image i where i.import_set_id = ${id} and i.response_id = r.id))
     order by r.id for update) as locked`.execute(db)
}

/**
 * Removes the responses of a set, with their alerts, and restores those it changed; then removes the set. Returns how many
 * of each. Alerts that the set raised for responses it changed are removed as well, unless somebody has worked on them. The
 * versions of restored responses grow as with any change, so that nobody saves over what they have not seen.
 */
export async function removeImportSetRows(db: Db, id: number): Promise<{ removed: number; restored: number }> {
  await sql`
    delete from alert a
     where a.import_set_id = ${id}
       and not exists (select from alert_log l where l.alert_id = a.id and l.event not in ('raised', 'escalated'))`.execute(
    db,
  )
  const { numAffectedRows: restored } = await sql`
    update response r
       set state = i.state, event_date = i.event_date, completed_at = i.completed_at, answers = i.answers,
           contact = i.contact, unit_ids = i.unit_ids, version = r.version + 1, updated_at = now()
      from import_image i
     where i.import_set_id = ${id} and i.response_id = r.id and r.import_set_id is distinct from ${id}`.execute(db)
  // Alone, because a trigger renews the key whenever answers are set: the same answers get the same noise again.
  await sql`update response r set record_key = i.record_key from import_image i
             where i.import_set_id = ${id} and i.response_id = r.id`.execute(db)
  await followRestored(db, id)
  const { numDeletedRows: removed } = await db.deleteFrom('response').where('import_set_id', '=', id).executeTakeFirst()
  await db.deleteFrom('import_set').where('id', '=', id).execute()
  return { removed: Number(removed), restored: Number(restored ?? 0) }
}

/** To earlier imports, what a set restored is as unchanged as it was before that set. */
async function followRestored(db: Db, id: number): Promise<void> {
  await sql`
    update import_image earlier set version_after = r.version
      from import_image i join response r on r.id = i.response_id
     where i.import_set_id = ${id} and earlier.import_set_id < ${id} and earlier.response_id = i.response_id
       and earlier.version_after = i.version`.execute(db)
  // One that the import of a response has left at its first version has no image there.
  await sql`
    insert into import_image (import_set_id, response_id, version, version_after, state, event_date, completed_at, answers, contact, unit_ids, record_key)
    select r.import_set_id, r.id, i.version, r.version, i.state, i.event_date, i.completed_at, i.answers, i.contact, i.unit_ids, i.record_key
      from import_image i join response r on r.id = i.response_id
     where i.import_set_id = ${id} and r.import_set_id < ${id} and i.version = 1
    on conflict do nothing`.execute(db)
}

/** Keeps all responses of a survey that can change as they are now, because an import is about to rewrite them. */
export async function keepImages(db: Db, surveyId: number, importSetId: number): Promise<void> {
  await sql`
    insert into import_image (import_set_id, response_id, version, version_after, state, event_date, completed_at, answers, contact, unit_ids, record_key)
    select ${importSetId}, id, version, version, state, event_date, completed_at, answers, contact, unit_ids, record_key
      from response where survey_id = ${surveyId} and not released`.execute(db)
}

/** Notes the versions that an import leaves the responses with it has kept. */
export async function noteVersions(db: Db, importSetId: number): Promise<void> {
  await sql`update import_image i set version_after = r.version from response r
             where i.import_set_id = ${importSetId} and r.id = i.response_id and i.version_after <> r.version`.execute(
    db,
  )
}

/** What keeps an import set from being undone. */
export interface SetLocks {
  /** Responses that somebody changed since. */
  changed: number
  /** Responses that the figures of an anonymous survey count already. */
  final: number
  /** Responses of the survey that are of no import or of another one. */
  others: number
}

/** Counts the responses that keep a set from being undone. */
export async function countLocks(db: Db, surveyId: number, id: number): Promise<SetLocks> {
  const { rows } = await sql<SetLocks>`
    select (count(*) filter (where r.version <> coalesce(i.version_after, 1)))::int as changed,
           (count(*) filter (where r.released))::int as final,
           (select count(*)::int from response o
             where o.survey_id = ${surveyId} and o.import_set_id is distinct from ${id}) as others
      from response r left join import_image i on i.response_id = r.id and i.import_set_id = ${id}
     where r.survey_id = ${surveyId} and (r.import_set_id = ${id} or i.response_id is not null)`.execute(db)
  return rows[0] ?? { changed: 0, final: 0, others: 0 }
}

/** What an import added to a survey: the units after a number, and questions and choices by id. */
export interface BroughtRows {
  afterUnit: number
  questions: readonly number[]
  choices: readonly number[]
}

/** Counts the responses that a set neither added nor changed and that use what it brought. */
export async function countUsers(
  db: Db,
  surveyId: number,
  id: number,
  { afterUnit, questions, choices }: BroughtRows,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
      from response r
     where r.survey_id = ${surveyId} and r.import_set_id is distinct from ${id}
       and not exists (select from import_image i where i.import_set_id = ${id} and i.response_id = r.id)
       and (r.unit_ids && array(select unit.id from unit join view on view.id = unit.view_id
                                 where view.survey_id = ${surveyId} and unit.id > ${afterUnit})
         or jsonb_exists_any(r.answers, array(select variable from question where id = any(${[...questions]}::int[])))
         or exists (select from choice c join question q on q.id = c.question_id
                     where c.id = any(${[...choices]}::int[]) and r.answers->q.variable @> to_jsonb(c.ext_name)))`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
