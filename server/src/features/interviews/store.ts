import type { interviewComment } from '@gensvar/contract/entities/interview'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'

type InterviewComment = z.infer<typeof interviewComment>

const commentColumns = ['id', 'created_at', 'username', 'actor_username as actorUsername', 'message'] as const

/** Comments on a response, oldest first. */
export async function listComments(ctx: Ctx, responseId: number): Promise<InterviewComment[]> {
  const rows = await ctx.db
    .selectFrom('response_comment')
    .select(commentColumns)
    .where('response_id', '=', responseId)
    .orderBy('id')
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, created: created_at.toISOString() }))
}

/** Adds a comment by the caller. */
export async function createCommentRow(tx: WriteTx, responseId: number, message: string): Promise<InterviewComment> {
  const { userId, username, actor } = tx.identity
  const { created_at, ...row } = await tx.db
    .insertInto('response_comment')
    .values({
      response_id: responseId,
      user_id: userId,
      username,
      actor_user_id: actor?.userId ?? null,
      actor_username: actor?.username ?? null,
      message,
    })
    .returning(commentColumns)
    .executeTakeFirstOrThrow()
  return { ...row, created: created_at.toISOString() }
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
