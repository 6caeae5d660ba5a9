import { listImportSets } from '#server/domain/imports/import-sets.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import { translate } from '#server/platform/translate.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The imports of the whole survey, so only for whoever administers it: their numbers are of every place. */
export const importSetList: WidgetServer<'import-set-list'> = {
  async data({ ctx, access }) {
    if (!mayAdministrate(ctx.identity)) return { importSets: [], mayRemove: false }
    const sets = await listImportSets(ctx.db, access.model.id)
    const importSets = sets.map(({ created, locked, ...set }) => ({
      ...set,
      created: created.toISOString(),
      locked: locked && translate(locked, ctx.locale),
    }))
    return { importSets, mayRemove: true }
  },
}
