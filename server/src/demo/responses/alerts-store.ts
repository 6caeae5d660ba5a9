import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { HandledAlert } from '../plan.ts'

/** An alert with the id of its response. */
interface WrittenAlert {
  responseId: number
  alert: HandledAlert
}

/** Writes alerts with their history and answers. */
export async function insertAlerts(
  trx: Kysely<Database>,
  surveyId: number,
  written: readonly WrittenAlert[],
): Promise<void> {
  if (written.length === 0) return
  const rows = written.map(({ responseId, alert }) => ({
    response_id: responseId,
    rule: alert.rule,
    state: alert.state,
    created_at: alert.createdAt,
    closed_at: alert.closedAt,
    owner: alert.owner,
    due_at: alert.dueAt,
    version: alert.version,
    handled_at: alert.handledAt,
    reopened: alert.reopened,
    escalated: alert.escalated,
  }))
  await sql`
    insert into alert (survey_id, response_id, rule, state, created_at, closed_at, owner_user_id, due_at, version,
                       handled_at, reopened, escalated)
    select ${surveyId}, response_id, rule, state, row.created_at, closed_at, u.id, due_at, row.version, handled_at, reopened,
           escalated
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as row (response_id bigint, rule text, state smallint, created_at timestamptz, closed_at timestamptz, owner text,
                   due_at timestamptz, version int, handled_at timestamptz, reopened int, escalated int)
      left join app_user u on u.username = row.owner
  `.execute(trx)
  const logs = written.flatMap(({ responseId, alert }) =>
    alert.logs.map(({ newOwner, ...log }) => ({ response_id: responseId, rule: alert.rule, owner: newOwner, ...log })),
  )
  await sql`
    insert into alert_log (alert_id, event, state, user_id, username, comment, owner_user_id, created_at)
    select alert.id, row.event, row.state, author.id, row.username, row.comment, owner.id, row.at
      from jsonb_to_recordset(${JSON.stringify(logs)}::jsonb)
           as row (response_id bigint, rule text, event text, state smallint, username text, comment text, owner text,
                   at timestamptz)
      join alert on alert.response_id = row.response_id and alert.rule = row.rule
      left join app_user author on author.username = row.username
      left join app_user owner on owner.username = row.owner
     order by row.at
  `.execute(trx)
  const answers = written.flatMap(({ responseId, alert }) =>
    alert.answers.map((answer) => ({ response_id: responseId, rule: alert.rule, ...answer })),
  )
  await sql`
    insert into alert_answer (alert_id, question, choice, value)
    select alert.id, row.question, row.choice, row.value
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
           as row (response_id bigint, rule text, question text, choice int, value text)
      join alert on alert.response_id = row.response_id and alert.rule = row.rule
  `.execute(trx)
}
