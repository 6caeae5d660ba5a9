import { say } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'
import { indicatorTable } from '#server/widgets/shared/report-words.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { variableActionBlock } from './query.ts'

/** The tiles of a variable action block as a table. */
export const variableActionBlockReport: WidgetReportOf<'variable-action-block'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { variables } = await variableActionBlock.data(request, {})
    return { sections: [indicatorTable(translate(say`Key figures`, locale), variables, locale)], rows: null }
  },
}
