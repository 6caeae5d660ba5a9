import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Extnames of the items that have an open action anchored exactly at a place: a unit, or the top of a view. */
export async function itemsInProgress(
  db: Kysely<Database>,
  surveyId: number,
  { view, unitId }: { view: string; unitId: number | null },
): Promise<Set<string>> {
  const open = db
    .selectFrom('action')
    .select('extname')
    .distinct()
    .where('survey_id', '=', surveyId)
    .where('state', '=', 0)
  const rows = await (
    unitId === null ? open.where('view', '=', view).where('unit_id', 'is', null) : open.where('unit_id', '=', unitId)
  ).execute()
  return new Set(rows.map(({ extname }) => extname))
}
