import type { ReportFormat } from '@gensvar/contract/entities/reports'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { figuresOf } from '#server/domain/indicators/figures.ts'
import { indicatorOf, isEverPublished } from '#server/domain/indicators/indicator.ts'
import { indicatorVariableOf } from '#server/domain/indicators/indicator-variable.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import { todayIn } from '#server/platform/clock.ts'
import { defaultColumns } from '#server/widgets/ranking-table/columns.ts'
import { indicatorTable } from '#server/widgets/shared/report-words.ts'
import { demandOffered, pathOfRankings } from './kinds/place-tables.ts'
import { fileNameOf, frameOf, placeText } from './report-frame.ts'
import { reportAnswer } from './write-report.ts'

/**
 * The indicators of a place as a file that is made at once: those of the survey as tiles show them. Throws `forbidden`
 * where the survey does not offer it.
 */
export async function indicatorsFile(
  ctx: Ctx,
  survey: string,
  drillPath: string,
  format: ReportFormat,
): Promise<FileAnswer> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  demandOffered(model.config.reports.indicators)
  const requested = await pathOfRankings(ctx, access, drillPath)
  const request = { ctx, access, requested }
  const names = [
    ...new Set([...Object.keys(model.config.indicators), ...defaultColumns(model).map(({ value }) => value)]),
  ]
  const indicators = names
    .map((name) => indicatorOf(model, name))
    .filter((indicator) => access.canViewInterviews || isEverPublished(model, indicator))
  const figures = await figuresOf(request, indicators)
  const variables = figures.map((figure) => indicatorVariableOf(request, figure))
  const title = say`Indicators`
  const frame = frameOf(ctx, access, { title, requested })
  const sections = [indicatorTable(frame.title, variables, ctx.locale)]
  const name = { title: frame.title, place: placeText(requested, ctx.locale), day: todayIn(ctx.clock, model.timeZone) }
  return reportAnswer(ctx, { ...frame, sections, totalRows: variables.length }, format, fileNameOf({ ...name, format }))
}
