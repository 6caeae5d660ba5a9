import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { dateText } from '#server/domain/cases/case-text.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import type { ReportCell, ReportColumn } from '#server/domain/reports/report.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import { translate } from '#server/platform/translate.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { latestComments } from './query.ts'

/** The comments as a table: date, unit, score, and a column per question. */
export const latestCommentsReport: WidgetReportOf<'latest-comments'> = {
  hasCases: () => true,
  async sections(request) {
    const { ctx, access, config } = request
    const { locale } = ctx
    const { comments, scoreTitle, withheld } = await latestComments.data(request, {})
    const questions = config.variables.flatMap((name) => access.model.questions.get(name) ?? [])
    const hasDates = isDated(access.model)
    const columns: ReportColumn[] = [
      ...(hasDates ? [{ title: translate(say`Date`, locale), kind: 'date' as const }] : []),
      { title: translate(say`Place`, locale), kind: 'text' },
      ...(scoreTitle ? [{ title: pickText(scoreTitle, locale), kind: 'number' as const }] : []),
      ...questions.map((question) => ({
        title: pickText(titleOf(question), locale),
        kind: 'text' as const,
        width: 60,
      })),
    ]
    const rows = comments.map(({ eventDate, unit, score, texts }): ReportCell[] => [
      ...(hasDates ? [{ text: eventDate ? dateText(eventDate, locale) : '', value: eventDate ?? null }] : []),
      { text: unit ?? '' },
      ...(scoreTitle ? [score === null ? { text: '' } : { text: String(score), value: score }] : []),
      ...questions.map(({ variable }) => ({ text: texts.find((one) => one.variable === variable)?.value ?? '' })),
    ])
    const notes = withheld ? [pickText(withheld, locale)] : []
    const table = { kind: 'table' as const, title: translate(say`Latest comments`, locale), columns, rows, notes }
    return { sections: [table], rows: null }
  },
}
