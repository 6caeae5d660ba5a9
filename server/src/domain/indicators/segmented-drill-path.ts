import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Segment, SegmentedDrillPath } from '@gensvar/contract/entities/navigation'
import type { Locale } from '@gensvar/contract/local-text'
import { printDrillPath } from '@gensvar/contract/drill-path'
import { childPrinter } from '@gensvar/contract/path-steps'
import { filterTitlesOf } from '#server/domain/paths/filter-titles.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { unitsAsOf } from '#server/domain/survey/units-as-of.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { FigureRequest } from './figure-request.ts'
import { countOpenAlerts } from './open-alerts.ts'
import { isOwnPlace } from './own-place.ts'

/** Most children sent with a segment; the dropdown's search finds the others. */
const maxChildren = 1000

/** The drill path bar of a request, with the number of open alerts among its responses. */
export async function segmentedDrillPathOf(request: FigureRequest): Promise<SegmentedDrillPath> {
  const [nOpenAlerts, segments] = await Promise.all([
    countOpenAlerts(request),
    // What is counted for the request is handed to the threads first, which work while thousands of paths are written.
    nextTurn().then(() => segmentsOf(request.access, request.requested, request.ctx.locale)),
  ])
  return {
    segments,
    nOpenAlerts,
    ...(!isOwnPlace(request) && { ownAlertsOnly: true }),
    ...(hasMovedUnits(request) && { hasMovedUnits: true }),
    filterTitles: filterTitlesOf(request.access.model, request.requested.tree, request.requested.path.filters),
  }
}

/** Whether there are two readings of units: not in an anonymous survey, which is published in one. */
function hasMovedUnits({ access, requested: { was, today } }: FigureRequest): boolean {
  return access.caseScope.isOpen && unitsAsOf(was, today) !== was
}

/** The steps from the top to a place, each with the units below it. Every step's path has the same filters. */
function segmentsOf(access: SurveyAccess, requested: RequestedPath, locale: Locale): Segment[] {
  const units: (Unit | null)[] = [null, ...(requested.unit ? requested.tree.pathOf(requested.unit) : [])]
  return units.map((unit, depth) => ({
    path: printDrillPath({ ...requested.path, place: requested.path.place.slice(0, depth) }, pathViews(access)),
    text: unit ? unitText(unit, locale) : everything(locale),
    helpText: levelTitle(access, requested, depth),
    children: childrenOf(access, requested, unit, depth, locale)
      .slice(0, maxChildren)
      .map(({ path, text, accessAllowed }) => ({ path, text, accessAllowed })),
    entityId: unit?.id ?? null,
    isCompleted: false,
  }))
}

/** A unit below a step. Path and access are computed when read, because of thousands few are shown. */
export interface ChildUnit {
  readonly unit: Unit
  readonly text: string
  readonly path: string
  readonly accessAllowed: boolean
}

/** The units below each step of a request, cached because its path bar and its table show the same ones. */
const listsByRequest = new WeakMap<RequestedPath, Map<string, readonly ChildUnit[]>>()

/** The units below a step, sorted by name, with the path of each; at the end the answers that state none. */
export function childrenOf(
  access: SurveyAccess,
  requested: RequestedPath,
  parent: Unit | null,
  depth: number,
  locale: Locale,
): readonly ChildUnit[] {
  let lists = listsByRequest.get(requested)
  if (!lists) listsByRequest.set(requested, (lists = new Map()))
  const key = `${parent?.id}/${depth}/${locale}`
  let list = lists.get(key)
  if (!list) lists.set(key, (list = listChildren(access, requested, parent, depth, locale)))
  return list
}

function listChildren(
  access: SurveyAccess,
  { path, tree, view }: RequestedPath,
  parent: Unit | null,
  depth: number,
  locale: Locale,
): ChildUnit[] {
  const level = view?.levels[depth]
  if (!view || level === undefined) return []
  const here = { ...path, place: path.place.slice(0, depth) }
  const above = parent ? tree.pathOf(parent).map((unit) => unit.extName) : []
  const printed = childPrinter(here, level, pathViews(access))
  const step: Step = {
    pathOf: (unit) => printed(unit.extName),
    isAllowed: (unit) => access.places.allows(view.extName, [...above, unit.extName]),
  }
  return unitsByName(tree, view.id, parent?.id ?? null, locale).map(({ unit, text }) => new Child(unit, text, step))
}

/** What the units below a step share. */
interface Step {
  pathOf(unit: Unit): string
  isAllowed(unit: Unit): boolean
}

class Child implements ChildUnit {
  readonly unit: Unit
  readonly text: string
  private readonly step: Step
  private printed: string | null = null

  constructor(unit: Unit, text: string, step: Step) {
    this.unit = unit
    this.text = text
    this.step = step
  }

  get path(): string {
    return (this.printed ??= this.step.pathOf(this.unit))
  }

  get accessAllowed(): boolean {
    return this.step.isAllowed(this.unit)
  }
}

interface NamedUnit {
  unit: Unit
  text: string
}

const isBlank = ({ unit }: NamedUnit): boolean => unit.extName === blankUnit

/**
 * Sorted units by view, parent and language, cached because sorting thousands by name is slow and trees never change.
 */
const sortedUnits = new WeakMap<UnitTree, Map<string, readonly NamedUnit[]>>()

function unitsByName(tree: UnitTree, viewId: number, parentId: number | null, locale: Locale): readonly NamedUnit[] {
  let lists = sortedUnits.get(tree)
  if (!lists) sortedUnits.set(tree, (lists = new Map()))
  const key = `${viewId}/${parentId}/${locale}`
  let units = lists.get(key)
  if (!units) {
    const { compare } = new Intl.Collator(locale, { numeric: true })
    units = tree
      .children(viewId, parentId)
      .map((unit) => ({ unit, text: unitText(unit, locale) }))
      .sort((a, b) => Number(isBlank(a)) - Number(isBlank(b)) || compare(a.text, b.text))
    lists.set(key, units)
  }
  return units
}

function levelTitle(access: SurveyAccess, { view }: RequestedPath, depth: number): Segment['helpText'] {
  if (!view) return null
  if (depth === 0) return view.title
  const question = access.model.questions.get(view.levels[depth - 1] ?? '')
  return question && Object.keys(question.title).length > 0 ? question.title : (view.levels[depth - 1] ?? null)
}
