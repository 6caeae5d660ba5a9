import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { ActionFigure, ActionResult } from '#server/platform/db-action-types.ts'
import type { Database } from '#server/platform/db-types.ts'

/** An open action, as its evaluation needs it. Days are ISO dates; the deadline belongs to it. */
export interface OpenAction {
  id: number
  view: string
  unitId: number | null
  filters: string
  extname: string
  expression: string
  goal: number
  period: string
  periodStart: string
  deadline: string
  version: number
  baseline: ActionFigure | null
}

/** The days of an action at a unit, both belonging to it. */
export interface ActionDays {
  id: number
  extname: string
  unitId: number
  first: string
  last: string
}

/** What closes an action. `score` is the figure at the deadline, null where it is not shown. */
export interface Closing {
  id: number
  version: number
  state: 1 | 2
  result: ActionResult
  score: number | null
  message: string
}

function openActions(db: Kysely<Database>, surveyId: number) {
  return db
    .selectFrom('action')
    .select([
      'id',
      'view',
      'unit_id as unitId',
      'filters',
      'extname',
      'expression',
      'goal',
      'period',
      'period_start as periodStart',
      'deadline',
      'version',
      'baseline',
    ])
    .where('survey_id', '=', surveyId)
    .where('state', '=', 0)
}

/** Open actions of a survey whose deadline is past, by their deadlines, after one of them. */
export function listDueActions(
  db: Kysely<Database>,
  surveyId: number,
  { today, after, most }: { today: string; after: Pick<OpenAction, 'deadline' | 'id'> | null; most: number },
): Promise<OpenAction[]> {
  return openActions(db, surveyId)
    .where('deadline', '<', today)
    .$if(after !== null, (due) =>
      due.where(sql<boolean>`(deadline, id) > (${after?.deadline ?? null}::date, ${after?.id ?? null}::int)`),
    )
    .orderBy('deadline')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** How many open actions of a survey are past their deadline on a day. */
export async function countDueActions(db: Kysely<Database>, surveyId: number, today: string): Promise<number> {
  const { due } = await db
    .selectFrom('action')
    .select((select) => select.fn.countAll<number>().as('due'))
    .where('survey_id', '=', surveyId)
    .where('state', '=', 0)
    .where('deadline', '<', today)
    .executeTakeFirstOrThrow()
  return Number(due)
}

/** Actions of a survey that have started and are not due, without a frozen figure of their start, after an id. */
export function listStartedActions(
  db: Kysely<Database>,
  surveyId: number,
  { today, after, most }: { today: string; after: number; most: number },
): Promise<OpenAction[]> {
  return openActions(db, surveyId)
    .where('deadline', '>=', today)
    .where('period_start', '<=', today)
    .where('baseline', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** The days of all actions at units of a survey, in every state. */
export async function listActionDays(db: Kysely<Database>, surveyId: number): Promise<ActionDays[]> {
  const rows = await db
    .selectFrom('action')
    .select(['id', 'extname', 'unit_id as unitId', 'period_start as first', 'deadline as last'])
    .where('survey_id', '=', surveyId)
    .where('unit_id', 'is not', null)
    .execute()
  return rows.flatMap(({ unitId, ...row }) => (unitId === null ? [] : [{ ...row, unitId }]))
}

/** The first language of a universe. */
export async function defaultLocaleOf(db: Kysely<Database>, universeId: number): Promise<string> {
  const { locale } = await db
    .selectFrom('universe')
    .select('default_locale as locale')
    .where('id', '=', universeId)
    .executeTakeFirstOrThrow()
  return locale
}

type Tx = Pick<WriteTx, 'db' | 'clock'>

/** Freezes figures of the start, where there is none and nobody has changed the action; returns the ids of those. */
export async function freezeBaselines(
  { db }: Tx,
  baselines: readonly { id: number; version: number; baseline: ActionFigure }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(baselines)}::jsonb) as f(id int, version int, baseline jsonb)),
    locked as (
      select a.id from action a join found f on f.id = a.id and f.version = a.version
       where a.state = 0 and a.baseline is null
       order by a.id for update of a skip locked)
    update action a set baseline = f.baseline
      from found f join locked l on l.id = f.id where a.id = f.id
    returning a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** An action that was closed, with those who want to know. */
export interface ClosedAction {
  id: number
  state: number
  responsibleUserId: number | null
  createdByUserId: number | null
}

/**
 * Closes actions that are still open and that nobody has changed, with a line of their history; returns those. Another
 * server may be closing the same ones: those it has locked are left to it.
 */
export async function closeActions({ db, clock }: Tx, closings: readonly Closing[]): Promise<ClosedAction[]> {
  const now = clock.now()
  const { rows } = await sql<ClosedAction>`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(closings)}::jsonb)
        as f(id int, version int, state smallint, result jsonb, score float8, message text)),
    locked as (
      select a.id from action a join found f on f.id = a.id and f.version = a.version
       where a.state = 0
       order by a.id for update of a skip locked),
    closed as (
      update action a
         set state = f.state, closed_at = ${now}, result = f.result, version = a.version + 1,
             baseline = coalesce(a.baseline, nullif(f.result -> 'before', 'null'))
        from found f join locked l on l.id = f.id where a.id = f.id
      returning a.id, a.state, a.goal, f.score, f.message, a.responsible_user_id, a.created_by_user_id),
    noted as (
      insert into action_comment (action_id, message, score, goal, created_at)
      select id, message, score, goal, ${now} from closed order by id)
    select id, state, responsible_user_id as "responsibleUserId", created_by_user_id as "createdByUserId"
      from closed order by id`.execute(db)
  return rows
}
