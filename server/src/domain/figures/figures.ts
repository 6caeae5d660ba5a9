import type { Words } from '@gensvar/contract/say'
import type { PublishedVocabulary } from '@gensvar/contract/surveys'
import { unitsDayOf } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import type { Places } from '#server/domain/rights/places.ts'
import type { CaseScope, CompareScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { unitsAsOf } from '#server/domain/survey/units-as-of.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { aggregate } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import type { AggregateRequest, AggregateResult } from './expressions/compute-figures.ts'
import { withheldValue } from './expressions/figure-arithmetic.ts'
import { LazyRow } from './expressions/figure-rows.ts'
import type { FigureRow } from './expressions/figure-rows.ts'
import { publicationOf } from './publishing/publication.ts'
import { unitsBelow } from './publishing/published-figures.ts'

/** A survey, and what the caller may see of it. */
export interface FigureAccess {
  model: SurveyModel
  caseScope: CaseScope
  compareScope: CompareScope
  places: Places
}

/**
 * Figures for a caller: exact ones of their own places, published ones of all others, such as the places above and
 * beside their own. Where those cannot be compared, their figures are withheld, with the reason. Throws as `aggregate`
 * does.
 */
export async function figures(
  deps: AggregateDeps,
  access: FigureAccess,
  request: AggregateRequest,
  options: { signal?: AbortSignal } = {},
): Promise<AggregateResult> {
  const { model, caseScope, compareScope, places } = access
  const ask = (scope: CaseScope | CompareScope, asked = request) => aggregate(deps, model, scope, asked, options)
  const place = placeOf(request.conditions)
  const { by } = request
  const isByLevel = by !== 'none' && 'level' in by
  if (caseScope.isOpen) {
    if (caseScope.key === compareScope.key || (place && places.covers(place.view, place.path))) return ask(caseScope)
  }
  const hasOwnRows = caseScope.isOpen && isByLevel
  const [own, compared, tree] = await Promise.all([
    hasOwnRows ? ask(caseScope, { ...request, total: false }) : null,
    ask(compareScope),
    loadUnitTree(deps, model),
  ])
  const { leftOut } = compared
  if (!isByLevel) return leftOut && by === 'none' ? withheldWhole(request, leftOut) : compared
  const isOwn = (id: number | null): boolean => {
    const unit = own === null || id === null ? undefined : tree.unit(id)
    return (
      unit !== undefined &&
      places.covers(
        by.level.view,
        tree.pathOf(unit).map(({ extName }) => extName),
      )
    )
  }
  const asOf = unitsDayOf(request.conditions)
  const listed = asOf === null ? tree : unitsAsOf(tree, asOf)
  const others = leftOut
    ? unitsBelow({ survey: model, tree: listed }, place, by.level).map((unit) => withheldRow(request, leftOut, unit))
    : compared.rows
  return {
    rows: [...(own?.rows ?? []).filter((row) => isOwn(row.key.id)), ...others.filter((row) => !isOwn(row.key.id))],
    total: request.total && leftOut ? withheldRow(request, leftOut) : compared.total,
    leftOut,
  }
}

function placeOf(conditions: readonly Condition[]): { view: string; path: readonly string[] } | null {
  return conditions.find((condition) => condition.kind === 'unit') ?? null
}

function withheldWhole(request: AggregateRequest, why: Words): AggregateResult {
  const row = withheldRow(request, why)
  return { rows: [row], total: request.total ? row : null, leftOut: why }
}

function withheldRow({ indicators }: AggregateRequest, why: Words, unit?: Unit): FigureRow {
  const key = unit ? { id: unit.id, name: unit.extName } : { id: null, name: 'all' }
  return new LazyRow({ count: indicators.length, keyOf: () => key, valueOf: () => withheldValue(why) }, key.id)
}

/** What a caller can request of published figures; null for one whose own places are all there are. */
export async function vocabularyOf(deps: AggregateDeps, access: FigureAccess): Promise<PublishedVocabulary | null> {
  const { caseScope, compareScope } = access
  if (caseScope.isOpen && caseScope.key === compareScope.key) return null
  const { rules } = await publicationOf(deps, access.model)
  return {
    anonymous: !caseScope.isOpen,
    filters: [...rules.backgrounds.keys()],
    most: rules.minimum.length > 2 ? 2 : 1,
    period: rules.base,
    closedTo: rules.base && rules.runningFrom,
    minimum: [...rules.minimum],
  }
}
