import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf, widgets } from '@gensvar/contract/widgets/index'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { ReportSection } from '#server/domain/reports/report.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { resultsBlockReport } from '#server/widgets/results-block/report.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'

/** The result groups of the place with their questions, as the results block says them; none without groups. */
export async function resultTables({ ctx, access, requested }: FigureRequest): Promise<ReportSection[]> {
  if (access.model.config.groups.length === 0) return []
  const page = { extname: '', selectionInterval: undefined }
  const config = resultsConfig(access.model)
  return (await resultsBlockReport.sections({ ctx, access, requested, page, config }, shownAtFirst)).sections
}

/** The results block of the survey; one that compares with the period before where it has none. */
function resultsConfig(model: SurveyModel): WidgetConfig<'results-block'> {
  for (const { component } of walkComponents(model.config.pages))
    if (isComponentOf(component, 'results-block')) return component.config
  return widgets['results-block'].config.parse({ id: 'results' })
}
