import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { insertChoices } from '#server/domain/build/questions.ts'
import type { SurveyModel, Texts, View } from '#server/domain/survey/survey-model.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** Version of a unit; null where there is none. */
export async function readUnitVersion(db: Db, unitId: number): Promise<number | null> {
  const row = await db.selectFrom('unit').select('version').where('id', '=', unitId).executeTakeFirst()
  return row?.version ?? null
}

/** What may be changed of a unit. */
export interface UnitFields {
  titles: Texts
  aliases: readonly string[]
  validFrom: string | null
  validTo: string | null
  ownerUserId: number | null
}

/** Saves a unit and raises its version. */
export async function saveUnitRow({ db }: WriteTx, unitId: number, unit: Partial<UnitFields>): Promise<void> {
  const { titles, aliases, validFrom, validTo, ownerUserId } = unit
  await db
    .updateTable('unit')
    .set((row) => ({
      version: row('version', '+', 1),
      ...(titles && { titles: JSON.stringify(titles) }),
      ...(aliases && { aliases: [...aliases] }),
      ...(validFrom !== undefined && { valid_from: validFrom }),
      ...(validTo !== undefined && { valid_to: validTo }),
      ...(ownerUserId !== undefined && { owner_user_id: ownerUserId }),
    }))
    .where('id', '=', unitId)
    .execute()
}

/** Puts units below another parent. */
export async function reparentRows({ db }: WriteTx, ids: readonly number[], parentId: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('unit')
    .set((row) => ({ parent_id: parentId, version: row('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .execute()
}

/** Closes units on a day, unless they are closed earlier. */
export async function closeRows({ db }: WriteTx, ids: readonly number[], lastDay: string): Promise<void> {
  await sql`update unit set valid_to = least(valid_to, ${lastDay}::date), version = version + 1
             where id = any(${[...ids]}::int[])`.execute(db)
}

/** Removes units without responses. */
export async function removeUnitRows({ db }: WriteTx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('unit')
      .where('id', 'in', [...ids])
      .execute()
}

/** A place that a unit was found at, to find it there from now on. */
export interface Former {
  viewId: number
  parentId: number | null
  names: readonly string[]
  unitId: number
}

/** Keeps where units were found; a place that another unit had before is the later one's. */
export async function createFormerRows({ db }: WriteTx, places: readonly Former[]): Promise<void> {
  const rows = places.flatMap(({ viewId, parentId, names, unitId }) =>
    [...new Set(names)].map((name) => ({ v: viewId, p: parentId, n: name, u: unitId })),
  )
  await sql`insert into unit_former_place (view_id, parent_id, ext_name, unit_id)
            select v, p, n, u from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(v int, p int, n text, u int)
            on conflict (view_id, coalesce(parent_id, 0), ext_name) do update set unit_id = excluded.unit_id`.execute(
    db,
  )
}

/** Adds the choices that answers to levels need. `names` are the wanted ones, by the depth of their level. */
export async function ensureChoices(
  { db }: WriteTx,
  model: SurveyModel,
  view: View,
  names: readonly { depth: number; extName: string; titles: Texts }[],
): Promise<void> {
  for (const [at, level] of view.levels.entries()) {
    const question = model.questions.get(level)
    if (!question) continue
    const missing = new Map(
      names
        .filter(
          ({ depth, extName }) => depth === at + 1 && extName !== blankUnit && !question.choiceByName.has(extName),
        )
        .map((one) => [one.extName, one]),
    )
    let code = Math.max(0, ...question.choices.map((choice) => choice.code))
    const choices = [...missing.values()].map(({ extName, titles }) => {
      const title = Object.keys(titles).length > 0 ? titles : { en: extName }
      return { extName, title, code: ++code }
    })
    await insertChoices(db, [{ questionId: question.id, choices }])
  }
}
