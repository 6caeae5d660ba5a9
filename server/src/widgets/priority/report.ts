import type { PriorityPoint } from '@gensvar/contract/widgets/drivers'
import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { formatNumber } from '#server/domain/indicators/figure-text.ts'
import { translate } from '#server/platform/translate.ts'
import { driverNotes, effectCells, effectColumns } from '#server/widgets/shared/drivers.ts'
import { answersCell } from '#server/widgets/shared/report-cells.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { priority } from './query.ts'

/** A priority chart as a table: each question with its field, the largest effect first. */
export const priorityReport: WidgetReportOf<'priority'> = {
  async sections(request) {
    const { ctx, access } = request
    const { locale } = ctx
    const { points, decimals, unit, ...basis } = await priority.data(request, {})
    return {
      sections: [
        {
          kind: 'table',
          title: translate(say`Priorities`, locale),
          columns: [
            { title: translate(say`Question`, locale), kind: 'text', width: 36 },
            { title: translate(say`Value`, locale), kind: 'number', decimals, ...(unit !== null && { suffix: unit }) },
            ...effectColumns(basis, locale),
            { title: translate(say`Field`, locale), kind: 'text', width: 22 },
            { title: translate(say`Answers`, locale), kind: 'number', decimals: 0 },
          ],
          rows: points.map((point) => [
            { text: pickText(point.title, locale) },
            { text: formatNumber(point.score, decimals, locale), value: point.score },
            ...effectCells(point, locale),
            { text: translate(fieldWords(point.field), locale) },
            answersCell(point.n, !access.canViewInterviews, locale),
          ]),
          notes: driverNotes(basis, points[0] ?? null, locale),
        },
      ],
      rows: null,
    }
  },
}

function fieldWords(field: PriorityPoint['field']): Words {
  switch (field) {
    case 'prioritise':
      return say`Prioritise`
    case 'improve':
      return say`Improve if possible`
    case 'keep':
      return say`Keep`
    case 'lower':
      return say`Lower priority`
  }
}
