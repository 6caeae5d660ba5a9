import { actionLists } from '#server/domain/actions/action-lists.ts'
import { tilesOf } from '#server/widgets/shared/tiles.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The actions of the place, and the tiles beside them. */
export const actionPlan: WidgetServer<'action-plan'> = {
  async data(request) {
    const { anchorable, variables } = request.config
    const [lists, tiles] = await Promise.all([actionLists(request, anchorable), tilesOf(request, variables)])
    return { ...lists, variables: tiles }
  },
}
