import { printPath } from '@gensvar/contract/drill-path'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { readPath } from '#server/domain/paths/request-conditions.ts'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'
import { getApiRanking } from '../reading/figures.ts'

/** What is compared: one indicator of the units below a place, in a period and in one before it. */
interface AskedComparison {
  survey: string
  path: string
  indicator: string
  period: string
  before: string
  limit: number
}

/**
 * The units below a place with one indicator in two periods, those that fell most first; units without a figure in both come
 * last. Throws as the ranking does, and `validation` at `path` for one with dates.
 */
export async function compareUnits(ctx: KeyCtx, { survey, path, indicator, period, before, limit }: AskedComparison) {
  const tokens = readPath(path, 'path')
  if (tokens.some(({ name }) => name === EVENT_DATE)) {
    const words = say`Name the periods by "period" and "before", not in the path.`
    throw new AppError('validation', words, { path: words })
  }
  const rankingIn = (date: string) =>
    getApiRanking(ctx, survey, {
      path: printPath([...tokens, ...readPath(`${EVENT_DATE}=${date}`, 'period')]),
      indicators: indicator,
      limit: Number.MAX_SAFE_INTEGER,
    })
  const [now, earlier] = await Promise.all([rankingIn(period), rankingIn(before)])
  const figureBefore = new Map(earlier.rows.map(({ name, figures: [figure] }) => [name, figure]))
  const rows = now.rows.map(({ name, title, accessAllowed, figures: [figure] }) => {
    const was = figureBefore.get(name)
    const change = figure?.value == null || was?.value == null ? null : figure.value - was.value
    return { name, title, accessAllowed, change, now: figure, before: was }
  })
  const order = ({ change }: { change: number | null }): number => change ?? Number.POSITIVE_INFINITY
  return {
    period: now.period,
    before: earlier.period,
    withheld: now.withheld,
    rows: rows.toSorted((one, other) => (order(one) === order(other) ? 0 : order(one) - order(other))).slice(0, limit),
  }
}
