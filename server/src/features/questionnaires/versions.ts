import type { QuestionnaireVersion, listQuestionnaireVersions as listRoute } from '@gensvar/contract/questionnaires'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { withPresentNames } from './document/known-names.ts'
import { noVersion } from './drafts.ts'
import { listVersionRows, readCurrentVersion, readVersion } from './store.ts'

/** The published versions of a questionnaire. */
export async function listQuestionnaireVersions(
  ctx: Ctx,
  survey: string,
  query: z.output<(typeof listRoute)['query']>,
): Promise<{ versions: QuestionnaireVersion[]; total: number }> {
  const { model } = await surveyAccess(ctx, survey)
  const [{ rows, total }, current] = await Promise.all([
    listVersionRows(ctx.db, model.id, query),
    readCurrentVersion(ctx.db, model.id),
  ])
  const versions = rows.map((row) => ({
    ...row,
    created: row.created.toISOString(),
    isCurrent: row.number === current?.number,
  }))
  return { versions, total }
}

/** A version with its document. Throws `not_found`. */
export async function getQuestionnaireVersion(
  ctx: Ctx,
  survey: string,
  number: number,
): Promise<QuestionnaireVersion & { document: QuestionnaireDocument }> {
  const { model } = await surveyAccess(ctx, survey)
  const [found, current] = await Promise.all([
    readVersion(ctx.db, model.id, number),
    readCurrentVersion(ctx.db, model.id),
  ])
  if (!found) throw noVersion(number)
  const { author, note, created, known } = found
  const document = withPresentNames(found.document, known, model)
  return {
    ...{ number, author, note, created: created.toISOString() },
    questions: document.questions.length,
    isCurrent: number === current?.number,
    document,
  }
}
