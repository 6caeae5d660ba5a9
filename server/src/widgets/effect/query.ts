import { driversOfWidget, effectsOf } from '#server/widgets/shared/drivers.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The effects of an effect chart. */
export const effect: WidgetServer<'effect'> = {
  async data(request) {
    return effectsOf(request, await driversOfWidget(request))
  },
}
