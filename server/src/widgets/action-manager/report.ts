import { actionTable } from '#server/widgets/shared/action-table.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { actionManager } from './query.ts'

/** The actions of the place as a table. */
export const actionManagerReport: WidgetReportOf<'action-manager'> = {
  async sections(request) {
    const lists = await actionManager.data(request, {})
    const rows = lists.openActions.length + lists.closedActions.length
    return { sections: [actionTable(lists, request.ctx.locale)], rows }
  },
}
