import { say } from '@gensvar/contract/say'
import { demandSamples } from '#server/domain/rights/authorise.ts'
import { caseSections, checkShown } from '#server/widgets/shared/case-report.ts'
import type { ReportedSections, ShownTable, WidgetReportOf } from '#server/widgets/widget-report.ts'
import type { CaseTable } from '#server/widgets/shared/case-table.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { sampleTableOf } from './sample-list.ts'
import type { SampleColumns } from './sample-list.ts'

/** A table of samples in a report: every row of it, as the screen would show them page by page. */
export const sampleTableReport: WidgetReportOf<'sample-table'> = {
  check: (request, shown) => checkSamples(request, request.config, shown),
  demand: demandSamples,
  hasCases: () => true,
  sections: (request, shown) => sampleSections(request, request.config, shown),
}

/** Throws `validation`, naming the field, for columns that the table does not have, or does not sort by. */
export function checkSamples(request: FigureRequest, config: SampleColumns, shown: ShownTable): void {
  checkShown(tableToReport(request, config, shown).headers, shown)
}

/** The table of a report, or one row of it. Throws `forbidden` where the caller may not open samples. */
export function sampleSections(
  request: FigureRequest,
  config: SampleColumns,
  shown: ShownTable,
  sampleId: number | null = null,
): Promise<ReportedSections> {
  demandSamples(request.access)
  const { ctx, access } = request
  const all = tableToReport(request, config, shown)
  const table = sampleId === null ? all : { ...all, selection: { ...all.selection, id: sampleId } }
  return caseSections({ ctx, access, table, shown, title: say`Samples` })
}

function tableToReport(
  request: FigureRequest,
  config: SampleColumns,
  { sortVar, sortDesc, filter }: ShownTable,
): CaseTable {
  return sampleTableOf(request, config, {
    filter,
    ...(sortVar !== null && { sortVar }),
    ...(sortDesc !== null && { sortDesc }),
  })
}
