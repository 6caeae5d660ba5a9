import type { Locale } from '@gensvar/contract/local-text'
import type { Ctx } from '#server/domain/context.ts'
import { questionnaireOf } from '#server/domain/questionnaire/questionnaire.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { fieldSource } from '#server/domain/samples/fields.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import { firstEntry } from './entry.ts'
import type { Asking } from './asking.ts'
import { brandOf } from './page/brand.ts'
import { answerPage } from './page/page.ts'

/**
 * A page (from 0) of a survey as respondents see it, without anything entered and without its script, and how many pages
 * there are. The survey may be a draft: nothing of it has to be stored.
 */
export async function previewPage(
  ctx: Ctx,
  model: SurveyModel,
  { locale, page }: { locale: Locale; page: number },
): Promise<{ html: string; pages: number }> {
  const questionnaire = questionnaireOf(model)
  const last = questionnaire.pages.length - 1
  const asking: Asking = {
    kind: 'open',
    model,
    questionnaire,
    source: await fieldSource(ctx, await programAccess(ctx, model)),
    respondent: { kind: 'trial' },
    start: { answers: {}, contact: {}, eventDate: todayIn(ctx.clock, model.timeZone), unitIds: [] },
    locale,
    kept: null,
  }
  const look = { locale, brand: await brandOf(ctx.db, model), script: null, isKiosk: false }
  const entry = { ...firstEntry, page: Math.max(0, Math.min(page, last)) }
  const html = answerPage(asking, look, { entry, messages: new Map(), note: null, form: null })
  return { html, pages: questionnaire.pages.length }
}
