import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { Texts } from '#server/domain/survey/survey-model.ts'
import { insertRows } from './insert-rows.ts'

/** A view to store. */
export interface NewView {
  extName: string
  title?: Texts
  /** Variables of the levels, from the top. */
  levels: readonly string[]
  /** Position among the survey's views. */
  order: number
}

/** A unit to store below an existing one, or at the top of its view where `parentId` is null. */
export interface NewUnit {
  depth: number
  parentId: number | null
  extName: string
  titles?: Texts
  aliases?: readonly string[]
  ownerUserId?: number | null
  /** ISO dates of opening and closing. */
  validFrom?: string | null
  validTo?: string | null
  /** The unit that it goes on from since `validFrom`. */
  succeedsId?: number | null
}

/** Inserts a view; returns its id. */
export async function insertView(db: Kysely<Database>, surveyId: number, view: NewView): Promise<number> {
  const { id } = await db
    .insertInto('view')
    .values({
      survey_id: surveyId,
      ext_name: view.extName,
      title: JSON.stringify(view.title ?? {}),
      levels: [...view.levels],
      sorder: view.order,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts any number of units of one view; returns their ids in the order given. */
export function insertUnits(
  db: Kysely<Database>,
  { universeId, viewId }: { universeId: number; viewId: number },
  units: readonly NewUnit[],
): Promise<number[]> {
  return insertRows(
    db,
    'unit',
    units.map((unit) => ({
      universe_id: universeId,
      view_id: viewId,
      depth: unit.depth,
      parent_id: unit.parentId,
      ext_name: unit.extName,
      titles: unit.titles ?? {},
      aliases: [...(unit.aliases ?? [])],
      owner_user_id: unit.ownerUserId ?? null,
      valid_from: unit.validFrom ?? null,
      valid_to: unit.validTo ?? null,
      version: 1,
      succeeds_id: unit.succeedsId ?? null,
    })),
  )
}
