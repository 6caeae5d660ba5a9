import { basisOf, driversOfWidget, effectRowOf } from '#server/widgets/shared/drivers.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** The effects of an effect chart. */
export const effect: WidgetServer<'effect'> = {
  async data(request) {
    const found = await driversOfWidget(request)
    return { ...basisOf(found), rows: found.effects.map((one) => effectRowOf(request, one)) }
  },
}
