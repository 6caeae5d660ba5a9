import type pg from 'pg'
import type { StoredAlert } from '../store/alert-columns.ts'
import type { ResponseRow } from '../store/response-row.ts'

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>

interface RawAlert {
  id: number
  response_id: number
  rule: string
  state: keyof typeof names
  owner_user_id: number | null
  raised_at: number
  closed_at: number | null
  due_at: number | null
  first: number | null
  close: number | null
  is_late: boolean | null
  due: number | null
  is_reopened: boolean | null
}

interface RawReason {
  alert_id: number
  question: string
  choice: number
}

/** The alerts of a response: their number by state, and each of them. */
export type ResponseAlerts = Required<Pick<ResponseRow, 'alerts' | 'handled'>>

/** Of a response without alerts. */
export const noAlerts: ResponseAlerts = { alerts: { open: 0, processing: 0, closed: 0 }, handled: [] }

const names = { 2: 'open', 6: 'processing', 3: 'closed' } as const

/** The alerts of some responses, by response. */
export async function readAlerts(pool: Queryable, ids: readonly number[]): Promise<Map<number, ResponseAlerts>> {
  const { rows } = await pool.query<RawAlert>(
    `select id, response_id, rule, state, owner_user_id,
            ${microseconds('created_at')} as raised_at, ${microseconds('closed_at')} as closed_at,
            ${microseconds('due_at')} as due_at,
            extract(epoch from coalesce(handled_at, closed_at) - created_at)::float8 / 3600 as first,
            extract(epoch from closed_at - created_at)::float8 / 3600 as close,
            closed_at > due_at as is_late,
            case when state <> 3 then extract(epoch from due_at)::float8 / 3600 end as due,
            case when reopened > 0 then true when state = 3 then false end as is_reopened
       from alert where response_id = any($1) order by id`,
    [ids],
  )
  const alerts = new Map<number, ResponseAlerts>()
  if (rows.length === 0) return alerts
  const reasonsOf = await readReasons(pool, ids)
  for (const [responseId, own] of Map.groupBy(rows, (row) => row.response_id)) {
    const count = { ...noAlerts.alerts }
    for (const { state } of own) count[names[state]]++
    const handled = own.map((row) => toStored(row, reasonsOf.get(row.id) ?? []))
    alerts.set(responseId, { alerts: count, handled })
  }
  return alerts
}

async function readReasons(pool: Queryable, ids: readonly number[]): Promise<Map<number, RawReason[]>> {
  const { rows } = await pool.query<RawReason>(
    `select alert_id, question, choice from alert_answer
      where alert_id in (select id from alert where response_id = any($1)) and choice > 0
      order by alert_id, question`,
    [ids],
  )
  return Map.groupBy(rows, (row) => row.alert_id)
}

function microseconds(column: string): string {
  return `(extract(epoch from ${column}) * 1000000)::bigint`
}

function toStored(row: RawAlert, reasons: readonly RawReason[]): StoredAlert {
  return {
    id: row.id,
    rule: row.rule,
    state: row.state,
    ownerId: row.owner_user_id,
    raisedAt: row.raised_at,
    closedAt: row.closed_at,
    dueAt: row.due_at,
    first: row.first,
    close: row.close,
    isLate: row.is_late,
    due: row.due,
    isReopened: row.is_reopened,
    reasons: reasons.map(({ question, choice }) => ({ question, choice })),
  }
}
