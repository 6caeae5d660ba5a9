import type { SummaryRow } from '@gensvar/contract/entities/summary-results'
import { pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { formatDifference, formatNumber } from '#server/domain/indicators/figure-text.ts'
import type { ReportCell } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import {
  answersCell,
  chanceText,
  chanceTitle,
  statusText,
  toldStatus,
  withheldCell,
} from '#server/widgets/shared/report-cells.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { resultsBlock } from './query.ts'

/** The groups of a results block as one table: each group with its questions below it. */
export const resultsBlockReport: WidgetReportOf<'results-block'> = {
  async sections(request) {
    const { ctx, access } = request
    const { locale } = ctx
    const { resultGroups, selectionTime, trendTime } = await resultsBlock.data(request, {})
    const text = (of: LocalText): string => pickText(of, locale)
    const number = (value: number | null, decimals: number): ReportCell =>
      value === null ? { text: '' } : { text: formatNumber(value, decimals, locale), value, decimals }
    const cells = (row: SummaryRow, group: string, question: string): ReportCell[] => [
      { text: group },
      { text: question },
      row.suppressed
        ? withheldCell(row.withheld && text(row.withheld), locale)
        : {
            ...number(row.value, row.decimals),
            ...(row.weight === 'few' && { isFew: true }),
            isGoalMet: toldStatus(row),
          },
      ...(trendTime
        ? [
            number(row.valueTrend, row.decimals),
            { ...number(row.diff, row.decimals), text: formatDifference(row, row.diff, locale) ?? '' },
            { text: chanceText(row.chance, locale) },
          ]
        : []),
      number(row.goal, row.decimals),
      { text: statusText(row, locale) },
      answersCell(row.n, !access.canViewInterviews, locale),
    ]
    return {
      sections: [
        {
          kind: 'table',
          title: translate(say`Results`, locale),
          columns: [
            { title: translate(say`Group`, locale), kind: 'text', width: 28 },
            { title: translate(say`Question`, locale), kind: 'text', width: 36 },
            { title: text(selectionTime), kind: 'number' },
            ...(trendTime
              ? [
                  { title: text(trendTime), kind: 'number' as const },
                  { title: translate(say`Change`, locale), kind: 'number' as const },
                  { title: translate(chanceTitle, locale), kind: 'text' as const },
                ]
              : []),
            { title: translate(say`Goal`, locale), kind: 'number' },
            { title: translate(say`Assessment`, locale), kind: 'text' },
            { title: translate(say`Answers`, locale), kind: 'number', decimals: 0 },
          ],
          rows: resultGroups.flatMap((group) => [
            cells(group, text(group.title), ''),
            ...[...group.questionAnswers, ...group.numericQuestionAnswers].map((row) =>
              cells(row, text(group.title), text(row.title)),
            ),
          ]),
        },
      ],
      rows: null,
    }
  },
}
