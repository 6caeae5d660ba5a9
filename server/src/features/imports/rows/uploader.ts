import { findComponent } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'

/** A data uploader of a survey. */
export interface Uploader {
  access: SurveyAccess
  config: WidgetConfig<'data-uploader'>
}

/**
 * A data uploader that the caller may use. An import reaches every place of a survey, so they administer it; updates are
 * for root alone. Throws `forbidden`, and `not_found` where there is no such uploader.
 */
export async function demandUploader(
  ctx: Ctx,
  survey: string,
  component: string,
  { update }: { update: boolean },
): Promise<Uploader> {
  const access = await surveyAccess(ctx, survey)
  if (!mayAdministrate(ctx.identity))
    throw new AppError('forbidden', say`Only administrators of the organisation may do this.`)
  if (update && !ctx.identity.isRoot) throw new AppError('forbidden', say`Only root users may do this.`)
  const found = findComponent(access.model.config.pages, component)
  if (!found || !isComponentOf(found, 'data-uploader'))
    throw new AppError('not_found', say`The survey "${survey}" has no data uploader "${component}".`)
  return { access, config: found.config }
}
