import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { tileSummary } from '#server/widgets/shared/chart-summary.ts'
import { chartOf, firstPeriod } from '#server/widgets/shared/chart.ts'
import { tilesOf } from '#server/widgets/shared/tiles.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Figures of a variable block: all its tiles in one call, and the chart under one of them. */
export const variableBlock: WidgetServer<'variable-block'> = {
  async data(request) {
    const { variables, blocks } = request.config
    const tiles = await tilesOf(request, [...variables, ...blocks.flatMap((block) => block.variables)])
    let at = variables.length
    return {
      variables: tiles.slice(0, at),
      blocks: blocks.map((block) => ({
        title: block.title,
        variables: tiles.slice(at, (at += block.variables.length)),
      })),
    }
  },

  async chart(request, { index, period }) {
    const { variables, blocks, expressions } = request.config
    const tile = [...variables, ...blocks.flatMap((block) => block.variables)][index]
    if (!tile) throw new AppError('not_found', say`The block has no tile ${index}.`)
    const own = indicatorOf(request.access.model, tile.indicator)
    const beside = [...new Set(expressions)]
      .filter((name) => name !== tile.indicator)
      .map((name) => indicatorOf(request.access.model, name))
      .filter((one) => isOnScaleOf(own, one))
    const indicators = [own, ...beside].filter((one) => one.expression !== null)
    const chosen = period ?? (await firstPeriod(request, ['months'])) ?? 'months'
    const [first] = indicators
    const [chart, summary] = await Promise.all([
      chartOf(request, indicators, chosen, [], false),
      first ? tileSummary(request, first) : null,
    ])
    return { ...chart, summary }
  },
}

/** Whether two figures can stand on one axis: a mean of 1 to 5 is a flat line beside a count or an NPS. */
function isOnScaleOf(one: Indicator, other: Indicator): boolean {
  return one.minValue === other.minValue && one.maxValue === other.maxValue
}
