import { sql } from 'kysely'
import type { Insertable, Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { TemplateImageTable } from '#server/platform/db-template-types.ts'

type Db = Kysely<Database>

/** An image without its content. */
export interface ImageRow {
  id: number
  key: string
  name: string
  type: 'png' | 'jpg'
  width: number
  height: number
  /** In bytes. */
  size: number
}

const facts = ['id', 'key', 'name', 'type', 'width', 'height', sql<number>`octet_length(content)`.as('size')] as const

/** Images of a universe, the newest first. */
export function listImageRows(db: Db, universeId: number): Promise<ImageRow[]> {
  return db
    .selectFrom('template_image')
    .select(facts)
    .where('universe_id', '=', universeId)
    .orderBy('id', 'desc')
    .execute()
}

/** An image of a universe. */
export function findImageRow(db: Db, id: number, universeId: number): Promise<ImageRow | undefined> {
  return db
    .selectFrom('template_image')
    .select(facts)
    .where('id', '=', id)
    .where('universe_id', '=', universeId)
    .executeTakeFirst()
}

/** The content of an image by the key of its address. */
export function readImageContent(db: Db, key: string) {
  return db.selectFrom('template_image').select(['type', 'content']).where('key', '=', key).executeTakeFirst()
}

/** Adds an image. */
export function insertImageRow({ db }: WriteTx, image: Insertable<TemplateImageTable>): Promise<ImageRow> {
  return db.insertInto('template_image').values(image).returning(facts).executeTakeFirstOrThrow()
}

/** Deletes an image. */
export async function removeImageRow({ db }: WriteTx, id: number): Promise<void> {
  await db.deleteFrom('template_image').where('id', '=', id).execute()
}

/** Names of templates of a universe that show the image with a key. */
export async function listTemplatesWith(db: Db, universeId: number, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('template')
    .select('name')
    .where('universe_id', '=', universeId)
    .where(sql<boolean>`position(${key} in design) > 0 or position(${key} in languages::text) > 0`)
    .limit(1)
    .execute()
  return rows.map(({ name }) => name)
}

/** Test mails that a user has sent since a moment. */
export async function countTestMails(db: Db, userId: number, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('action', '=', 'template.test')
    .where('user_id', '=', userId)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(n)
}
