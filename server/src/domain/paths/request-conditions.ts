import { EVENT_DATE, unitCondition } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import {
  PathError,
  SELECTION_NAME,
  UNITS_NAME,
  limitConditions,
  parsePath,
  plainText,
  splitPath,
} from '@gensvar/contract/drill-path'
import type { PathToken, SplitPath } from '@gensvar/contract/drill-path'
import type { KnownChoices } from '@gensvar/contract/filter-kinds/filter-kind'
import { resolveConditions } from '@gensvar/contract/resolve-conditions'
import { listed, say, titled } from '@gensvar/contract/say'
import { todayIn } from '#server/platform/clock.ts'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { filterFieldsOf } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel, View } from '#server/domain/survey/survey-model.ts'
import { campaignsOf, missingCampaign } from './asked-campaigns.ts'
import { filterTitleOf } from './filter-titles.ts'
import { readStoredPath } from './stored-path.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import { unitsAsOf } from '#server/domain/survey/units-as-of.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'

/** A resolved drill path: its place and the rows it selects. */
export interface RequestedPath {
  path: SplitPath
  /** The view of the path; null in a survey without views. */
  view: View | null
  /** The units as the path reads them. */
  tree: UnitTree
  /** The units as they were: where their responses, actions and rights are. */
  was: UnitTree
  /** The unit of the place; null at the top. */
  unit: Unit | null
  /** Conditions of the place alone; empty at the top. */
  placeConditions: Condition[]
  /**
   * Conditions of the filters and the page's interval. Hidden filters are not among them: they are part of every scope.
   */
  filterConditions: Condition[]
  /** Conditions of place and filters together. */
  conditions: Condition[]
  /** Whether the path itself has a filter on the event date; the page's interval is used only where it has none. */
  isDated: boolean
  /** Today in the survey's time zone (ISO). */
  today: string
  /** The day whose units the path means, which `tree` has: today, or null for the units as they were. */
  asOf: string | null
}

/**
 * Resolves a drill path for a user: expands a stored one, finds the place and resolves the filters. `interval` is the
 * page's own period (`last_3m`), used when the path has no filter on the event date. With `compare`, for figures only,
 * the place can be outside the user's rights. `field` is the request's field that holds the path. Throws `validation` naming
 * an invalid filter, `not_found` for an unknown place, `forbidden` for one outside the user's rights.
 */
export async function requestedPath(
  ctx: Ctx,
  access: SurveyAccess,
  text: string,
  options: { interval?: string | null; compare?: boolean; field?: string } = {},
): Promise<RequestedPath> {
  const { model } = access
  const path = splitPathOf(access, await expandedTokens(ctx, model.id, text, options.field))
  const view = access.views.find((one) => one.extName === path.view) ?? null
  const today = todayIn(ctx.clock, model.timeZone)
  const asOf = path.filters.some(({ name }) => name === UNITS_NAME) ? today : null
  const was = await loadUnitTree(ctx, model)
  const tree = asOf === null ? was : unitsAsOf(was, asOf)
  const names = path.place.map((token) => plainText(token) ?? '')
  const unit = view && names.length > 0 ? (tree.find(view.id, names) ?? null) : null
  if (names.length > 0 && !unit)
    throw new AppError('not_found', say`There is no "${names.join(' / ')}" in this survey.`)
  if (!options.compare && !access.places.allows(path.view, names))
    throw new AppError('forbidden', say`You have no access to "${names.join(' / ')}".`)
  const place = unitCondition(path, asOf)
  const placeConditions = place ? [place] : []
  const { filters } = path
  const isDated = hasDates(access, filters)
  const interval = isDated ? null : (options.interval ?? null)
  const filterConditions = await filtersOf(ctx, { access, tree, filters, today, interval })
  return {
    path,
    view,
    tree,
    was,
    unit,
    placeConditions,
    filterConditions,
    conditions: [...placeConditions, ...filterConditions],
    isDated,
    today,
    asOf,
  }
}

/**
 * A path narrowed by the further filters of a list (`extraPaths`: tokens of a path, of which a level is a filter as
 * well). Throws as `requestedPath` does.
 */
export async function narrowedPath(
  ctx: Ctx,
  access: SurveyAccess,
  requested: RequestedPath,
  extraPaths: string,
): Promise<RequestedPath> {
  const { tree, today } = requested
  const filters = await expandedTokens(ctx, access.model.id, extraPaths, 'extraPaths')
  // The further filters read units as the path does; how they are read is not said twice.
  const reading = requested.path.filters.filter(({ name }) => name === UNITS_NAME)
  const further = filters.filter(({ name }) => name !== UNITS_NAME)
  const read = await filtersOf(ctx, { access, tree, filters: [...reading, ...further], today, interval: null })
  const more = read.filter(({ kind }) => kind !== 'units')
  return {
    ...requested,
    isDated: requested.isDated || hasDates(access, filters),
    path: { ...requested.path, filters: [...requested.path.filters, ...further] },
    filterConditions: [...requested.filterConditions, ...more],
    conditions: [...requested.conditions, ...more],
  }
}

