import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ChangedAlert } from '#server/domain/notices/alert-notices.ts'
import type { Database } from '#server/platform/db-types.ts'

/**
 * The alerts of a rule that are not closed, due until a moment but not past it, and whose owner has not been reminded.
 * `version` is the due time in seconds, because an owner is reminded of each due time once.
 */
export async function readAlertsDueSoon(
  db: Kysely<Database>,
  surveyId: number,
  { rule, now, until, most }: { rule: string; now: Date; until: Date; most: number },
): Promise<ChangedAlert[]> {
  const { rows } = await sql<ChangedAlert>`
    select a.id, due.version, a.owner_user_id as "ownerId"
      from alert a
     cross join lateral (select extract(epoch from a.due_at)::bigint as version) due
     where a.survey_id = ${surveyId} and a.rule = ${rule} and a.state <> 3 and a.owner_user_id is not null
       and a.due_at > ${now}::timestamptz and a.due_at <= ${until}::timestamptz
       and not exists (
         select from notice n
          where n.user_id = a.owner_user_id and n.survey_id = a.survey_id and n.event = 'alert-reminder'
            and n.object_kind = 'alert' and n.object_id = a.id and n.occurrence = due.version::text)
     order by a.due_at, a.id
     limit ${most}`.execute(db)
  return rows
}
