import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'

/** A comment on a response. */
export interface CaseComment {
  id: number
  /** ISO timestamp. */
  created: string
  username: string
  /** Name of the author, or the username of one without a name or who is gone. */
  author: string
  actorUsername: string | null
  /** Name of who acted as the author; null where nobody did. */
  actor: string | null
  message: string
}

/** Comments on a response, oldest first, with their authors' names. */
export async function listComments(ctx: Pick<Ctx, 'db'>, responseId: number): Promise<CaseComment[]> {
  return readComments(ctx.db, (query) => query.where('comment.response_id', '=', responseId))
}

/** Adds a comment by the caller. Throws `not_found` for a response that was deleted meanwhile. */
export async function createCommentRow(tx: WriteTx, responseId: number, message: string): Promise<CaseComment> {
  await keepRow(tx, responseId)
  const [id = 0] = await createCommentRows(tx, [responseId], message)
  const [comment] = await readComments(tx.db, (query) => query.where('comment.id', '=', id))
  if (!comment) throw new Error('The comment just written cannot be read')
  return comment
}

/** Adds the same comment by the caller to responses that the write has locked. Returns the comments' ids. */
export async function createCommentRows(
  { db, identity }: WriteTx,
  responseIds: readonly number[],
  message: string,
): Promise<number[]> {
  const { userId, username, actor } = identity
  const rows = await db
    .insertInto('response_comment')
    .values(
      responseIds.map((id) => ({
        response_id: id,
        user_id: userId,
        username,
        actor_user_id: actor?.userId ?? null,
        actor_username: actor?.username ?? null,
        message,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Keeps a response from being deleted until the write ends; other changes of it do not have to wait. */
async function keepRow({ db }: WriteTx, responseId: number): Promise<void> {
  const row = await db.selectFrom('response').select('id').where('id', '=', responseId).forKeyShare().executeTakeFirst()
  if (!row) throw new AppError('not_found', say`There is no such response, or you may not open it.`)
}

async function readComments(
  db: Ctx['db'],
  only: (query: ReturnType<typeof commentsQuery>) => ReturnType<typeof commentsQuery>,
): Promise<CaseComment[]> {
  const rows = await only(commentsQuery(db)).execute()
  return rows.map(({ created_at, authorName, actorName, ...row }) => ({
    ...row,
    created: created_at.toISOString(),
    author: authorName || row.username,
    actor: row.actorUsername === null ? null : actorName || row.actorUsername,
  }))
}

/** The names are null for a user who was removed since, and empty for one without a name. */
function commentsQuery(db: Ctx['db']) {
  return db
    .selectFrom('response_comment as comment')
    .leftJoin('app_user as author', 'author.id', 'comment.user_id')
    .leftJoin('app_user as actor', 'actor.id', 'comment.actor_user_id')
    .select([
      'comment.id',
      'comment.created_at',
      'comment.username',
      'comment.actor_username as actorUsername',
      'comment.message',
      sql<string | null>`trim(author.first_name || ' ' || author.last_name)`.as('authorName'),
      sql<string | null>`trim(actor.first_name || ' ' || actor.last_name)`.as('actorName'),
    ])
    .orderBy('comment.id')
}
