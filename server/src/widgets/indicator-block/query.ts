import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import { figuresElsewhere } from '#server/widgets/shared/survey-elsewhere.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import { placeOf } from './place.ts'
import { goneTile, placeTile } from './place-tile.ts'

/** The tiles of an indicator block: exact where the place is the reader's own, published figures elsewhere. */
export const indicatorBlock: WidgetServer<'indicator-block'> = {
  async data(request) {
    const { config, access } = request
    const indicator = indicatorOf(access.model, config.indicator)
    const tileOf = async (text: string) => {
      const place = await placeOf(request, text)
      if (place.kind === 'gone') return goneTile(request, indicator, place)
      const [figure] = await figuresElsewhere(place.request, [indicator])
      if (!figure) throw new Error(`There is no figure of "${indicator.name}"`)
      return placeTile(place, figure)
    }
    const groups = config.groups.map(async ({ title, paths }) => ({
      title,
      variables: await Promise.all(paths.map(tileOf)),
    }))
    return { title: config.title ?? indicator.title, groups: await Promise.all(groups) }
  },
}
