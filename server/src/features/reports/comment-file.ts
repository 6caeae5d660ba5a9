import { pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { say, titled } from '@gensvar/contract/say'
import type { PageConfig } from '@gensvar/contract/configuration/pages'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import type { Ctx } from '#server/domain/context.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import { commentSections } from '#server/widgets/shared/comment-rows.ts'
import type { SearchFilters } from '#server/widgets/shared/text-search.ts'
import { intervalOf } from '#server/widgets/component-path.ts'
import { fileNameOf, frameOf, placeText } from './report-frame.ts'
import { reportAnswer } from './write-report.ts'

/** Comments as a file: of which component, where, and which of them. */
interface AskedComments {
  component: AnyComponent
  page: PageConfig
  drillPath: string
  questions: readonly string[]
  customerInfo: readonly string[]
  filters: SearchFilters
}

/** The comments that a component finds as an Excel file, made while it is sent. */
export async function commentFile(
  ctx: Ctx,
  access: SurveyAccess,
  { component, page, drillPath, questions, customerInfo, filters }: AskedComments,
): Promise<FileAnswer> {
  const interval = await intervalOf(ctx, access, component, page)
  const requested = await requestedPath(ctx, access, drillPath, { interval })
  const made = await commentSections({ ctx, access, requested, questions, customerInfo }, filters)
  const own = component.config['title'] as LocalText | undefined
  const title = pickText(own, ctx.locale) || made.sections[0]?.title || component.config.id
  const frame = frameOf(ctx, access, { title: say`${titled(title)}`, requested })
  const name = { title, place: placeText(requested, ctx.locale), day: todayIn(ctx.clock, access.model.timeZone) }
  const content = { ...frame, sections: made.sections, totalRows: made.rows }
  return reportAnswer(ctx, content, 'xlsx', fileNameOf({ ...name, format: 'xlsx' }))
}
