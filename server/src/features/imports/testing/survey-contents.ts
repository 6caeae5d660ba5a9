import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Columns that differ between two surveys with the same contents, or that count changes. */
const own = ['id', 'survey_id', 'question_id', 'group_id', 'view_id', 'parent_id', 'universe_id', 'unit_ids']
const changing = [
  ...own,
  'version',
  'updated_at',
  'created_at',
  'record_key',
  'import_set_id',
  'decided_at',
  'decided_by',
  'decided_through',
]

/**
 * Everything a survey consists of, named by its own names, so that two surveys with the same contents are equal; null
 * where there is no such survey.
 */
export async function surveyContents(db: Kysely<Database>, universe: string, survey: string) {
  const found = await db
    .selectFrom('survey')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .where('universe.name', '=', universe)
    .where('survey.ext_name', '=', survey)
    .select(['survey.id', 'survey.title'])
    .executeTakeFirst()
  if (!found) return null
  const { id, title } = found
  const rows = async (from: RawBuilder<unknown>, order: string): Promise<unknown[]> => {
    const result = await sql<{ row: unknown }>`
      select (to_jsonb(t) - ${changing}::text[]) || more as row from ${from} order by ${sql.raw(order)}`.execute(db)
    return result.rows.map(({ row }) => row)
  }
  const unitPath = sql`
    with recursive path as (
      select u.id, u.view_id, array[u.ext_name] as names from unit u
       where u.parent_id is null and u.view_id in (select id from view where survey_id = ${id})
      union all
      select u.id, u.view_id, p.names || u.ext_name from unit u join path p on p.id = u.parent_id)`
  const units = await sql<{ names: string[]; titles: unknown }>`
    ${unitPath} select p.names, u.titles from path p join unit u on u.id = p.id order by p.names`.execute(db)
  const configuration = await sql<{ text: string }>`
    select v.text from script s join script_version v on v.script_id = s.id and v.version = s.current_version
     where s.survey_id = ${id}`.execute(db)
  return {
    title,
    questions: await rows(
      sql`question t cross join lateral (select jsonb_build_object('group',
            (select ext_name from question_group where id = t.group_id)) as more) m where survey_id = ${id}`,
      't.variable',
    ),
    choices: await rows(
      sql`choice t join question q on q.id = t.question_id cross join lateral
            (select jsonb_build_object('question', q.variable) as more) m where q.survey_id = ${id}`,
      'q.variable, t.code',
    ),
    groups: await rows(sql`question_group t, (select '{}'::jsonb as more) m where survey_id = ${id}`, 't.ext_name'),
    views: await rows(sql`view t, (select '{}'::jsonb as more) m where survey_id = ${id}`, 't.ext_name'),
    units: units.rows,
    doubts: await rows(
      sql`survey_doubt t, (select '{}'::jsonb as more) m where survey_id = ${id}`,
      't.variable, t.kind',
    ),
    responses: await rows(
      sql`response t cross join lateral (select jsonb_build_object('places',
            (select jsonb_agg(x.names order by x.names) from (${unitPath} select names from path p where p.id = any(t.unit_ids)) x)) as more) m
          where survey_id = ${id}`,
      't.foreign_id, t.id',
    ),
    plan:
      (await db.selectFrom('import_plan').select('plan').where('survey_id', '=', id).executeTakeFirst())?.plan ?? null,
    configuration: configuration.rows[0]?.text ?? null,
  }
}
