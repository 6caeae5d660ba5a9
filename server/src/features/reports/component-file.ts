import type { ReportFormat } from '@gensvar/contract/entities/reports'
import { pickText } from '@gensvar/contract/local-text'
import { say, titled } from '@gensvar/contract/say'
import type { LocalText } from '@gensvar/contract/local-text'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import { runWidgetReport } from '#server/widgets/run-report.ts'
import { componentOf } from '#server/widgets/run-widget.ts'
import type { ShownTable } from '#server/widgets/widget-report.ts'
import { fileNameOf, frameOf, placeText } from './report-frame.ts'
import { reportAnswer } from './write-report.ts'

/** A component as a file: which, of which type it has to be, where, and as its reader sees it. */
interface AskedFile {
  component: string
  only: WidgetType
  drillPath: string
  shown: ShownTable
  format: ReportFormat
}

/**
 * What a component says in a report, as a file that is made while it is sent. Throws as `runWidgetReport` does, before
 * anything is sent.
 */
export async function componentFile(
  ctx: Ctx,
  survey: string,
  { component: id, only, drillPath, shown, format }: AskedFile,
): Promise<FileAnswer> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const { requested, sections } = await runWidgetReport(ctx, access, { components: [id], drillPath, shown, only })
  const made = await sections()
  const own = componentOf(ctx, access, id).component.config['title'] as LocalText | undefined
  const title = pickText(own, ctx.locale) || made.sections[0]?.title || id
  const frame = frameOf(ctx, access, { title: say`${titled(title)}`, requested })
  const name = { title, place: placeText(requested, ctx.locale), day: todayIn(ctx.clock, model.timeZone) }
  return reportAnswer(
    ctx,
    { ...frame, sections: made.sections, totalRows: made.rows },
    format,
    fileNameOf({ ...name, format }),
  )
}
