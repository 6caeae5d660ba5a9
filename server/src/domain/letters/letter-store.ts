import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { PrintedLetter } from './office/office-process.ts'

type Db = Kysely<Database>

/** Stores the letters of messages, by the ids of these; one that was printed again takes the place of the one before. */
export async function storeLetters(
  { db, clock }: { db: Db; clock: Clock },
  letters: readonly { id: number; campaignId: number; letter: PrintedLetter }[],
): Promise<void> {
  if (letters.length === 0) return
  await db
    .insertInto('letter')
    .values(
      letters.map(({ id, campaignId, letter }) => ({
        ...{ recipient_id: id, campaign_id: campaignId, made_at: clock.now() },
        ...{ pages: letter.pages, content: letter.pdf },
      })),
    )
    .onConflict((conflict) =>
      conflict.column('recipient_id').doUpdateSet((row) => ({
        pages: row.ref('excluded.pages'),
        content: row.ref('excluded.content'),
        made_at: row.ref('excluded.made_at'),
        downloaded_at: null,
      })),
    )
    .execute()
}

/** The letter of a message as PDF; null where none was made. */
export async function readLetter(db: Db, recipientId: number): Promise<Buffer | null> {
  const row = await db.selectFrom('letter').select('content').where('recipient_id', '=', recipientId).executeTakeFirst()
  return row?.content ?? null
}

/** Messages of a campaign whose letters were made, in the order they were made for; `onlyNew`: of those no file has held. */
export async function listLetterIds(db: Db, campaignId: number, onlyNew: boolean): Promise<number[]> {
  const rows = await db
    .selectFrom('letter')
    .select('recipient_id')
    .where('campaign_id', '=', campaignId)
    .$if(onlyNew, (query) => query.where('downloaded_at', 'is', null))
    .orderBy('recipient_id')
    .execute()
  return rows.map(({ recipient_id: id }) => id)
}

/** Letters by the ids of their messages, in that order; those that are gone are left out. */
export async function readLetters(db: Db, ids: readonly number[]): Promise<Buffer[]> {
  const { rows } = await sql<{ content: Buffer }>`
    select l.content from unnest(${[...ids]}::bigint[]) with ordinality as i (id, at)
      join letter l on l.recipient_id = i.id order by i.at`.execute(db)
  return rows.map(({ content }) => content)
}

/** Notes that a file holds letters: they are not new any more. */
export async function noteDownloaded({ db, clock }: WriteTx, ids: readonly number[]): Promise<void> {
  await sql`
    update letter set downloaded_at = ${clock.now()}::timestamptz
     where recipient_id = any(${[...ids]}::bigint[]) and downloaded_at is null`.execute(db)
}
