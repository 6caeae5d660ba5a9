import { parsePath, printPath, splitPath } from '@gensvar/contract/drill-path'
import type { PathToken, PathView } from '@gensvar/contract/drill-path'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A name that filters on a level have for a unit, and the one they are to have. */
export interface Renamed {
  level: string
  from: string
  to: string
}

/** A kept path, and the column it is in. */
interface KeptPath {
  kept: 'saved_filter' | 'stored_path' | 'action'
  id: string
  path: string
}

/** Number of saved filters, stored paths and filters of actions that name a unit. */
export async function countSavedPaths(
  db: Kysely<Database>,
  model: SurveyModel,
  renamed: Renamed | null,
): Promise<number> {
  return renamed === null ? 0 : (await namingPaths(db, model, renamed)).length
}

/** Has kept filters name a unit by its new name. Places need not change: its former ones still lead to it. */
export async function renameInSavedPaths({ db }: WriteTx, model: SurveyModel, renamed: Renamed): Promise<void> {
  const paths = await namingPaths(db, model, renamed)
  for (const { kept, column, key } of [
    { kept: 'saved_filter', column: 'path', key: sql`id::text` },
    { kept: 'stored_path', column: 'path', key: sql`id` },
    { kept: 'action', column: 'filters', key: sql`id::text` },
  ]) {
    const rows = paths.filter((one) => one.kept === kept).map(({ id, path }) => ({ id, path }))
    if (rows.length === 0) continue
    await sql`update ${sql.table(kept)} set ${sql.ref(column)} = r.path
                from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, path text)
               where ${sql.table(kept)}.survey_id = ${model.id} and ${sql.table(kept)}.${key} = r.id`.execute(db)
  }
}

/** The kept paths whose filters name the unit, as they are to be. */
async function namingPaths(db: Kysely<Database>, model: SurveyModel, renamed: Renamed): Promise<KeptPath[]> {
  const { rows } = await sql<KeptPath>`
    select * from (
      select 'saved_filter' as kept, id::text as id, path from saved_filter where survey_id = ${model.id}
      union all select 'stored_path', id, path from stored_path where survey_id = ${model.id}
      union all select 'action', id::text, filters from action where survey_id = ${model.id}) as kept
     where position(${renamed.level} in path) > 0`.execute(db)
  return rows.flatMap((row) => {
    // Filters of an action stand without its place.
    const path = renamedPath(row.kept === 'action' ? [] : model.views, row.path, renamed)
    return path === null ? [] : [{ ...row, path }]
  })
}

/** A path with the unit's new name in its filters; null where they do not name it, or the path cannot be read. */
function renamedPath(views: readonly PathView[], text: string, { level, from, to }: Renamed): string | null {
  let tokens: PathToken[]
  let place: readonly PathToken[]
  try {
    tokens = parsePath(text)
    place = splitPath(tokens, views).place
  } catch {
    // Nobody can use it as it is.
    return null
  }
  let isNamed = false
  const changed = tokens.map((token) => {
    if (token.name !== level || place.includes(token)) return token
    const values = token.values.map((value) => {
      if (value.text !== from || value.contains || value.none) return value
      isNamed = true
      return { ...value, text: to }
    })
    return { ...token, values }
  })
  return isNamed ? printPath(changed) : null
}
