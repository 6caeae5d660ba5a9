import type { comment } from '@gensvar/contract/entities/comments'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { createCommentRow, listComments } from '#server/domain/cases/case-comments.ts'
import type { CaseComment } from '#server/domain/cases/case-comments.ts'
import type { Ctx } from '#server/domain/context.ts'
import { requireCase } from '#server/domain/rights/require-case.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { translate } from '#server/platform/translate.ts'

type SampleComment = z.infer<typeof comment>

/** Comments on a sample that the caller may open, oldest first. */
export async function sampleComments(ctx: Ctx, sampleId: number): Promise<SampleComment[]> {
  const comments = await listComments(ctx, sampleId)
  return comments.map((one) => sampleComment(one, ctx.locale))
}

/** Comments on a sample, oldest first. Throws `not_found` for one the caller may not open. */
export async function listSampleComments(ctx: Ctx, survey: string, sampleId: number): Promise<SampleComment[]> {
  const access = await surveyAccess(ctx, survey)
  await requireCase(ctx, access, sampleId)
  return sampleComments(ctx, sampleId)
}

/** Adds a comment to a sample. Throws `not_found` for one the caller may not open. */
export async function createSampleComment(
  ctx: Ctx,
  survey: string,
  sampleId: number,
  text: string,
): Promise<SampleComment> {
  const access = await surveyAccess(ctx, survey)
  await requireCase(ctx, access, sampleId)
  return write(ctx, async (tx) => {
    const comment = await createCommentRow(tx, sampleId, text)
    await tx.audit({ action: 'sample.comment', surveyId: access.model.id, object: String(sampleId) })
    return sampleComment(comment, ctx.locale)
  })
}

function sampleComment({ created, author, actor, message }: CaseComment, locale: Locale): SampleComment {
  const user = actor === null ? author : translate(say`${actor}, acting as ${author}`, locale)
  return { updated: created, user, comments: message }
}
