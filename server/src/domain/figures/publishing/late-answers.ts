import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Number of a survey's completed responses that arrived after their period was closed and are in no figures. */
export async function countLateAnswers(db: Kysely<Database>, surveyId: number): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count
      from publication p
      join sealed_period s on s.survey_id = p.survey_id
      join response r on r.survey_id = p.survey_id and r.state = 0 and not r.released
                     and date_trunc(p.period, r.event_date)::date = s.first_day
     where p.survey_id = ${surveyId}`.execute(db)
  return result.rows[0]?.count ?? 0
}
