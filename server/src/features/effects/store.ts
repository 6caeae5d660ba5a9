import type { EffectBlockRow } from '#server/domain/actions/effect-block-store.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** What is stored of a block, besides its id and version. */
export type EffectBlockContent = Omit<EffectBlockRow, 'id' | 'version'>

/** Adds a block of effects; returns its id. */
export async function insertEffectBlockRow(
  { db }: WriteTx,
  surveyId: number,
  content: EffectBlockContent,
): Promise<number> {
  const { id } = await db
    .insertInto('effect_block')
    .values({ survey_id: surveyId, ...columnsOf(content) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves a block over the version it was read with; the stored version, or null where there is no such block. */
export async function saveEffectBlockRow(
  { db }: WriteTx,
  { surveyId, id, version }: { surveyId: number; id: number; version: number },
  content: EffectBlockContent,
): Promise<{ isSaved: boolean } | null> {
  const stored = await db
    .selectFrom('effect_block')
    .select('version')
    .where('survey_id', '=', surveyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return null
  if (stored.version !== version) return { isSaved: false }
  await db
    .updateTable('effect_block')
    .set({ ...columnsOf(content), version: version + 1 })
    .where('id', '=', id)
    .execute()
  return { isSaved: true }
}

/** Deletes a block; false where the survey has none such. */
export async function removeEffectBlockRow({ db }: WriteTx, surveyId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('effect_block')
    .where('survey_id', '=', surveyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function columnsOf(content: EffectBlockContent) {
  return {
    drill_path: content.drillPath,
    from_date: content.fromDate,
    to_date: content.toDate,
    from_csi: content.fromCSI,
    to_csi: content.toCSI,
    rows: JSON.stringify(content.rows),
  }
}
