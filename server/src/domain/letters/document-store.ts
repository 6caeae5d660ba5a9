import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { TemplateSource } from '#server/domain/messages/compile-template.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A document of letters as it is stored. */
export interface LetterDocument {
  key: string
  name: string
  content: string
}

/** Adds a document of a universe. */
export async function insertDocumentRow(
  { db, clock }: { db: Db; clock: Clock },
  universeId: number,
  document: LetterDocument,
): Promise<void> {
  await db
    .insertInto('letter_document')
    .values({ ...document, universe_id: universeId, created_at: clock.now() })
    .execute()
}

/** Documents of a universe by their keys. */
export async function readDocumentRows(
  db: Db,
  universeId: number,
  keys: readonly string[],
): Promise<Map<string, LetterDocument>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('letter_document')
    .select(['key', 'name', 'content'])
    .where('universe_id', '=', universeId)
    .where('key', 'in', [...keys])
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/** Removes the documents of a universe that were uploaded before a moment and that no template names. */
export async function removeUnusedDocuments({ db }: { db: Db }, universeId: number, before: Date): Promise<void> {
  await sql`
    delete from letter_document d
     where d.universe_id = ${universeId} and d.created_at < ${before}::timestamptz
       and not exists (
         select from template t
          where t.universe_id = d.universe_id and t.sending_type = 'LETTER'
            and (t.contents = d.key or t.languages @> jsonb_build_array(jsonb_build_object('contents', d.key))))`.execute(
    db,
  )
}

/** A template with the documents of its letters in place of their keys; any other template as it is. */
export async function withDocuments<T extends TemplateSource>(db: Db, universeId: number, template: T): Promise<T> {
  if (template.sending_type !== 'LETTER') return template
  const keys = [template.contents, ...template.languages.map(({ contents }) => contents)]
  const documents = await readDocumentRows(db, universeId, keys)
  const contentOf = (key: string): string => documents.get(key)?.content ?? ''
  return {
    ...template,
    contents: contentOf(template.contents),
    languages: template.languages.map((language) => ({ ...language, contents: contentOf(language.contents) })),
  }
}
