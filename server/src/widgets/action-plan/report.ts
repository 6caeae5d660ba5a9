import { say } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'
import { actionTable } from '#server/widgets/shared/action-table.ts'
import { indicatorTable } from '#server/widgets/shared/report-words.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { actionPlan } from './query.ts'

/** The actions of the place and the tiles beside them as tables. */
export const actionPlanReport: WidgetReportOf<'action-plan'> = {
  async sections(request) {
    const { locale } = request.ctx
    const lists = await actionPlan.data(request, {})
    const tiles = indicatorTable(translate(say`Key figures`, locale), lists.variables, locale)
    return { sections: [actionTable(lists, locale), ...(lists.variables.length > 0 ? [tiles] : [])], rows: null }
  },
}
