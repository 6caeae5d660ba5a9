import { sql } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'
import type { StoredCommentJudgement } from '#server/domain/comments/judgement-store.ts'
import type { Judgement } from '#server/domain/comments/survey-analyzer.ts'
import type { StoredCategory } from '#server/platform/db-comment-types.ts'

/** What was found in a comment, locked until the write ends; undefined where it is not judged yet. */
export async function lockJudgementRow(
  { db }: WriteTx,
  { responseId, questionId }: { responseId: number; questionId: number },
): Promise<StoredCommentJudgement | undefined> {
  const row = await db
    .selectFrom('comment_judgement')
    .selectAll()
    .where('response_id', '=', responseId)
    .where('question_id', '=', questionId)
    .forUpdate()
    .executeTakeFirst()
  return row as StoredCommentJudgement | undefined
}

/** A correction of what was found in a comment; null for the marks of who corrected takes it back. */
export interface Correction {
  label: 'pos' | 'neg' | 'neu' | null
  mixed: boolean
  categories: StoredCategory[]
  correctedBy: string | null
  /** What is found in the comment now, and by what; stored where a correction is taken back. */
  found?: Pick<Judgement, 'score' | 'spans' | 'flags'> & { engine: string }
}

/** Stores a correction over what was found. */
export async function updateJudgementRow(
  { db, clock }: WriteTx,
  { responseId, questionId }: { responseId: number; questionId: number },
  { label, mixed, categories, correctedBy, found }: Correction,
): Promise<StoredCommentJudgement> {
  const row = await db
    .updateTable('comment_judgement')
    .set({
      ...{ label, mixed, categories: JSON.stringify(categories) },
      ...{ corrected_by: correctedBy, corrected_at: correctedBy === null ? null : clock.now() },
      ...(found && {
        ...{ score: found.score, flags: [...found.flags], engine: found.engine },
        spans: JSON.stringify(found.spans),
      }),
      version: sql`version + 1`,
    })
    .where('response_id', '=', responseId)
    .where('question_id', '=', questionId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredCommentJudgement
}
