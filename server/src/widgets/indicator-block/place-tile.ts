import { locales } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { withheldFigure } from '#server/domain/indicators/figures.ts'
import type { Figure } from '#server/domain/indicators/figures.ts'
import { indicatorVariableOf } from '#server/domain/indicators/indicator-variable.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { filterFacts } from '#server/domain/paths/filter-facts.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import type { GonePlace, OpenPlace } from './place.ts'

type Tile = Awaited<ReturnType<WidgetServer<'indicator-block'>['data']>>['groups'][number]['variables'][number]

/** The tile of a place, named as the place; what it counts is the block's indicator. */
export function placeTile({ request, path, own }: OpenPlace, figure: Figure): Tile {
  return {
    ...indicatorVariableOf(request, figure),
    title: placeTitle(request, own),
    definition: figure.indicator.title,
    path,
  }
}

/** The tile of a place that there is no more: it says so, and leads nowhere. */
export function goneTile(request: FigureRequest, indicator: Indicator, { name, why }: GonePlace): Tile {
  const tile = indicatorVariableOf(request, withheldFigure(indicator, why))
  return {
    ...tile,
    ...{ nodeName: name, title: name, definition: indicator.title, path: null },
    ...{ goalValue: null, formattedGoal: null, goalTooltip: null, cases: null, period: null },
  }
}

/** The name of a place, with the filters it is configured with, in every language. */
function placeTitle({ access, requested }: FigureRequest, own: OpenPlace['own']): LocalText {
  const { unit, tree } = requested
  const titleIn = (locale: Locale): string => {
    const asked = { tree, conditions: requested.conditions, path: { filters: own } }
    const filters = filterFacts(access, asked, locale).map(({ name, text }) => `${name}: ${text}`)
    return [unit ? unitText(unit, locale) : everything(locale), ...filters].join(' · ')
  }
  return Object.fromEntries(locales.map((locale) => [locale, titleIn(locale)]))
}
