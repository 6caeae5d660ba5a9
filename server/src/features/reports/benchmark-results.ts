import type { SummaryRow } from '@gensvar/contract/entities/summary-results'
import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf, widgets } from '@gensvar/contract/widgets/index'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatDifference, formatNumber } from '#server/domain/indicators/figure-text.ts'
import type { ReportCell, ReportTable } from '#server/domain/reports/report.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { translate } from '#server/platform/translate.ts'
import { resultsBlock } from '#server/widgets/results-block/query.ts'
import { answersCell, statusText, withheldCell } from './benchmark-cells.ts'

/** The result groups of the place with their questions, as the results block shows them; none without groups. */
export async function resultTables(request: FigureRequest): Promise<ReportTable[]> {
  const { ctx, access, requested } = request
  const { locale } = ctx
  if (access.model.config.groups.length === 0) return []
  const page = { extname: '', selectionInterval: undefined }
  const config = resultsConfig(access.model)
  const { resultGroups, selectionTime, trendTime } = await resultsBlock.data(
    { ctx, access, requested, page, config },
    {},
  )
  const said = (words: Words): string => translate(words, locale)
  const text = (of: Parameters<typeof pickText>[0]): string => pickText(of, locale)
  const number = (value: number | null, row: SummaryRow): ReportCell =>
    value === null ? { text: '' } : { text: formatNumber(value, row.decimals, locale), value, decimals: row.decimals }
  const cells = (row: SummaryRow, group: string, question: string): ReportCell[] => [
    { text: group },
    { text: question },
    row.suppressed
      ? withheldCell(row.withheld && text(row.withheld), locale)
      : { ...number(row.value, row), isGoalMet: row.goalStatus },
    ...(trendTime
      ? [number(row.valueTrend, row), { ...number(row.diff, row), text: formatDifference(row, row.diff, locale) ?? '' }]
      : []),
    number(row.goal, row),
    { text: statusText(row.goalStatus, locale) },
    answersCell(row.n, !access.canViewInterviews, locale),
  ]
  return [
    {
      kind: 'table',
      title: said(say`Results`),
      columns: [
        { title: said(say`Group`), kind: 'text' },
        { title: said(say`Question`), kind: 'text' },
        { title: text(selectionTime), kind: 'number' },
        ...(trendTime
          ? [
              { title: text(trendTime), kind: 'number' as const },
              { title: said(say`Change`), kind: 'number' as const },
            ]
          : []),
        { title: said(say`Goal`), kind: 'number' },
        { title: said(say`Assessment`), kind: 'text' },
        { title: said(say`Answers`), kind: 'number', decimals: 0 },
      ],
      rows: resultGroups.flatMap((group) => [
        cells(group, text(group.title), ''),
        ...[...group.questionAnswers, ...group.numericQuestionAnswers].map((row) =>
          cells(row, text(group.title), text(row.title)),
        ),
      ]),
    },
  ]
}

/** The results block of the survey; one that compares with the period before where it has none. */
function resultsConfig(model: SurveyModel): WidgetConfig<'results-block'> {
  for (const { component } of walkComponents(model.config.pages))
    if (isComponentOf(component, 'results-block')) return component.config
  return widgets['results-block'].config.parse({ id: 'results' })
}
