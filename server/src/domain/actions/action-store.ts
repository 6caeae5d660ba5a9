import type { LocalText } from '@gensvar/contract/local-text'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ActionFigure, ActionResult } from '#server/platform/db-action-types.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { StoredAnchor } from './anchor.ts'

/** An action as it is stored. Days are ISO dates; the deadline belongs to it. */
export interface ActionRow extends StoredAnchor {
  id: number
  extname: string
  expression: string
  kind: string | null
  goal: number
  period: string
  periodStart: string
  deadline: string
  /** 0 open, 1 completed, 2 failed. */
  state: 0 | 1 | 2
  version: number
  reason: LocalText | null
  baseline: ActionFigure | null
  result: ActionResult | null
  /** Null for nobody. */
  responsibleUserId: number | null
  responsibleUsername: string | null
  /** First and last name; empty where there is none. */
  responsibleName: string | null
  closedAt: Date | null
}

/** What a save changes of an action. */
export interface ActionValues {
  extname: string
  expression: string
  kind: string | null
  goal: number
  period: string
  periodStart: string
  deadline: string
  responsibleUserId: number | null
  reason: LocalText | null
  baseline: ActionFigure | null
}

/** A note in the history of an action. */
export interface StoredActionComment {
  actionId: number
  at: Date
  /** Empty for the program. */
  username: string
  authorName: string | null
  actorUsername: string | null
  actorName: string | null
  message: string
  score: number | null
  goal: number | null
}

/** Most actions of a place that are listed: the open ones by their deadline, the closed ones last closed first. */
export const mostListed = 200

type Store = { db: Kysely<Database> }

function selectActions({ db }: Store) {
  return db
    .selectFrom('action')
    .leftJoin('app_user as person', 'person.id', 'action.responsible_user_id')
    .select([
      'action.id',
      'action.view',
      'action.unit_id as unitId',
      'action.filters',
      'action.extname',
      'action.expression',
      'action.kind',
      'action.goal',
      'action.period',
      'action.period_start as periodStart',
      'action.deadline',
      sql<0 | 1 | 2>`action.state`.as('state'),
      'action.version',
      'action.reason',
      'action.baseline',
      'action.result',
      'action.responsible_user_id as responsibleUserId',
      'person.username as responsibleUsername',
      sql<string | null>`trim(person.first_name || ' ' || person.last_name)`.as('responsibleName'),
      'action.closed_at as closedAt',
    ])
}

/** An action of a survey; undefined for an unknown one. */
export async function readActionRow(store: Store, surveyId: number, id: number): Promise<ActionRow | undefined> {
  return selectActions(store).where('action.survey_id', '=', surveyId).where('action.id', '=', id).executeTakeFirst()
}

/** Keeps everybody else from changing an action until the write ends. */
export async function lockActionRow({ db }: Pick<WriteTx, 'db'>, surveyId: number, id: number): Promise<void> {
  await db
    .selectFrom('action')
    .select('id')
    .where('survey_id', '=', surveyId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

/**
 * The actions anchored exactly at some units, or for null at the top of the view, whatever their filters: `mostListed` open
 * and as many closed ones.
 */
export async function readPlaceActions(
  store: Store,
  surveyId: number,
  { view, unitIds }: { view: string; unitIds: readonly number[] | null },
): Promise<{ open: ActionRow[]; closed: ActionRow[] }> {
  const here = () => {
    const ofSurvey = selectActions(store).where('action.survey_id', '=', surveyId).where('action.view', '=', view)
    return unitIds === null
      ? ofSurvey.where('action.unit_id', 'is', null)
      : ofSurvey.where('action.unit_id', 'in', unitIds)
  }
  const [open, closed] = await Promise.all([
    here().where('action.state', '=', 0).orderBy('action.deadline').orderBy('action.id').limit(mostListed).execute(),
    here()
      .where('action.state', '<>', 0)
      .orderBy('action.closed_at', 'desc')
      .orderBy('action.id', 'desc')
      .limit(mostListed)
      .execute(),
  ])
  return { open, closed }
}

/** The histories of actions, each newest first, by the action's id. */
export async function readActionComments(
  { db }: Store,
  actionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredActionComment[]>> {
  if (actionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('action_comment as note')
    .leftJoin('app_user as author', 'author.id', 'note.user_id')
    .leftJoin('app_user as actor', 'actor.id', 'note.actor_user_id')
    .select([
      'note.action_id as actionId',
      'note.created_at as at',
      'note.username',
      'note.actor_username as actorUsername',
      sql<string | null>`trim(author.first_name || ' ' || author.last_name)`.as('authorName'),
      sql<string | null>`trim(actor.first_name || ' ' || actor.last_name)`.as('actorName'),
      'note.message',
      'note.score',
      'note.goal',
    ])
    .where('note.action_id', 'in', [...actionIds])
    .orderBy('note.action_id')
    .orderBy('note.id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ actionId }) => actionId)
}

/** Stores a new action; returns its id. */
export async function insertActionRow(
  { db, identity }: WriteTx,
  surveyId: number,
  { view, unitId, filters }: StoredAnchor,
  values: ActionValues,
): Promise<number> {
  const { id } = await db
    .insertInto('action')
    .values({
      survey_id: surveyId,
      view,
      unit_id: unitId,
      filters,
      ...columnsOf(values),
      created_by_user_id: identity.program === null ? identity.userId : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores what a save changes of an action, and raises its version. */
export async function updateActionRow({ db }: WriteTx, id: number, values: ActionValues): Promise<void> {
  await db
    .updateTable('action')
    .set((row) => ({ ...columnsOf(values), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes an action with its history. */
export async function deleteActionRow({ db }: WriteTx, id: number): Promise<void> {
  await db.deleteFrom('action').where('id', '=', id).execute()
}

/** Adds a note to the history of an action, with the figure and the goal of the moment. */
export async function insertActionComment(
  { db, identity, clock }: WriteTx,
  actionId: number,
  note: { message: string; score: number | null; goal: number | null },
): Promise<void> {
  const { userId, username, actor, program } = identity
  await db
    .insertInto('action_comment')
    .values({
      action_id: actionId,
      user_id: program === null ? userId : null,
      username: program === null ? username : '',
      actor_user_id: actor?.userId ?? null,
      actor_username: actor?.username ?? null,
      ...note,
      created_at: clock.now(),
    })
    .execute()
}

function columnsOf({ periodStart, responsibleUserId, reason, baseline, ...values }: ActionValues) {
  return {
    ...values,
    period_start: periodStart,
    responsible_user_id: responsibleUserId,
    reason: reason && JSON.stringify(reason),
    baseline: baseline && JSON.stringify(baseline),
  }
}

/** Id of an active user of an organisation, or of the caller where they are root; null for any other name. */
export async function findMember(
  { db, identity }: Store & Pick<WriteTx, 'identity'>,
  universeId: number,
  username: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('app_user as person')
    .leftJoin('user_universe as member', (join) =>
      join.onRef('member.user_id', '=', 'person.id').on('member.universe_id', '=', universeId),
    )
    .select('person.id')
    .where('person.username', '=', username)
    .where('person.status', '<>', 1)
    .where((row) =>
      row.or([
        row.and([
          row('member.role_id', 'is not', null),
          row('member.disabled', '=', false),
          row('person.is_root', '=', false),
        ]),
        row.and([row('person.is_root', '=', true), row('person.id', '=', identity.userId)]),
      ]),
    )
    .executeTakeFirst()
  return row?.id ?? null
}
