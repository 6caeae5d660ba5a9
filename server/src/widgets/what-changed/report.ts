import { pickText } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { ChangedUnit } from '@gensvar/contract/entities/what-changed'
import type { ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { answersCell, noteOf } from '#server/widgets/shared/report-cells.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { whatChanged } from './query.ts'

/** What changed in reports: a table of each list that the screen shows. */
export const whatChangedReport: WidgetReportOf<'what-changed'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { indicator, trendTime, nCompared, nChanged, better, worse, offGoal, isRounded, why, leftOut } =
      await whatChanged.data(request, {})
    const name = pickText(indicator.title, locale)
    const said = (words: Words): string => translate(words, locale)
    const tableOf = (
      title: string,
      rows: readonly ChangedUnit[],
      notes: readonly string[],
      hasGoal = false,
    ): ReportTable => ({
      kind: 'table',
      title,
      columns: [
        { title: said(say`Unit`), kind: 'text', width: 32 },
        { title: name, kind: 'number' },
        ...(hasGoal
          ? [{ title: said(say`Goal`), kind: 'text' as const }]
          : [
              { title: said(say`Change`), kind: 'text' as const },
              { title: said(say`Before`), kind: 'text' as const },
            ]),
        { title: said(say`Answers`), kind: 'number', decimals: 0 },
      ],
      rows: rows.map((row) => [
        { text: pickText(row.title, locale) },
        { text: row.formattedValue, value: row.value, decimals: indicator.decimals },
        ...(hasGoal
          ? [{ text: row.formattedGoal ?? '' }]
          : [{ text: row.formattedDiff ?? '' }, { text: row.formattedBase ?? '' }]),
        answersCell(row.n, isRounded, locale),
      ]),
      notes,
    })
    const counts = say`${new Count(nChanged)} of ${new Count(nCompared)} units have changed by more than chance.`
    const days = trendTime ? [said(say`Change from: ${pickText(trendTime, locale)}`)] : []
    const notes = [...(nCompared > 0 ? [said(counts), ...days] : []), ...noteOf(why ?? leftOut, locale)]
    return {
      sections: [
        tableOf(said(say`Changed for the better: ${name}`), better, notes),
        tableOf(said(say`Changed for the worse: ${name}`), worse, notes),
        ...(offGoal
          ? [tableOf(said(say`Goal missed: ${name}`), offGoal.rows.slice(0, request.config.most), [], true)]
          : []),
      ],
      rows: null,
    }
  },
}
