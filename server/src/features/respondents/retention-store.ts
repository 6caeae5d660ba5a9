import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** How long a survey keeps its respondents, in months; null for always. */
export interface Retention {
  anonymiseAfter: number | null
  eraseAfter: number | null
  /** 0 for a survey that has never had rules. */
  version: number
}

/** What is done to the responses up to a day. */
export interface RetentionAct {
  act: 'anonymise' | 'erase'
  /** Last event date whose time is over. */
  to: string
}

/** How long a survey keeps its respondents. */
export async function findRetention({ db }: Pick<Ctx, 'db'>, surveyId: number): Promise<Retention> {
  const row = await db
    .selectFrom('survey_retention')
    .select(['anonymise_after as anonymiseAfter', 'erase_after as eraseAfter', 'version'])
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return row ?? { anonymiseAfter: null, eraseAfter: null, version: 0 }
}

/** Saves how long a survey keeps its respondents. Null where somebody else saved since `version`. */
export async function saveRetentionRow(
  { db }: WriteTx,
  surveyId: number,
  { anonymiseAfter, eraseAfter, version }: Retention,
): Promise<Retention | null> {
  const { rows } = await sql<{ version: number }>`
    insert into survey_retention as old (survey_id, anonymise_after, erase_after)
    select ${surveyId}, ${anonymiseAfter}::int, ${eraseAfter}::int
     where ${version} = 0 or exists (select from survey_retention where survey_id = ${surveyId})
    on conflict (survey_id) do update
       set anonymise_after = excluded.anonymise_after, erase_after = excluded.erase_after, version = old.version + 1
     where old.version = ${version}
    returning version`.execute(db)
  const [saved] = rows
  return saved ? { anonymiseAfter, eraseAfter, version: saved.version } : null
}

/** What rules ask for on a day of the survey; what is erased is not anonymised first. */
export function actsOf({ anonymiseAfter, eraseAfter }: Omit<Retention, 'version'>, today: string): RetentionAct[] {
  const acts: RetentionAct[] = []
  if (eraseAfter !== null) acts.push({ act: 'erase', to: dayBefore(today, eraseAfter) })
  if (anonymiseAfter !== null) acts.push({ act: 'anonymise', to: dayBefore(today, anonymiseAfter) })
  return acts
}

/** The day before the one some months ago: the last one that is older than that. */
function dayBefore(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  // The last day of a shorter month, as 31 May is three months after 28 February.
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const ago = Date.UTC(year, month - 1 - months, Math.min(day, last))
  return new Date(ago - 86_400_000).toISOString().slice(0, 10)
}

/** A survey whose rules are to be enforced now. */
export interface RetentionDue {
  surveyId: number
  universeId: number
  extName: string
  /** The day, in its time zone. */
  today: string
  acts: RetentionAct[]
}

/** Surveys whose rules have not been enforced on their own day yet, from an hour of that day on. */
export async function listRetentionsDue({ db, clock }: Ctx, fromHour: number): Promise<RetentionDue[]> {
  const { rows } = await sql<Omit<RetentionDue, 'acts'> & Omit<Retention, 'version'>>`
    select t.survey_id as "surveyId", s.universe_id as "universeId", s.ext_name as "extName",
           (l.at::date)::text as today, t.anonymise_after as "anonymiseAfter", t.erase_after as "eraseAfter"
      from survey_retention t join survey s on s.id = t.survey_id join universe u on u.id = s.universe_id
           cross join lateral (select ${clock.now()}::timestamptz at time zone u.time_zone as at) l
     where (t.anonymise_after is not null or t.erase_after is not null)
       and extract(hour from l.at) >= ${fromHour}
       and t.enforced_on is distinct from l.at::date
     order by t.survey_id`.execute(db)
  return rows.map((row) => ({ ...row, acts: actsOf(row, row.today) }))
}

/** Notes that a survey's rules are enforced for a day. False where they were already. */
export async function claimRetention({ db }: WriteTx, { surveyId, today }: RetentionDue): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('survey_retention')
    .set({ enforced_on: today })
    .where('survey_id', '=', surveyId)
    .where((where) => where.or([where('enforced_on', 'is', null), where('enforced_on', '<>', today)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
