import { createHash } from 'node:crypto'
import { MAX_PATH_LENGTH, SELECTION_NAME, plainToken, printPath } from '@gensvar/contract/drill-path'
import type { SegmentedDrillPath, viewResults } from '@gensvar/contract/entities/navigation'
import type { segmentChild } from '@gensvar/contract/paths'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { askedPeriodOf } from '#server/domain/paths/asked-period.ts'
import type { AskedPage } from '#server/domain/paths/page-period.ts'
import { readPath, requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { readStoredPath } from '#server/domain/paths/stored-path.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { childrenOf, segmentedDrillPathOf } from '#server/domain/indicators/segmented-drill-path.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { write } from '#server/domain/write.ts'
import { indicatorOf, mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { storePathRow } from './store.ts'
import { suggestionsOf } from './suggestions.ts'

/** Most children one call answers with. */
const maxChildren = 200

/** The drill path bar of a path on a page, and the open alerts among the responses the page shows figures of. */
export async function getSegmentedDrillPath(
  ctx: Ctx,
  survey: string,
  drillPath: string,
  page: AskedPage,
): Promise<SegmentedDrillPath> {
  const access = await surveyAccess(ctx, survey)
  const interval = await askedPeriodOf(ctx, access, page)
  return segmentedDrillPathOf({ ctx, access, requested: await requestedPath(ctx, access, drillPath, { interval }) })
}

/** Units below a path that match a text, each with the survey's main indicator over the period and filters of the page. */
export async function listSegmentChildren(
  ctx: Ctx,
  survey: string,
  drillPath: string,
  { filter, ...page }: AskedPage & { filter: string },
): Promise<{ children: z.infer<typeof segmentChild>[]; total: number }> {
  const access = await surveyAccess(ctx, survey)
  const requested = await requestedPath(ctx, access, drillPath, { interval: await askedPeriodOf(ctx, access, page) })
  const { locale } = ctx
  const wanted = filter.trim().toLocaleLowerCase(locale)
  const all = childrenOf(access, requested, requested.unit, requested.path.place.length, locale).filter((child) =>
    child.text.toLocaleLowerCase(locale).includes(wanted),
  )
  const name = mainIndicatorName(access.model)
  const indicator = name === null ? null : indicatorOf(access.model, name)
  const values =
    all.length > 0
      ? await valuesOfChildren(ctx, access, requested, indicator)
      : new Map<number | null, IndicatorValue[]>()
  const children = all.slice(0, maxChildren).map(({ path, text, accessAllowed, unit }) => {
    const [count, main] = values.get(unit.id) ?? []
    const shown = main && !main.suppressed ? main.value : null
    return {
      path,
      text,
      accessAllowed,
      formattedValue: indicator ? formatValue(indicator, shown, locale) : null,
      nInterviews: count?.suppressed ? null : (count?.value ?? 0),
    }
  })
  return { children, total: all.length }
}

/**
 * Number of answers of a drill path, over the page's own period (`interval`) where the path has none; null where it is
 * withheld.
 */
export async function countAnswers(
  ctx: Ctx,
  survey: string,
  drillPath: string,
  interval: string | null,
): Promise<{ n: number | null }> {
  const access = await surveyAccess(ctx, survey)
  const { conditions } = await requestedPath(ctx, access, drillPath, { interval })
  const { rows } = await figures(ctx, access, {
    conditions,
    by: 'none',
    indicators: [{ key: 'n', expression: 'count()' }],
  })
  const count = rows[0]?.values[0]
  return { n: count?.suppressed ? null : (count?.value ?? 0) }
}

/** Units whose name holds a term, grouped by level; choosing one makes its value the drill path. */
export async function getSuggestions(
  ctx: Ctx,
  survey: string,
  drillPath: string,
  term: string,
): Promise<z.infer<typeof viewResults>> {
  const access = await surveyAccess(ctx, survey)
  const { tree, path } = await requestedPath(ctx, access, drillPath)
  return suggestionsOf(access, tree, path, term, ctx.locale)
}

/**
 * Stores a path too long for a URL and returns the short one; a shorter path is returned unchanged. Throws
 * `validation` for one that cannot be parsed or that itself contains a stored path.
 */
export async function storePath(ctx: Ctx, survey: string, path: string): Promise<{ path: string }> {
  const access = await surveyAccess(ctx, survey)
  if (readPath(path, 'path').some((token) => token.name === SELECTION_NAME)) {
    const words = say`A stored selection cannot hold another one.`
    throw new AppError('validation', words, { path: words })
  }
  // Resolved first, so that only valid paths are stored.
  await requestedPath(ctx, access, path)
  if (path.length <= MAX_PATH_LENGTH) return { path }
  const id = createHash('sha256')
    .update(`${access.model.id}/${path}`)
    .digest('base64url')
    .replaceAll(/[_-]/g, 'x')
    .slice(0, 22)
  await write(ctx, (tx) => storePathRow(tx, { id, surveyId: access.model.id, path }))
  return { path: printPath([plainToken(SELECTION_NAME, id)]) }
}

/** The path stored under an id. Throws `not_found`. */
export async function expandPath(ctx: Ctx, survey: string, id: string): Promise<{ path: string }> {
  const { model } = await surveyAccess(ctx, survey)
  const path = await readStoredPath(ctx, model.id, id)
  if (path === undefined) throw new AppError('not_found', say`The stored selection of this link no longer exists.`)
  return { path }
}

async function valuesOfChildren(
  ctx: Ctx,
  access: SurveyAccess,
  requested: RequestedPath,
  indicator: Indicator | null,
): Promise<Map<number | null, IndicatorValue[]>> {
  if (!requested.view) return new Map()
  const { rows } = await figures(ctx, access, {
    conditions: requested.conditions,
    by: { level: { view: requested.view.extName, depth: requested.path.place.length + 1 } },
    indicators: [
      { key: 'n', expression: 'count()' },
      ...(indicator?.expression
        ? [{ key: 'main', expression: indicator.expression, where: indicator.where ?? undefined }]
        : []),
    ],
  })
  return new Map(rows.map((row) => [row.key.id, row.values]))
}
