import type { z } from 'zod'
import { rankingExample } from '@gensvar/contract/entities/ranking'
import type { RankingCell, RankingHeader, RankingResponse, RankingRow } from '@gensvar/contract/entities/ranking'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { widgets } from '@gensvar/contract/widgets/index'
import type { WidgetType } from '@gensvar/contract/widgets/index'
import { startFixture } from '#web/testing/fixtures.ts'

/** A component as the server sends it: the configuration with every default filled in. */
export function component<Type extends WidgetType>(
  type: Type,
  config: z.input<(typeof widgets)[Type]['config']>,
): AnyComponent {
  return { type, config: widgets[type].config.parse(config) as AnyComponent['config'] }
}

type Start = ReturnType<typeof startFixture>

/** Start-up data of a survey whose rankings page and overview have these components. */
export function startWith(
  components: { ranking?: AnyComponent[]; overview?: AnyComponent[] },
  change: Partial<Start> = {},
): Start {
  const start = startFixture(change)
  const pages = start.survey.pages.map((page) => ({
    ...page,
    components:
      (page.extname === 'ranking'
        ? components.ranking
        : page.extname === 'overview'
          ? components.overview
          : undefined) ?? [],
  }))
  return { ...start, survey: { ...start.survey, pages } }
}

const [nameHeader, figureHeader] = rankingExample.rankingData.headers as [RankingHeader, RankingHeader]

/** A column; the index of its cell is its position by default. */
export function header(value: string, change: Partial<RankingHeader> = {}): RankingHeader {
  return { ...figureHeader, value, text: value.toUpperCase(), ...change }
}

/** The first column of units. */
export function nameColumn(text = 'Region'): RankingHeader {
  return { ...nameHeader, text }
}

/** A unit with a figure per further column. */
export function unitRow(
  name: string,
  rank: number | null,
  figures: RankingCell[],
  change: Partial<RankingRow> = {},
): RankingRow {
  const [{ rankRange: _range, before: _before, ...example }] = rankingExample.rankingData.rows as [RankingRow]
  return { ...example, cells: [{ text: name }, ...figures], rankTarget: rank, drillPath: `country=${name}`, ...change }
}

/** A ranking of units or, with `leafRows`, of single responses. */
export function ranking(change: Partial<RankingResponse['rankingData']>): RankingResponse {
  const data = { ...rankingExample.rankingData, ...change }
  const headers = data.headers.map((one, cellIndex) => ({ ...one, cellIndex }))
  return {
    ...rankingExample,
    rankingData: { ...data, headers, totalNumberRows: change.totalNumberRows ?? data.rows.length },
  }
}

/** A figure as a cell. */
export function figure(value: number, change: Partial<RankingCell> = {}): RankingCell {
  return { text: String(Math.round(value)), value, n: 120, ...change }
}