/**
 * The user's views in the survey's order, as the grammar of paths expects. Not in the order of their tabs: a link must
 * mean the same for every user.
 */
export function pathViews({ model, views }: Pick<SurveyAccess, 'model' | 'views'>): View[] {
  return model.views.filter((view) => views.includes(view))
}

function hasDates({ model }: SurveyAccess, filters: readonly PathToken[]): boolean {
  const fields = filterFieldsOf(model)
  const ofEventDate = new Set([EVENT_DATE, ...fields.flatMap((one) => (one.variable === EVENT_DATE ? one.name : []))])
  return filters.some((token) => ofEventDate.has(token.name))
}

/** The filters of a path and the page's interval where it is used, as conditions. */
interface AskedFilters {
  access: SurveyAccess
  tree: UnitTree
  filters: readonly PathToken[]
  today: string
  interval: string | null
}

async function filtersOf(ctx: Ctx, { access, tree, filters, today, interval }: AskedFilters): Promise<Condition[]> {
  const { model } = access
  const fields = filterFieldsOf(model).map((field) => ({ ...field, choices: choicesOf(model, tree, field.name) }))
  const tokens = [...filters, ...(interval ? parsePath(`${EVENT_DATE}=${interval}`) : [])]
  const { conditions, problems } = resolveConditions(tokens, fields, today)
  const missing = await missingCampaign(ctx, model.id, conditions)
  if (missing !== null) {
    const asking = tokens.find((token) =>
      resolveConditions([token], fields, today).conditions.some((one) => campaignsOf(one).includes(missing)),
    )
    const message = say`There is no campaign with the number ${missing}.`
    problems.push({ name: asking?.name ?? 'campaign', message })
  }
  if (problems.length > 0) {
    const words = listed(
      problems.map(({ name, message }) => say`"${titled(filterTitleOf(model, name) ?? name)}": ${message}`),
    )
    const wrong = problems.map(({ name, message }) => [name, message] as const)
    throw new AppError('validation', say`A filter cannot be applied. ${words}`, Object.fromEntries(wrong))
  }
  return conditions
}

/**
 * The answers of a closed question that a path can ask for; undefined for other questions. Units of a level are among
 * them also without a choice of their own. Filters that limit rights have no such check: a choice that no longer exists
 * matches no row, which never shows more, whereas refusing it would lock the user out.
 */
function choicesOf(model: SurveyModel, tree: UnitTree, name: string): KnownChoices | undefined {
  const question = askedQuestion(model, name)
  if (question?.type !== 'single' && question?.type !== 'multiple') return undefined
  const isUnit = (text: string): boolean =>
    model.views.some((view) => {
      const depth = view.levels.indexOf(name) + 1
      return depth > 0 && tree.atDepth(view.id, depth).some((unit) => unit.extName === text)
    })
  return { has: (text) => question.choiceByName.has(text) || isUnit(text) }
}

function splitPathOf(access: SurveyAccess, tokens: PathToken[]): SplitPath {
  try {
    return splitPath(tokens, pathViews(access))
  } catch (error) {
    if (error instanceof PathError) throw new AppError('not_found', error.words)
    throw error
  }
}

async function expandedTokens(ctx: Ctx, surveyId: number, text: string, field = 'drillPath'): Promise<PathToken[]> {
  const tokens = readPath(text, field)
  const at = tokens.findIndex((token) => token.name === SELECTION_NAME)
  if (at < 0) return tokens
  const id = plainText(tokens[at]) ?? ''
  const stored = await readStoredPath(ctx, surveyId, id)
  if (stored === undefined) throw new AppError('not_found', say`The stored selection of this link no longer exists.`)
  return readable(field, () => {
    const expanded = tokens.toSpliced(at, 1, ...parsePath(stored))
    // A stored path is expanded once, never recursively.
    if (expanded.some((token) => token.name === SELECTION_NAME))
      throw new PathError(say`A stored selection cannot hold another one.`, 0)
    limitConditions(expanded)
    return expanded
  })
}

/** Parses a path of a request. Throws `validation` for the request's field. */
export function readPath(text: string, field = 'drillPath'): PathToken[] {
  return readable(field, () => parsePath(text))
}

function readable<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof PathError)
      throw new AppError('validation', say`The drill path cannot be read: ${error.words}`, { [field]: error.words })
    throw error
  }
}
