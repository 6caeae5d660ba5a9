import { templateRowOf } from '#server/domain/messages/listed-template.ts'
import { listTemplateRows } from '#server/domain/messages/template-store.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The templates of the survey's organisation, for whoever administers the survey. */
export const mailTemplatesList: WidgetServer<'mail-templates-list'> = {
  async data({ ctx, access }) {
    if (!mayAdministrate(ctx.identity)) return { rows: [], mayEdit: false }
    return { rows: (await listTemplateRows(ctx.db, access.model.universeId)).map(templateRowOf), mayEdit: true }
  },
}
