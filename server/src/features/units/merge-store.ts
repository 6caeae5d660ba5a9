import { sql } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Relocated } from './relocate-store.ts'

/** Gives responses as they were before imports the new units, so that undoing an import restores no unit that is gone. */
export async function moveImages(
  { db }: WriteTx,
  surveyId: number,
  { at, levels, relocations }: Pick<Relocated, 'at' | 'levels' | 'relocations'>,
): Promise<void> {
  const place = at + 1
  await sql`
    update import_image i
       set unit_ids = i.unit_ids[1:${place - 1}::int] || plan."to" || i.unit_ids[${place + 1}::int:],
           answers = (i.answers - ${[...levels]}::text[]) || plan.answers
      from jsonb_to_recordset(${JSON.stringify(relocations)}::jsonb) as plan("from" int, "to" int, answers jsonb)
     where i.import_set_id in (select id from import_set where survey_id = ${surveyId})
       and i.unit_ids[${place}::int] = plan."from"`.execute(db)
}

/** What leads to units that are about to go leads to those they become: former places, and successors. */
export async function moveLinks({ db }: WriteTx, idOf: ReadonlyMap<number, number>): Promise<void> {
  const rows = JSON.stringify([...idOf].map(([from, to]) => ({ from, to })))
  const plan = sql`jsonb_to_recordset(${rows}::jsonb) as r("from" int, "to" int)`
  await sql`update unit_former_place set unit_id = r."to" from ${plan} where unit_id = r."from"`.execute(db)
  await sql`insert into unit_former_place (view_id, parent_id, ext_name, unit_id)
            select view_id, r."to", ext_name, unit_id from unit_former_place join ${plan} on parent_id = r."from"
            on conflict do nothing`.execute(db)
  await sql`update unit set succeeds_id = nullif(r."to", unit.id) from ${plan} where succeeds_id = r."from"`.execute(db)
}
