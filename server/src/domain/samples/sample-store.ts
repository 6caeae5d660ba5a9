import { sql } from 'kysely'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { insertRows } from '#server/domain/build/insert-rows.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SampleDraft } from './sample-draft.ts'
import { completedState } from './sample-rights.ts'

/** Keeps everybody else from changing a response, and from removing places of its survey, until the write ends. */
export function lockSampleRow(tx: WriteTx, surveyId: number, sampleId: number): Promise<void> {
  return lockSampleRows(tx, surveyId, [sampleId])
}

/** As `lockSampleRow`, for several responses. */
export async function lockSampleRows({ db }: WriteTx, surveyId: number, ids: readonly number[]): Promise<void> {
  // First the survey, as when an import is undone, so that neither waits for the other.
  await holdSurvey({ db }, surveyId)
  await db
    .selectFrom('response')
    .select('id')
    .where('survey_id', '=', surveyId)
    .where((where) => where(where.ref('id'), '=', sql<number>`any(${[...ids]}::bigint[])`))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Keeps places of a survey from being removed until the write ends. */
export async function holdSurvey({ db }: Pick<WriteTx, 'db'>, surveyId: number): Promise<void> {
  await db.selectFrom('survey').select('id').where('id', '=', surveyId).forKeyShare().execute()
}

/** Throws `conflict` where a place that a sample is about to get has been removed. Its survey must be held. */
export async function demandPlaces({ db }: Pick<WriteTx, 'db'>, unitIds: readonly number[]): Promise<void> {
  // 0 stands for no place.
  const wanted = new Set(unitIds.filter((id) => id !== 0))
  if (wanted.size === 0) return
  const found = await db
    .selectFrom('unit')
    .select('id')
    .where('id', 'in', [...wanted])
    .execute()
  if (found.length < wanted.size)
    throw new AppError('conflict', say`The place was removed meanwhile. Reload the page and choose another one.`)
}

/** Stores a sample in a state and raises its version. */
export async function updateSampleRow(
  { db }: WriteTx,
  sampleId: number,
  { answers, contact, eventDate, unitIds, state }: SampleDraft & { state: number },
): Promise<void> {
  await db
    .updateTable('response')
    .set((row) => ({
      answers: JSON.stringify(answers),
      contact: JSON.stringify(contact),
      event_date: eventDate,
      unit_ids: unitIds,
      state,
      version: row('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', sampleId)
    .execute()
}

/** Completes samples with the answers they have now, and raises their versions. */
export async function completeSampleRows(
  { db, clock }: WriteTx,
  samples: readonly (SampleDraft & { id: number })[],
): Promise<void> {
  const rows = samples.map(({ id, answers, contact, eventDate, unitIds }) => ({
    ...{ id, answers, contact },
    ...{ event_date: eventDate, unit_ids: unitIds },
  }))
  await sql`
    update response r
       set answers = v.answers, contact = v.contact, event_date = v.event_date, unit_ids = v.unit_ids,
           state = ${completedState}, completed_at = coalesce(r.completed_at, ${clock.now()}::timestamptz),
           version = r.version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v (id bigint, answers jsonb, contact jsonb, event_date date, unit_ids int[])
     where r.id = v.id`.execute(db)
}

/**
 * Stores answers of an anonymous survey as responses without a contact. They were made at the beginning of their day: nothing
 * tells when, or by whose link. Returns their ids.
 */
export function insertAnonymousRows(
  { db }: WriteTx,
  surveyId: number,
  answered: readonly Omit<SampleDraft, 'contact'>[],
): Promise<number[]> {
  return insertRows(
    db,
    'response',
    answered.map(({ answers, eventDate, unitIds }) => ({
      ...{ survey_id: surveyId, state: completedState, event_date: eventDate, unit_ids: unitIds, contact: {} },
      ...{ answers: answers as Record<string, number | string | string[]> },
      ...{ created_at: new Date(eventDate), updated_at: new Date(eventDate) },
    })),
  )
}

/** Deletes responses that are not completed; returns how many there were. */
export async function deleteSampleRows({ db }: WriteTx, surveyId: number, ids: readonly number[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('response')
    .where('survey_id', '=', surveyId)
    .where('state', '<>', 0)
    .where((where) => where(where.ref('id'), '=', sql<number>`any(${[...ids]}::bigint[])`))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A change of a sample: the fields and state that are different, and the version it has since. */
export interface SampleChange {
  version: number
  fields: readonly string[]
  stateBefore: number
  stateAfter: number
}

/** Keeps who changed what of a sample, for whoever edits it at the same time. */
export function createChangeRow(tx: WriteTx, sampleId: number, change: SampleChange): Promise<void> {
  return createChangeRows(tx, [{ id: sampleId, ...change }])
}

/** As `createChangeRow`, for several samples that somebody changed together. */
export async function createChangeRows(
  { db, identity }: WriteTx,
  changes: readonly (SampleChange & { id: number })[],
): Promise<void> {
  const { userId, username, actor, program } = identity
  await db
    .insertInto('response_change')
    .values(
      changes.map((change) => ({
        response_id: change.id,
        version: change.version,
        user_id: program === null ? userId : null,
        username,
        actor_user_id: actor?.userId ?? null,
        actor_username: actor?.username ?? null,
        fields: [...change.fields],
        state_before: change.stateBefore,
        state_after: change.stateAfter,
      })),
    )
    .execute()
}

/** A change with who made it. */
export interface StoredChange extends SampleChange {
  /** Name of the user, and of who acted as them. */
  who: Words
  at: Date
}

/** Changes that a sample got after a version, oldest first. Those that an import made are not among them. */
export async function listChanges({ db }: Pick<Ctx, 'db'>, sampleId: number, after: number): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom('response_change as change')
    .leftJoin('app_user as author', 'author.id', 'change.user_id')
    .leftJoin('app_user as actor', 'actor.id', 'change.actor_user_id')
    .select([
      'change.version',
      'change.fields',
      'change.state_before as stateBefore',
      'change.state_after as stateAfter',
      'change.changed_at as at',
      'change.username',
      'change.actor_username as actorUsername',
      sql<string | null>`trim(author.first_name || ' ' || author.last_name)`.as('authorName'),
      sql<string | null>`trim(actor.first_name || ' ' || actor.last_name)`.as('actorName'),
    ])
    .where('change.response_id', '=', sampleId)
    .where('change.version', '>', after)
    .orderBy('change.version')
    .execute()
  return rows.map(({ username, actorUsername, authorName, actorName, ...change }) => {
    const author = authorName || username
    return { ...change, who: actorUsername ? say`${actorName || actorUsername}, acting as ${author}` : say`${author}` }
  })
}
