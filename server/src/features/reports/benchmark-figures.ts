import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatNumber } from '#server/domain/indicators/figure-text.ts'
import { figuresOf } from '#server/domain/indicators/figures.ts'
import type { Figure } from '#server/domain/indicators/figures.ts'
import { indicatorVariableOf } from '#server/domain/indicators/indicator-variable.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { rankAmongSiblings } from '#server/domain/indicators/sibling-rank.ts'
import type { ReportCell, ReportColumn, ReportTable } from '#server/domain/reports/report.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { translate } from '#server/platform/translate.ts'
import {
  behindCell,
  behindTitle,
  chanceText,
  chanceTitle,
  formatOf,
  statusText,
  toldStatus,
  valueCell,
  withheldCell,
} from '#server/widgets/shared/report-cells.ts'

/** An indicator of the place with what it is seen against. */
interface Compared {
  indicator: Indicator
  /** As its tile shows it. */
  tile: IndicatorVariable
  /** The same indicator of the places above. */
  above: readonly Figure['base'][]
  rank: ReportCell
}

/** The places above a place that its figures are seen against. */
type Base = 'parent' | 'universe'

/**
 * The indicators of the place as its tiles show them, beside those of the place above and of everything, and the rank
 * among the places beside it.
 */
export async function figuresTable(request: FigureRequest, indicators: readonly Indicator[]): Promise<ReportTable> {
  const { locale } = request.ctx
  const said = (words: Words): string => translate(words, locale)
  const bases = basesOf(request)
  const hasRank = request.requested.unit !== null
  const all = await comparedOf(request, indicators, bases)
  const hasGoal = all.some(({ tile }) => tile.formattedGoal !== null)
  const hasChange = all.some(({ tile }) => tile.against !== null)
  const number = (title: string): ReportColumn => ({ title, kind: 'number' })
  return {
    kind: 'table',
    title: said(say`Key figures`),
    columns: [
      { title: said(say`Indicator`), kind: 'text' },
      number(placeName(request, locale)),
      number(said(behindTitle)),
      ...(hasChange ? [number(said(say`Change`)), { title: said(chanceTitle), kind: 'text' as const }] : []),
      ...(hasGoal ? [number(said(say`Goal`)), { title: said(say`Assessment`), kind: 'text' as const }] : []),
      ...bases.map((base) => number(baseName(request, base, locale))),
      ...(hasRank ? [number(said(say`Rank`))] : []),
    ],
    rows: all.map(({ indicator, tile, above, rank }) => [
      { text: pickText(tile.title, locale) },
      tileCell(indicator, tile, locale),
      behindCell(tile, locale),
      ...(hasChange ? [changeCell(indicator, tile, locale), { text: chanceText(tile.chance, locale) }] : []),
      ...(hasGoal ? [goalCell(indicator, tile), { text: statusText(tile, locale) }] : []),
      ...above.map((value) => valueCell(indicator, value, locale)),
      ...(hasRank ? [rank] : []),
    ]),
    notes: changeNotes(all, locale),
  }
}

async function comparedOf(
  request: FigureRequest,
  indicators: readonly Indicator[],
  bases: readonly Base[],
): Promise<Compared[]> {
  const [own, ...above] = await Promise.all([
    figuresOf(request, indicators),
    ...bases.map((base) =>
      figuresOf(
        request,
        indicators.map((indicator) => ({ ...indicator, base })),
      ),
    ),
  ])
  return Promise.all(
    own.map(async (figure, at) => ({
      indicator: figure.indicator,
      tile: indicatorVariableOf(request, figure),
      above: above.map((figures) => figures[at]?.base ?? null),
      rank: await rankCell(request, figure.indicator),
    })),
  )
}

/** Below the first level, the place above is not everything. */
function basesOf({ requested }: FigureRequest): Base[] {
  if (!requested.unit) return []
  return requested.unit.depth > 1 ? ['parent', 'universe'] : ['universe']
}

function baseName({ requested: { unit, tree } }: FigureRequest, base: Base, locale: Locale): string {
  const above = base === 'parent' && unit ? tree.pathOf(unit).at(-2) : undefined
  return above ? unitText(above, locale) : everything(locale)
}

/** Name of the request's place. */
export function placeName({ requested: { unit } }: FigureRequest, locale: Locale): string {
  return unit ? unitText(unit, locale) : everything(locale)
}

function tileCell(indicator: Indicator, tile: IndicatorVariable, locale: Locale): ReportCell {
  if (tile.suppressed) return withheldCell(tile.withheld && pickText(tile.withheld, locale), locale)
  return {
    text: tile.formattedValue ?? '',
    value: tile.value,
    ...formatOf(indicator),
    ...(tile.weight === 'few' && { isFew: true }),
    isGoalMet: toldStatus(tile),
  }
}

/** The change with its sign; where none is told, the reason. */
function changeCell(indicator: Indicator, tile: IndicatorVariable, locale: Locale): ReportCell {
  if (tile.formattedDiff !== null) return { text: tile.formattedDiff, ...formatOf({ ...indicator, unit: null }) }
  return tile.baseWithheld ? withheldCell(pickText(tile.baseWithheld, locale), locale) : { text: '' }
}

function goalCell(indicator: Indicator, tile: IndicatorVariable): ReportCell {
  return { text: tile.formattedGoal ?? '', value: tile.goalValue, ...formatOf(indicator) }
}

async function rankCell(request: FigureRequest, indicator: Indicator): Promise<ReportCell> {
  const { locale } = request.ctx
  // A count is no achievement, and a place is not ranked by it.
  const rank = indicator.counts ? null : await rankAmongSiblings(request, indicator)
  if (!rank) return { text: '' }
  const { value, among } = rank
  if (value.suppressed) return withheldCell(value.why && translate(value.why, locale), locale)
  if (value.value === null) return { text: '' }
  return { text: `${formatNumber(value.value, 0, locale)}\u00a0/\u00a0${among}`, value: value.value, decimals: 0 }
}

/** What changes are from: one sentence, or one for each where they differ. */
function changeNotes(all: readonly Compared[], locale: Locale): string[] {
  const byName = Map.groupBy(
    all.filter(({ tile }) => tile.against !== null),
    ({ tile }) => pickText(tile.against?.name, locale),
  )
  return [...byName].map(([name, group]) => {
    if (byName.size === 1) return translate(say`Change from: ${name}`, locale)
    const titles = group.map(({ tile }) => pickText(tile.title, locale)).join(', ')
    return translate(say`Change from: ${name} (${titles})`, locale)
  })
}
