import { actionLists } from '#server/domain/actions/action-lists.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** All actions of the place. */
export const actionManager: WidgetServer<'action-manager'> = {
  data: (request) => actionLists(request, request.config.anchorable),
}
