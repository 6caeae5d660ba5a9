import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { Settings } from '#server/platform/db-columns.ts'
import type { Database } from '#server/platform/db-types.ts'

/** An entry as stored, with the names of who did it. */
export interface AuditRow {
  id: number
  at: Date
  user: string | null
  userId: number | null
  actor: string | null
  program: string
  action: string
  object: string
  survey: string | null
  details: Settings
  requestId: string
}

/** What of the log is listed. */
interface AuditQuery {
  rowFrom: number
  rowTo: number
  sortVar?: 'at' | undefined
  sortDesc?: boolean | undefined
  /** Part of what was done, of its object or its details. */
  filter: string
  thing?: string | undefined
  who?: string | undefined
  by?: 'people' | 'program' | undefined
  from?: string | undefined
  to?: string | undefined
}

function selectAudit({ db, identity: { universe } }: Ctx) {
  return db
    .selectFrom('audit')
    .leftJoin('app_user as person', 'person.id', 'audit.user_id')
    .leftJoin('app_user as acting', 'acting.id', 'audit.actor_user_id')
    .leftJoin('survey', 'survey.id', 'audit.survey_id')
    .select([
      'audit.id',
      'audit.at',
      nameOf('person').as('user'),
      'audit.user_id as userId',
      nameOf('acting').as('actor'),
      'audit.program',
      'audit.action',
      'audit.object',
      'survey.ext_name as survey',
      'audit.details',
      'audit.request_id as requestId',
    ])
    .where((where) =>
      where.or([
        where('audit.universe_id', 'is', null),
        ...(universe ? [where('audit.universe_id', '=', universe.id)] : []),
      ]),
    )
}

function nameOf(person: 'person' | 'acting') {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql<
    string | null
  >`coalesce(nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('username')})`
}

/** A page of the log of the session's organisation and of the installation, newest first unless asked for. */
export async function listAuditRows(ctx: Ctx, query: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  const direction = query.sortVar === 'at' && query.sortDesc !== true ? 'asc' : 'desc'
  const zone = await timeZoneOf(ctx)
  const found = selectAudit(ctx).where((where) => matching(where, query, zone))
  const rows = await found
    .orderBy('audit.at', direction)
    .orderBy('audit.id', direction)
    .offset(query.rowFrom)
    .limit(Math.max(0, query.rowTo - query.rowFrom))
    .execute()
  const { total } = await found
    .clearSelect()
    .select((all) => all.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

async function timeZoneOf({ db, identity: { universe } }: Ctx): Promise<string> {
  if (!universe) return 'UTC'
  const row = await db.selectFrom('universe').select('time_zone').where('id', '=', universe.id).executeTakeFirst()
  return row?.time_zone ?? 'UTC'
}

function matching(
  where: ExpressionBuilder<Database, 'audit'>,
  { filter, thing, who, by, from, to }: AuditQuery,
  zone: string,
) {
  const text = filter.trim().toLowerCase()
  const name = who?.trim().toLowerCase() ?? ''
  const isIn = (part: string, ...columns: string[]) =>
    sql<boolean>`position(${part} in lower(concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}))) > 0`
  const day = (date: string) => sql<Date>`(${date}::date)::timestamp at time zone ${zone}`
  return where.and([
    ...(thing === undefined ? [] : [sql<boolean>`split_part(audit.action, '.', 1) = ${thing}`]),
    ...(by === undefined ? [] : [where('audit.program', by === 'people' ? '=' : '<>', '')]),
    ...(from === undefined ? [] : [where('audit.at', '>=', day(from))]),
    ...(to === undefined ? [] : [sql<boolean>`audit.at < ${day(to)} + interval '1 day'`]),
    ...(text === '' ? [] : [isIn(text, 'audit.action', 'audit.object', 'survey.ext_name', 'audit.details')]),
    ...(name === ''
      ? []
      : [
          isIn(
            name,
            ...['person.username', 'person.first_name', 'person.last_name', 'person.email', 'audit.program'],
            ...['acting.username', 'acting.first_name', 'acting.last_name', 'acting.email'],
          ),
        ]),
  ])
}
