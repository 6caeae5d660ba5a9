import { EVENT_DATE } from '@gensvar/contract/conditions'
import { addToDate } from '@gensvar/contract/dates'
import { parseExpression } from '@gensvar/contract/expression'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { driversIn } from '#server/domain/statistics/drivers.ts'
import type { Drivers } from '#server/domain/statistics/drivers.ts'
import type { PublishedMoments } from '#server/platform/db-response-types.ts'
import { ComposedMoments } from './composed-moments.ts'
import type { Composed } from './composed-moments.ts'
import type { DriverItem } from './driver-items.ts'
import { publishedMoments } from './published-moments.ts'

/** Drivers of a whole anonymous survey. */
export interface WholeDrivers {
  drivers: Drivers
  /** Positions among the items of those that were computed. */
  positions: number[]
  /** Last day (ISO) whose answers count. */
  through: string
  /** Least answers behind each pair of questions. */
  least: number
}

/**
 * Why drivers of an anonymous survey are not told for a request; null where they are: of the whole survey alone, for somebody whose
 * rights have no filters.
 */
export function refusedWhole({ access, requested }: FigureRequest): Words | null {
  if (access.compareScope.own.length > 0)
    return say`Your rights are limited by filters, and drivers of an anonymous survey are of the whole of it.`
  const isWhole = requested.conditions.every(
    (condition) => condition.kind === 'dates' && condition.variable === EVENT_DATE,
  )
  return isWhole
    ? null
    : say`Drivers of an anonymous survey are of the whole of it: they are told without a place and without filters.`
}

/**
 * What drives a score in the whole of an anonymous survey, over its closed periods whatever the period asked for. All is worked out
 * from what was published of them once (`publishedMoments`), so nothing asked here tells more, and nothing changes until another
 * period closes. `steps` are those of the items, as `driversAt` has them. Null for a score that drivers are not told of.
 */
export async function wholeDrivers(
  request: FigureRequest,
  score: DriverItem,
  items: readonly DriverItem[],
  steps: readonly number[],
): Promise<WholeDrivers | null> {
  const { moments, before, least } = await publishedMoments(request)
  const own = composedOf(score, moments, score.indicator.inverse ? -1 : 1)
  if (!own) return null
  const measured = items.flatMap((item, at) => {
    const composed = composedOf(item, moments, steps[at] ?? 1)
    return composed ? [{ at, composed }] : []
  })
  const all = new ComposedMoments(moments, [own, ...measured.map(({ composed }) => composed)], least)
  return {
    drivers: driversIn(all, measured.length + 1),
    positions: measured.map(({ at }) => at),
    through: addToDate(before, -1, 'd'),
    least,
  }
}

/** An item as a sum of published columns, for each step; null where it is none, such as a share or one with a condition. */
function composedOf({ expression }: DriverItem, { columns }: PublishedMoments, step: number): Composed | null {
  if (expression === null) return null
  const { body, where } = parseExpression(expression)
  if (body.kind !== 'aggregate' || where !== null) return null
  const parts = (kind: 'mean' | 'nps', names: readonly string[], isIndex: boolean): Composed | null => {
    const found = [...new Set(names)].map((name) =>
      columns.findIndex((one) => one.kind === kind && one.variable === name),
    )
    if (found.includes(-1)) return null
    return found.map((column) => {
      const { min = 0, max = 1 } = columns[column] ?? {}
      return { column, weight: (isIndex ? 100 / (max - min) : 1) / found.length / step }
    })
  }
  switch (body.name) {
    case 'mean':
      return parts('mean', [body.variable.name], false)
    case 'nps':
      return parts('nps', [body.variable.name], false)
    case 'index':
      return parts('mean', [body.variable.name], true)
    case 'csi':
      return parts(
        'mean',
        body.variables.map(({ name }) => name),
        true,
      )
    default:
      return null
  }
}
