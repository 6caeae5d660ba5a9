import type { Condition } from '@gensvar/contract/conditions'
import type { SurveyModel, View } from '#server/domain/survey/survey-model.ts'
import { unitsAsOf } from '#server/domain/survey/units-as-of.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'

/** The units a user is confined to: ext names by the level's variable. */
export type Confinement = ReadonlyMap<string, readonly string[]>

/** The part of one view's hierarchy a user may open. */
interface ViewPlaces {
  view: View
  /** Deepest level the user is confined on; places from here down must be in or below one of `inside`. */
  depth: number
  inside: ReadonlyMap<number, Unit>
  /** Ids of the units above them, which are open for navigation only, and their own. */
  above: ReadonlySet<number>
}

/** Where in the hierarchies of a survey a user may go. */
export class Places {
  private readonly views: ReadonlyMap<string, ViewPlaces>
  private readonly tree: UnitTree
  private readonly confinements: readonly Confinement[]
  /** Variables of the levels the user is confined on, in any view. */
  private readonly confinedOn: readonly string[]

  /** All `confinements` apply: the user's, and in an impersonated session the actor's. */
  constructor(model: SurveyModel, tree: UnitTree, confinements: readonly Confinement[]) {
    this.tree = tree
    this.confinements = confinements
    const views = new Map<string, ViewPlaces>()
    for (const view of model.views) {
      const places = placesOf(view, tree, confinements)
      if (places) views.set(view.extName, places)
    }
    this.views = views
    this.confinedOn = confinements.flatMap((confinement) => [...confinement.keys()])
  }

  /**
   * Whether the user may open a place, given as ext names from the top of the view. True for the places they are
   * confined to, those below and those above; the top of a view is always open. A place that does not exist is open
   * only to users who are not confined in the view.
   */
  allows(view: string, path: readonly string[]): boolean {
    const places = this.views.get(view)
    if (!places || path.length === 0) return true
    const unit = this.tree.find(places.view.id, path)
    if (!unit) return false
    return places.above.has(unit.id) || this.tree.pathOf(unit).some((one) => places.inside.has(one.id))
  }

  /**
   * Whether the user may see all rows of a place; then its figures are the user's own. False where the user is also
   * confined in another view, because some rows may be outside of that.
   */
  covers(view: string, path: readonly string[]): boolean {
    return this.coversInside(view, ({ id }) => this.tree.find(id, path)?.id)
  }

  /** The same of a unit by its id: by where it was, which is where its answers are. */
  coversUnit(view: string, unitId: number): boolean {
    return this.coversInside(view, () => unitId)
  }

  private coversInside(view: string, unitIdIn: (view: View) => number | undefined): boolean {
    if (this.confinedOn.length === 0) return true
    const places = this.views.get(view)
    if (!places || !this.confinedOn.every((level) => places.view.levels.includes(level))) return false
    return this.tree.lineage(unitIdIn(places.view)).some((id) => places.inside.has(id))
  }

  /**
   * The deepest place that contains everything the user may open, as ext names from the top; empty for the top. With a day
   * (ISO), units that moved count where they are on it alone.
   */
  startOf(view: string, day: string | null = null): string[] {
    const places = this.views.get(view)
    if (!places) return []
    const tree = day === null ? this.tree : unitsAsOf(this.tree, day)
    const units = new Set([...places.inside.values()].map((unit) => tree.unit(unit.id) ?? unit))
    const paths = [...units].map((unit) => tree.pathOf(unit).map((one) => one.extName))
    const [first, ...others] = paths
    if (!first) return []
    const shared = first.findIndex((name, depth) => others.some((path) => path[depth] !== name))
    return shared < 0 ? first : first.slice(0, shared)
  }

  /** The units the user is confined to in a view; none where they are not. */
  unitsOf(view: string): Unit[] {
    return [...(this.views.get(view)?.inside.values() ?? [])]
  }

  /** Depth of the level the user is confined on in a view; 0 where they are not. */
  depthOf(view: string): number {
    return this.views.get(view)?.depth ?? 0
  }

  /** Conditions that limit rows to these places. */
  conditions(): Condition[] {
    const done = new Set<string>()
    const conditions: Condition[] = []
    for (const places of this.views.values()) {
      const limited = places.view.levels.filter((level) => wantedAt(level, this.confinements).length > 0)
      const levels = limited.filter((level) => !done.has(level))
      if (levels.length === 0) continue
      for (const level of levels) done.add(level)
      conditions.push(insideCondition(places, this.tree))
    }
    return conditions
  }

  /** Whether the others open everything that these places open. */
  within(others: Places): boolean {
    for (const [view, outer] of others.views) {
      const inner = this.views.get(view)
      if (!inner) return false
      for (const unit of inner.inside.values())
        if (!this.tree.pathOf(unit).some((one) => outer.inside.has(one.id))) return false
    }
    return true
  }
}

/** The values a level is confined to, one list for each confinement that has the level. */
function wantedAt(level: string, confinements: readonly Confinement[]): (readonly string[])[] {
  return confinements.map((confinement) => confinement.get(level)).filter((values) => values !== undefined)
}

function placesOf(view: View, tree: UnitTree, confinements: readonly Confinement[]): ViewPlaces | null {
  const depth = view.levels.findLastIndex((level) => wantedAt(level, confinements).length > 0) + 1
  if (depth === 0) return null
  let reached = tree.children(view.id, null)
  for (const [at, level] of view.levels.slice(0, depth).entries()) {
    const wanted = wantedAt(level, confinements)
    const candidates = at === 0 ? reached : reached.flatMap((parent) => tree.children(view.id, parent.id))
    reached = candidates.filter((unit) => wanted.every((values) => values.some((value) => isNamed(unit, value))))
  }
  const inside = new Map<number, Unit>()
  const above = new Set<number>()
  for (const unit of reached) {
    inside.set(unit.id, unit)
    for (const one of tree.pathOf(unit)) above.add(one.id)
  }
  return { view, depth, inside, above }
}

function isNamed(unit: Unit, value: string): boolean {
  return unit.extName === (value === 'none' ? blankUnit : value) || unit.aliases.includes(value)
}

/** Limits rows to the places; no row matches where there are none. */
function insideCondition({ view, depth, inside }: ViewPlaces, tree: UnitTree): Condition {
  const units = [...inside.values()].map((unit): Condition => ({
    kind: 'unit',
    view: view.extName,
    depth,
    path: tree.pathOf(unit).map((one) => one.extName),
  }))
  const [only, ...others] = units
  return only && others.length === 0 ? only : { kind: 'any', of: units }
}
