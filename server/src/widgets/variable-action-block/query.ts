import { tilesOf } from '#server/widgets/shared/tiles.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The tiles of a variable action block. */
export const variableActionBlock: WidgetServer<'variable-action-block'> = {
  data: async (request) => ({ variables: await tilesOf(request, request.config.variables) }),
}
