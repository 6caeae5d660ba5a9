import { parseDrillPath } from '@gensvar/contract/drill-path'
import { aggregatedQuestions, parseExpression } from '@gensvar/contract/expression'
import { figures } from '#server/domain/figures/figures.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { holds } from '#server/domain/indicators/goal.ts'
import { indicatorOf, mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { readEffectBlocks } from './effect-block-store.ts'
import type { EffectSource, ItemEffect, SuggestRequest } from './effect-source.ts'
import type { ActionItem } from './items.ts'

type EffectBlock = Exclude<SurveyModel['config']['effects'], string>[number]

/**
 * Effects that were set by hand, in the configuration or by the administration: of the blocks valid at the place today, that of the deepest place, and of those
 * the latest. An item has the effects of all questions it is measured on.
 */
export const configuredEffects: EffectSource = { effectsAt: effectsSet }

/** The same for anything with a name and an expression. */
export async function effectsSet(
  request: SuggestRequest,
  place: RequestedPath,
  items: readonly Pick<ActionItem, 'extname' | 'expression'>[],
): Promise<ReadonlyMap<string, ItemEffect> | null> {
  const block = await blockAt(request, place)
  if (!block) return null
  const sizes = new Map(block.rows.map(({ questionVariable, effectSize }) => [questionVariable, effectSize]))
  const effects = items.flatMap(({ extname, expression }): [string, ItemEffect][] => {
    const set = aggregatedQuestions(parseExpression(expression).body).flatMap((name) => sizes.get(name) ?? [])
    if (set.length === 0) return []
    const size = set.reduce((sum, one) => sum + one, 0)
    return [[extname, { size, kind: 'block', per: null, n: null }]]
  })
  return new Map(effects)
}

async function blockAt(request: SuggestRequest, place: RequestedPath): Promise<EffectBlock | undefined> {
  const { views } = request.access.model
  const { today, path } = place
  const placed = (await blocksOf(request))
    .map((block) => ({ block, at: parseDrillPath(block.drillPath, views) }))
    .filter(
      ({ block, at }) =>
        (block.fromDate === undefined || block.fromDate <= today) &&
        (block.toDate === undefined || block.toDate >= today) &&
        holds(at, path),
    )
    .sort(
      (a, b) => b.at.place.length - a.at.place.length || (b.block.fromDate ?? '').localeCompare(a.block.fromDate ?? ''),
    )
    .map(({ block }) => block)
  const isForAll = ({ fromCSI, toCSI }: EffectBlock): boolean => fromCSI === undefined && toCSI === undefined
  const main = placed.every(isForAll) ? null : await mainValue(request, place)
  return placed.find((block) => {
    const { fromCSI = -Infinity, toCSI = Infinity } = block
    return isForAll(block) || (main !== null && main >= fromCSI && main < toCSI)
  })
}

/** The blocks of the configuration, or those of the administration where it says so. */
async function blocksOf({ ctx, access: { model } }: SuggestRequest): Promise<readonly EffectBlock[]> {
  const { effects } = model.config
  if (typeof effects !== 'string') return effects
  if (effects === 'computed') return []
  const stored = await readEffectBlocks(ctx.db, model.id)
  return stored.map(({ drillPath, rows, fromDate, toDate, fromCSI, toCSI }) => ({
    ...{ drillPath, rows },
    fromDate: fromDate ?? undefined,
    toDate: toDate ?? undefined,
    fromCSI: fromCSI ?? undefined,
    toCSI: toCSI ?? undefined,
  }))
}

/** The main indicator's value at the place; null where none is shown. */
async function mainValue({ ctx, access }: SuggestRequest, { conditions }: RequestedPath): Promise<number | null> {
  const name = mainIndicatorName(access.model)
  if (name === null) return null
  const indicators = [indicatorRequest(indicatorOf(access.model, name))]
  const { rows } = await figures(ctx, access, { conditions, by: 'none', indicators })
  return rows[0]?.values[0]?.value ?? null
}
