import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'
import { indicatorTable } from '#server/widgets/shared/report-words.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { delta } from './query.ts'

/** Changes as a table, with whether they are more than chance. */
export const deltaReport: WidgetReportOf<'delta'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { rows, trendTime } = await delta.data(request, {})
    const title = request.config.title ? pickText(request.config.title, locale) : translate(say`Changes`, locale)
    const reasons = rows.flatMap(({ baseWithheld }) => (baseWithheld ? [pickText(baseWithheld, locale)] : []))
    const notes =
      trendTime === null ? [translate(say`There is no period before this one to compare with.`, locale)] : reasons
    return { sections: [{ ...indicatorTable(title, rows, locale), notes: [...new Set(notes)] }], rows: null }
  },
}
