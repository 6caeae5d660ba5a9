import { importSetsFor } from '#server/domain/imports/import-sets.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The imports of the whole survey, so only for whoever administers it: their numbers are of every place. */
export const importSetList: WidgetServer<'import-set-list'> = {
  async data({ ctx, access }) {
    if (!mayAdministrate(ctx.identity)) return { importSets: [], mayRemove: false }
    return { importSets: await importSetsFor(ctx, access.model.id), mayRemove: true }
  },
}
