import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Kysely, Selectable } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from '#server/platform/db-types.ts'
import type { TemplateTable } from '#server/platform/db-template-types.ts'
import { AppError } from '#server/platform/errors.ts'

type Db = Kysely<Database>

/** A template as it is stored. */
export type TemplateRow = Selectable<TemplateTable>

/** Kind of message of a template. */
export type TemplateKind = TemplateRow['sending_type']

/** What a save sets of a template. */
export type TemplateContent = Pick<
  TemplateRow,
  | 'name'
  | 'ext_name'
  | 'system'
  | 'locale'
  | 'tags'
  | 'subject'
  | 'code'
  | 'design'
  | 'contents'
  | 'languages'
  | 'from_name'
  | 'from_email'
>

/** A template in a list. */
export type ListedTemplate = Pick<TemplateRow, 'id' | 'name' | 'subject' | 'sending_type' | 'tags' | 'ext_name'>

/** A duplicate key. */
const duplicate = '23505'

/** Templates of a universe by name. */
export function listTemplateRows(db: Db, universeId: number, kind?: TemplateKind): Promise<ListedTemplate[]> {
  return db
    .selectFrom('template')
    .select(['id', 'name', 'subject', 'sending_type', 'tags', 'ext_name'])
    .where('universe_id', '=', universeId)
    .$if(kind !== undefined, (query) => query.where('sending_type', '=', kind ?? 'EMAIL'))
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()
}

/** A template of a universe and kind. */
export function findTemplateRow(
  db: Db,
  { id, universeId, kind }: { id: number; universeId: number; kind: TemplateKind },
): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id)
    .where('universe_id', '=', universeId)
    .where('sending_type', '=', kind)
    .executeTakeFirst()
}

/** Adds a template; returns its id. Throws `conflict` at `name` or `extname` for one in use. */
export async function insertTemplateRow(
  { db }: { db: Db },
  { universeId, kind, taken }: { universeId: number; kind: TemplateKind; taken: Words },
  content: TemplateContent,
): Promise<number> {
  const row = await db
    .insertInto('template')
    .values({ ...written(content), universe_id: universeId, sending_type: kind })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken(taken))
  return row.id
}

/** Saves a template over the version it was read with; false where that is not the stored one. Throws as above. */
export async function saveTemplateRow(
  { db }: { db: Db },
  { id, version, taken, now }: { id: number; version: number; taken: Words; now: Date },
  content: TemplateContent,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('template')
    .set((eb) => ({ ...written(content), version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
    .catch(refuseTaken(taken))
  return numUpdatedRows > 0n
}

/** Deletes a template. */
export async function removeTemplateRow({ db }: { db: Db }, id: number): Promise<void> {
  await db.deleteFrom('template').where('id', '=', id).execute()
}

/** Content with its languages as JSON text. */
function written({ languages, ...content }: TemplateContent) {
  return { ...content, languages: JSON.stringify(languages) }
}

function refuseTaken(taken: Words): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof DatabaseError) || error.code !== duplicate) throw error
    if (error.constraint !== 'template_ext_name') throw new AppError('conflict', taken, { name: taken })
    throw new AppError('conflict', say`Another template has this extname.`, { extname: say`in use` })
  }
}
