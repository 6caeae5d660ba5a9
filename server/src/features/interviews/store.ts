import type { interviewComment } from '@gensvar/contract/entities/interview'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'

type InterviewComment = z.infer<typeof interviewComment>

/** Comments on a response, oldest first, with their authors' names. */
export async function listComments(ctx: Ctx, responseId: number): Promise<InterviewComment[]> {
  return readComments(ctx.db, (query) => query.where('comment.response_id', '=', responseId))
}

/** Adds a comment by the caller. */
export async function createCommentRow(tx: WriteTx, responseId: number, message: string): Promise<InterviewComment> {
  const { userId, username, actor } = tx.identity
  const { id } = await tx.db
    .insertInto('response_comment')
    .values({
      response_id: responseId,
      user_id: userId,
      username,
      actor_user_id: actor?.userId ?? null,
      actor_username: actor?.username ?? null,
      message,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [comment] = await readComments(tx.db, (query) => query.where('comment.id', '=', id))
  if (!comment) throw new Error('The comment just written cannot be read')
  return comment
}

async function readComments(
  db: Ctx['db'],
  only: (query: ReturnType<typeof commentsQuery>) => ReturnType<typeof commentsQuery>,
): Promise<InterviewComment[]> {
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

/** Rows of a record set of a response, in their order. */
export async function listRecords(ctx: Ctx, responseId: number, recordset: string): Promise<Record<string, unknown>[]> {
  const rows = await ctx.db
    .selectFrom('response_record')
    .select('cells')
    .where('response_id', '=', responseId)
    .where('recordset', '=', recordset)
    .orderBy('sorder')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.cells)
}

/** What was sent to the respondent of a response, newest first. */
export async function listTrackings(ctx: Ctx, responseId: number) {
  return ctx.db
    .selectFrom('recipient')
    .innerJoin('campaign', 'campaign.id', 'recipient.campaign_id')
    .select([
      'recipient.id',
      sql<Date>`coalesce(recipient.sent_at, recipient.updated_at)`.as('at'),
      'campaign.title as name',
      'recipient.state',
      'recipient.open_count as views',
      'recipient.click_count as clicks',
    ])
    .where('recipient.response_id', '=', responseId)
    .orderBy('at', 'desc')
    .execute()
}
