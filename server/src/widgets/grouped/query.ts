import type { ChartData } from '@gensvar/contract/entities/chart'
import type { LocalText } from '@gensvar/contract/local-text'
import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { mostGroups } from '@gensvar/contract/widgets/grouped'
import type { groupedColumns } from '@gensvar/contract/entities/grouped-columns'
import type { z } from 'zod'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { lowBaseOf, mayRank } from '#server/domain/indicators/evidence.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { figureAbout } from '#server/domain/indicators/figure-about.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { intervalsOf } from '#server/domain/indicators/shown-interval.ts'
import { AppError } from '#server/platform/errors.ts'
import { selectionTimeOf } from '#server/widgets/shared/selection-time.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import { groupingOf } from './grouping.ts'
import type { Group } from './grouping.ts'

type Grouped = z.output<typeof groupedColumns>

/** A group with the values of all indicators. */
interface Row extends Group {
  values: readonly IndicatorValue[]
}

const none: IndicatorValue = { value: null, n: 0, low: null, high: null, suppressed: false }

/** Indicators for each unit of a level below the place, or for each choice of a question. */
export const grouped: WidgetServer<'grouped'> = {
  async data(request) {
    const { ctx, access, requested, config } = request
    const indicators = config.variables.map((name) => computedIndicator(request, name))
    const grouping = await groupingOf(request, config.by)
    const { title, closed } = grouping
    if (closed) return { by: title, groups: [], total: 0, charts: [], summary: null, withheld: localWords(closed) }
    const { rows: found, leftOut } = await figures(ctx, access, {
      conditions: requested.conditions,
      by: grouping.by,
      indicators: indicators.map(indicatorRequest),
    })
    const byId = new Map(found.map((row) => [row.key.id, row]))
    const all = grouping.groups.map((group): Row => ({ ...group, values: byId.get(group.id)?.values ?? [] }))
    const rows = grouping.isOrdered ? all.filter(isAsked) : all.toSorted(byFirstValue(indicators[0]))
    const shown = rows.slice(0, mostGroups)
    return {
      by: title,
      groups: shown.map(({ name, title: text, path, isOwn }) => ({
        ...{ name, title: text, path },
        ...(!isOwn && { isClosed: true }),
      })),
      total: rows.length,
      charts: chartsOf(request, indicators, shown),
      summary: summaryOf(request, indicators, rows),
      ...selectionTimeOf(request),
      withheld: reasonForAll(rows, leftOut),
    }
  },
}

/** An indicator that is computed from rows. Throws `validation` for a rank, which is one of siblings. */
function computedIndicator({ access }: FigureRequest, name: string): Indicator {
  const indicator = indicatorOf(access.model, name)
  if (indicator.expression !== null) return indicator
  throw new AppError('validation', say`"${titled(indicator.title)}" is a rank, which has no columns.`, {
    [name]: say`is a rank`,
  })
}

/** The answers that state none of the choices are no group where there are none. */
function isAsked({ isBlank, values }: Row): boolean {
  return !isBlank || values.some(({ value, suppressed }) => value !== null || suppressed)
}

/** Units by the first indicator, the best first; those without a value after them, and last the answers without a unit. */
function byFirstValue(indicator: Indicator | undefined): (a: Row, b: Row) => number {
  const direction = indicator?.inverse === true ? 1 : -1
  const order = ({ isBlank, values }: Row): number => (isBlank ? 2 : (values[0]?.value ?? null) === null ? 1 : 0)
  return (a, b) => {
    if (order(a) !== order(b)) return order(a) - order(b)
    const [left, right] = [a.values[0]?.value ?? null, b.values[0]?.value ?? null]
    return left === null || right === null ? 0 : direction * (left - right)
  }
}

/** A chart for each scale that the indicators have, in their order. */
function chartsOf(
  { access }: FigureRequest,
  indicators: readonly Indicator[],
  rows: readonly Row[],
): Grouped['charts'] {
  const scales = Map.groupBy(
    indicators.map((indicator, at) => ({ indicator, at })),
    ({ indicator: { decimals, unit, minValue, maxValue } }) => JSON.stringify([decimals, unit, minValue, maxValue]),
  )
  return [...scales.values()].map((shown) => {
    const first = shown[0]?.indicator
    const { minValue = null, maxValue = null } = first ?? {}
    return {
      categories: rows.map(({ name }) => name),
      series: shown.map(({ indicator, at }): ChartData['series'][number] => {
        const values = rows.map((row) => row.values[at] ?? none)
        return {
          name: indicator.title,
          data: values.map(({ value, suppressed }) => (suppressed ? null : value)),
          n: values.map(({ n, suppressed }) => (suppressed ? null : n)),
          ...intervalsOf(indicator, values),
          why: values.map(({ why }) => (why ? localWords(why) : null)),
          lowBase: lowBaseOf(access.model, indicator),
        }
      }),
      descriptors: shown.map(({ indicator }) => ({
        ...{ title: indicator.title, variable: indicator.name, color: null },
        about: figureAbout(access, indicator),
      })),
      range: minValue !== null && maxValue !== null && minValue < maxValue ? { from: minValue, to: maxValue } : null,
      unit: first?.unit ?? null,
      decimals: first?.decimals ?? 0,
    }
  })
}

/** The largest and the smallest value of the first indicator among groups of enough answers for a rank. */
function summaryOf(
  { access, ctx }: FigureRequest,
  [indicator]: readonly Indicator[],
  rows: readonly Row[],
): Grouped['summary'] {
  if (!indicator) return null
  const known = rows
    .flatMap(({ title, isBlank, values: [value] }) =>
      value && value.value !== null && !value.suppressed && !isBlank && mayRank(access.model, indicator, value)
        ? [{ title, value: value.value }]
        : [],
    )
    .toSorted((a, b) => b.value - a.value)
  const said = ({ title, value }: { title: LocalText; value: number }) => ({
    group: title,
    value: formatValue(indicator, value, ctx.locale) ?? '',
  })
  const [highest] = known
  const lowest = known.length > 1 ? known.at(-1) : undefined
  return highest ? { name: indicator.title, highest: said(highest), lowest: lowest ? said(lowest) : null } : null
}

/** Why no value is shown, if none is; null if one is. */
function reasonForAll(rows: readonly Row[], leftOut: Words | null): LocalText | null {
  const values = rows.flatMap((row) => row.values)
  if (values.some(({ value, suppressed }) => value !== null && !suppressed)) return null
  const why = leftOut ?? values.find((value) => value.why)?.why
  return why ? localWords(why) : null
}
