import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/**
 * Number of completed responses that an import added or changed after the figures of their period were closed: an anonymous
 * survey keeps them and counts them nowhere.
 */
export async function countLateAnswers(
  db: Kysely<Database>,
  { surveyId, importSetId }: { surveyId: number; importSetId: number },
): Promise<number> {
  // From the rows of the import, each by its id alone: of rows of this transaction the planner knows nothing, and would compare
  // all with all. Nothing is read of a survey without closed periods.
  const result = await sql<{ count: number }>`
    select count(*)::int as count
      from (select id from response where import_set_id = ${importSetId}
            union
            select response_id from import_image where import_set_id = ${importSetId} and version_after <> version
           ) as imported
     cross join lateral (select * from response where id = imported.id offset 0) as r
     where r.survey_id = ${surveyId} and r.state = 0 and not r.released
       and exists (select from sealed_period where survey_id = ${surveyId})
       and exists (select from publication p join sealed_period s on s.survey_id = p.survey_id
                    where p.survey_id = ${surveyId} and date_trunc(p.period, r.event_date)::date = s.first_day)`.execute(
    db,
  )
  return result.rows[0]?.count ?? 0
}

/** Those of some days (ISO) whose period's figures an anonymous survey has closed: responses of them are counted nowhere. */
export async function closedDays(
  db: Kysely<Database>,
  surveyId: number,
  days: readonly string[],
): Promise<ReadonlySet<string>> {
  if (days.length === 0) return new Set()
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day
      from publication p
      join sealed_period s on s.survey_id = p.survey_id
      join unnest(${[...new Set(days)]}::date[]) as d(day) on date_trunc(p.period, d.day)::date = s.first_day
     where p.survey_id = ${surveyId}`.execute(db)
  return new Set(rows.map(({ day }) => day))
}
