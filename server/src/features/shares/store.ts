import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { hashSecret } from '#server/domain/rights/secret.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** What a public page shows, and nothing else of the interview. */
export interface SharedPage {
  /** The survey it is of; not shown. */
  surveyId: number
  title: string
  rating: string
  quote: string
  universeTitle: Record<string, string>
  defaultLocale: string
}

/** Creates a public page; returns its id. */
export async function shareInterviewRow(
  tx: WriteTx,
  share: {
    responseId: number
    token: string
    network: 'FACEBOOK' | 'LINKEDIN'
    title: string
    rating: string
    quote: string
  },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('share')
    .values({
      response_id: share.responseId,
      token_hash: hashSecret(share.token),
      token: share.token,
      network: share.network,
      title: share.title,
      rating: share.rating,
      quote: share.quote,
      created_by: tx.identity.userId,
      actor_user_id: tx.identity.actor?.userId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Public pages of a response that have not been withdrawn, newest first. */
export async function listShareRows(ctx: Ctx, responseId: number) {
  const rows = await ctx.db
    .selectFrom('share')
    .select(['id', 'token', 'network', 'quote', 'created_at'])
    .where('response_id', '=', responseId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    shareId: row.id,
    token: row.token,
    network: row.network,
    quote: row.quote,
    createdAt: row.created_at.toISOString(),
  }))
}

/** Withdraws a public page; false if there is none. */
export async function revokeShareRow(tx: WriteTx, responseId: number, shareId: number): Promise<boolean> {
  const result = await tx.db
    .updateTable('share')
    .set({ revoked_at: tx.clock.now() })
    .where('id', '=', shareId)
    .where('response_id', '=', responseId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The page of a token, unless it was withdrawn. */
export async function findSharedPage(db: Kysely<Database>, tokenHash: string): Promise<SharedPage | undefined> {
  return db
    .selectFrom('share')
    .innerJoin('response', 'response.id', 'share.response_id')
    .innerJoin('survey', 'survey.id', 'response.survey_id')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .select([
      'response.survey_id as surveyId',
      'share.title',
      'share.rating',
      'share.quote',
      'universe.title as universeTitle',
      'universe.default_locale as defaultLocale',
    ])
    .where('share.token_hash', '=', tokenHash)
    .where('share.revoked_at', 'is', null)
    .executeTakeFirst()
}
