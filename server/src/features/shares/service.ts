import { fieldText, ratingTop } from '#server/domain/cases/case-text.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashSecret, newSecret } from '#server/domain/rights/secret.ts'
import { maskedIn } from '#server/domain/rights/scope.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { findSharedPage, listShareRows, revokeShareRow, shareInterviewRow } from './store.ts'
import type { SharedPage } from './store.ts'

/** The address at which each network accepts a page to share. */
const shareDialogs = {
  FACEBOOK: 'https://www.facebook.com/sharer/sharer.php?u=',
  LINKEDIN: 'https://www.linkedin.com/sharing/share-offsite/?url=',
} as const

/**
 * Creates a public page of an interview's survey title, rating and one quote. Its address cannot be guessed, and it can
 * be withdrawn. `origin` is the address users open. Throws `forbidden` if the survey does not allow sharing.
 */
export async function shareInterview(
  ctx: Ctx,
  at: { survey: string; interviewId: number },
  asked: { network: 'FACEBOOK' | 'LINKEDIN'; quote: string | null },
  origin: string,
): Promise<{ shareId: number; sharingURL: string; publishUrl: string }> {
  const access = await sharingAccess(ctx, at.survey)
  const { model } = access
  const { locale } = ctx
  // The page is public: nobody's right to read more opens that to others.
  const shown = { ...access, caseScope: maskedIn(access.caseScope, locale) }
  const row = await readCase(ctx, shown, at.interviewId)
  const { rating } = model.config.interview
  if (asked.quote !== null && !model.config.interview.open.includes(asked.quote))
    throw new AppError('validation', say`Choose one of the comments of this interview.`, {
      quote: say`is no comment of this interview`,
    })
  const token = newSecret()
  const shareId = await write(ctx, async (tx) => {
    const id = await shareInterviewRow(tx, {
      responseId: row.id,
      token,
      network: asked.network,
      title: pickText({ ...model.title }, locale) || model.extName,
      rating: rating ? ratingText(fieldText(model, row, rating, locale), ratingTop(model, row, rating)) : '',
      quote: asked.quote === null ? '' : fieldText(model, row, asked.quote, locale),
    })
    const details = { shareId: id, network: asked.network }
    await tx.audit({ action: 'interview.share', surveyId: model.id, object: String(row.id), details })
    return id
  })
  const publishUrl = pageAddress(origin, token)
  return { shareId, publishUrl, sharingURL: shareDialogs[asked.network] + encodeURIComponent(publishUrl) }
}

/** Public pages of an interview with their addresses; `origin` is the address users open. */
export async function listShares(ctx: Ctx, survey: string, interviewId: number, origin: string) {
  const access = await sharingAccess(ctx, survey)
  await readCase(ctx, access, interviewId)
  const rows = await listShareRows(ctx, interviewId)
  return {
    shares: rows.map(({ token, ...share }) => ({
      ...share,
      publishUrl: token === null ? null : pageAddress(origin, token),
    })),
  }
}

function pageAddress(origin: string, token: string): string {
  return `${origin}/share/${token}`
}

/** Withdraws a public page. Throws `not_found`. */
export async function revokeShare(
  ctx: Ctx,
  survey: string,
  interviewId: number,
  shareId: number,
): Promise<{ ok: true }> {
  const access = await sharingAccess(ctx, survey)
  await readCase(ctx, access, interviewId)
  await write(ctx, async (tx) => {
    if (!(await revokeShareRow(tx, interviewId, shareId)))
      throw new AppError('not_found', say`There is no such public page.`)
    const at = { surveyId: access.model.id, object: String(interviewId) }
    await tx.audit({ action: 'interview.unshare', ...at, details: { shareId } })
  })
  return { ok: true }
}

/**
 * The public page of a token; null for one that is unknown or withdrawn, and while its survey does not share interviews:
 * its configuration may have changed since the page was made.
 */
export async function sharedPage(deps: Pick<Deps, 'db'>, token: string): Promise<SharedPage | null> {
  const page = await findSharedPage(deps.db, hashSecret(token))
  return page && isSharing(await loadSurveyModelById(deps, page.surveyId)) ? page : null
}

function isSharing({ config, anonymity }: SurveyModel): boolean {
  return config.sharing && !anonymity
}

async function sharingAccess(ctx: Ctx, survey: string): Promise<SurveyAccess> {
  const access = await surveyAccess(ctx, survey)
  if (!isSharing(access.model)) throw new AppError('forbidden', say`Interviews of this survey are not shared.`)
  return access
}

function ratingText(rating: string, top: number | null): string {
  return top === null ? rating : `${rating} / ${top}`
}
