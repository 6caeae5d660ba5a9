import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { SurveyShape, Texts } from './survey-model.ts'

/** A node of a view's hierarchy. Depth 1 is the view's first level. */
export interface Unit {
  id: number
  viewId: number
  depth: number
  parentId: number | null
  extName: string
  titles: Texts
  aliases: readonly string[]
  ownerUserId: number | null
  validFrom: string | null
  validTo: string | null
  /** The unit that this one goes on from since `validFrom`, at another place. */
  succeedsId: number | null
}

/** A name that a unit was found by below another unit, before it was moved or merged. */
export interface FormerPlace {
  viewId: number
  parentId: number | null
  extName: string
  unitId: number
}

/** Ext name of the unit for responses without a value on its level ("not stated"). */
export const blankUnit = '-'

/** All units of a survey, found by id, by path and by parent. Never changed after it is made. */
export class UnitTree {
  private readonly byId: ReadonlyMap<number, Unit>
  private readonly childrenByParent: ReadonlyMap<string, readonly Unit[]>
  private readonly childrenByName = new Map<string, ReadonlyMap<string, Unit>>()
  private readonly lineages = new Map<number, readonly number[]>()

  private readonly former: ReadonlyMap<string, readonly FormerPlace[]>

  constructor(units: readonly Unit[], former: readonly FormerPlace[] = []) {
    this.byId = new Map(units.map((unit) => [unit.id, unit]))
    this.former = Map.groupBy(former, (place) => parentKey(place.viewId, place.parentId))
    this.childrenByParent = Map.groupBy(units, (unit) => parentKey(unit.viewId, unit.parentId))
  }

  /** Number of units in all views together. */
  get size(): number {
    return this.byId.size
  }

  /** The unit of an id, or undefined. */
  unit(id: number): Unit | undefined {
    return this.byId.get(id)
  }

  /** Units below a parent, or the view's first level for `null`, in the order they were created. */
  children(viewId: number, parentId: number | null): readonly Unit[] {
    return this.childrenByParent.get(parentKey(viewId, parentId)) ?? []
  }

  /** All units of all views. */
  all(): Unit[] {
    return [...this.byId.values()]
  }

  /**
   * The unit at a path of ext names from the top; undefined if none. A name can be an alias where no unit has it, or that
   * of a unit that was moved away or merged.
   */
  find(viewId: number, path: readonly string[]): Unit | undefined {
    let found: Unit | undefined
    for (const name of path) {
      found = this.namedChildren(viewId, found?.id ?? null).get(name)
      if (!found) return undefined
    }
    return found
  }

  private namedChildren(viewId: number, parentId: number | null): ReadonlyMap<string, Unit> {
    const key = parentKey(viewId, parentId)
    let named = this.childrenByName.get(key)
    if (!named) this.childrenByName.set(key, (named = this.byName(viewId, parentId)))
    return named
  }

  /** Units by name and alias: a name takes precedence over an alias, an earlier unit over a later one, and both over those that were there. */
  private byName(viewId: number, parentId: number | null): Map<string, Unit> {
    const named = new Map<string, Unit>()
    const units = this.children(viewId, parentId)
    for (const unit of units) if (!named.has(unit.extName)) named.set(unit.extName, unit)
    for (const unit of units) for (const alias of unit.aliases) if (!named.has(alias)) named.set(alias, unit)
    for (const { extName, unitId } of this.former.get(parentKey(viewId, parentId)) ?? []) {
      const unit = this.byId.get(unitId)
      if (unit && !named.has(extName)) named.set(extName, unit)
    }
    return named
  }

  /** The unit and its ancestors, from the top. */
  pathOf(unit: Unit): Unit[] {
    const path = [unit]
    let parent = unit.parentId === null ? undefined : this.byId.get(unit.parentId)
    while (parent) {
      path.unshift(parent)
      parent = parent.parentId === null ? undefined : this.byId.get(parent.parentId)
    }
    return path
  }

  /** Ids of a unit and its ancestors from the top; empty where there is no such unit. */
  lineage(id: number | undefined): readonly number[] {
    if (id === undefined) return []
    let ids = this.lineages.get(id)
    if (!ids) {
      const unit = this.byId.get(id)
      ids = unit ? this.pathOf(unit).map((step) => step.id) : []
      this.lineages.set(id, ids)
    }
    return ids
  }

  /** Ids that stand for a unit: its own, and in the units of a day those of the units that it goes on from. */
  idsOf(unit: Unit): number[] {
    return [unit.id]
  }

  /** Ids of the unit and of all units below it. */
  descendantIds(unit: Unit): number[] {
    const ids = this.idsOf(unit)
    for (const child of this.children(unit.viewId, unit.id)) ids.push(...this.descendantIds(child))
    return ids
  }

  /** Ids of a view's units, each directly before those below it. */
  inOrder(viewId: number): number[] {
    return this.children(viewId, null).flatMap((unit) => this.descendantIds(unit))
  }

  /** Every unit of a view at a depth. */
  atDepth(viewId: number, depth: number): Unit[] {
    return [...this.byId.values()].filter((unit) => unit.viewId === viewId && unit.depth === depth)
  }
}

const treesByModel = new WeakMap<SurveyShape, Promise<UnitTree>>()

/** The units of a survey, cached per compiled survey. */
export function loadUnitTree(deps: { db: Kysely<Database> }, survey: SurveyShape): Promise<UnitTree> {
  if (deps.db.isTransaction) return readUnitTree(deps.db, survey)
  let tree = treesByModel.get(survey)
  if (!tree) {
    tree = readUnitTree(deps.db, survey)
    treesByModel.set(survey, tree)
    tree.catch(() => treesByModel.delete(survey))
  }
  return tree
}

async function readUnitTree(db: Kysely<Database>, survey: SurveyShape): Promise<UnitTree> {
  const viewIds = survey.views.map((view) => view.id)
  if (viewIds.length === 0) return new UnitTree([])
  const [rows, former] = await Promise.all([
    db.selectFrom('unit').where('view_id', 'in', viewIds).orderBy('id').selectAll().execute(),
    db
      .selectFrom('unit_former_place')
      .where('view_id', 'in', viewIds)
      .select(['view_id as viewId', 'parent_id as parentId', 'ext_name as extName', 'unit_id as unitId'])
      .execute(),
  ])
  return new UnitTree(
    rows.map((row) => ({
      id: row.id,
      viewId: row.view_id,
      depth: row.depth,
      parentId: row.parent_id,
      extName: row.ext_name,
      titles: row.titles,
      aliases: row.aliases,
      ownerUserId: row.owner_user_id,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      succeedsId: row.succeeds_id,
    })),
    former,
  )
}

function parentKey(viewId: number, parentId: number | null): string {
  return `${viewId}/${parentId ?? ''}`
}
