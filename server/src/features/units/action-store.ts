import { sql } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'

/** Anchors open actions at the units that go on from theirs; closed ones stay where they were worked on. */
export function moveOpenActions(tx: WriteTx, surveyId: number, idOf: ReadonlyMap<number, number>): Promise<void> {
  return moveActions(tx, surveyId, idOf, { open: true })
}

/** Anchors all actions at other units. */
export async function moveActions(
  { db }: WriteTx,
  surveyId: number,
  idOf: ReadonlyMap<number, number>,
  { open }: { open: boolean } = { open: false },
): Promise<void> {
  const rows = [...idOf].map(([from, to]) => ({ from, to }))
  await sql`update action set unit_id = r."to", version = version + 1
              from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("from" int, "to" int)
             where action.survey_id = ${surveyId} and unit_id = r."from" and (not ${open}::boolean or state = 0)`.execute(
    db,
  )
}
