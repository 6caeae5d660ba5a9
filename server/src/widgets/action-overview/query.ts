import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { countActionsByUnit } from '#server/domain/actions/count-actions.ts'
import { countedPlaces, unitsToOpen } from '#server/domain/actions/places-below.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import { unitTitle } from '#server/domain/survey/unit-text.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Numbers of actions in each unit below the request's place. Filters narrow nothing: an action is of its place. */
export const actionOverview: WidgetServer<'action-overview'> = {
  async data({ ctx, access, page, requested }) {
    const { model } = access
    const { tree, path, today } = requested
    const units = unitsToOpen(access, requested)
    const counts = await countActionsByUnit(ctx.db, model.id, { places: countedPlaces(access, requested), today })
    const sums = new Map(units.map(({ id }) => [id, { nOpen: 0, nCompleted: 0, nFailed: 0, nDue: 0 }]))
    for (const { unitId, open, completed, failed, due } of counts)
      for (const id of unitId === null ? [] : tree.lineage(unitId)) {
        const sum = sums.get(id)
        if (!sum) continue
        sum.nOpen += open
        sum.nCompleted += completed
        sum.nFailed += failed
        sum.nDue += due
      }
    const rows = units.map((unit) => {
      const steps = tree.pathOf(unit)
      const place = steps.map(({ extName }, at) => plainToken(requested.view?.levels[at] ?? '', extName))
      return {
        drillPath: printDrillPath({ ...path, place }, pathViews(access)),
        title: unitTitle(unit),
        ...(sums.get(unit.id) ?? { nOpen: 0, nCompleted: 0, nFailed: 0, nDue: 0 }),
      }
    })
    // The manager of actions has the same button.
    const pages = model.config.pages.filter(({ extname }) => extname === page.extname)
    const hasManager = [...walkComponents(pages)].some(({ component }) => component.type === 'action-manager')
    return { rows, canEvaluate: ctx.identity.isRoot && !hasManager }
  },
}
