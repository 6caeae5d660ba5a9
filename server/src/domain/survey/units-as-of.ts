import { UnitTree } from './unit-tree.ts'
import type { Unit } from './unit-tree.ts'

/** Days that a tree keeps its units of: today, and around midnight yesterday or another time zone's today. */
const keptDays = 3

const known = new WeakMap<UnitTree, Map<string, UnitTree>>()

/**
 * The units as they are on a day (ISO): those that go on elsewhere are left out, and what is asked of them is answered of
 * the unit that goes on from them. The tree itself where none does.
 */
export function unitsAsOf(tree: UnitTree, day: string): UnitTree {
  let days = known.get(tree)
  if (!days) known.set(tree, (days = new Map()))
  let units = days.get(day)
  if (!units) {
    days.set(day, (units = readAsOf(tree, day)))
    for (const oldest of days.keys()) {
      if (days.size <= keptDays) break
      days.delete(oldest)
    }
  }
  return units
}

/** The tree of the units of a day. Its units have parents of that day; ids of all others stand for one of them. */
class UnitsAsOf extends UnitTree {
  private readonly was: UnitTree
  private readonly idOf: ReadonlyMap<number, number>
  private readonly othersOf: ReadonlyMap<number, readonly number[]>

  constructor(was: UnitTree, units: readonly Unit[], idOf: ReadonlyMap<number, number>) {
    super(units)
    this.was = was
    this.idOf = idOf
    const pairs = Map.groupBy(idOf, ([, id]) => id)
    this.othersOf = new Map([...pairs].map(([id, others]) => [id, others.map(([other]) => other)]))
  }

  override unit(id: number): Unit | undefined {
    return super.unit(this.idOf.get(id) ?? id)
  }

  override lineage(id: number | undefined): readonly number[] {
    return super.lineage(id === undefined ? id : (this.idOf.get(id) ?? id))
  }

  /** A path to where a unit was leads to the unit. */
  override find(viewId: number, path: readonly string[]): Unit | undefined {
    const found = super.find(viewId, path)
    if (found) return found
    const before = this.was.find(viewId, path)
    return before && this.unit(before.id)
  }

  override idsOf(unit: Unit): number[] {
    return [unit.id, ...(this.othersOf.get(unit.id) ?? [])]
  }
}

function readAsOf(tree: UnitTree, day: string): UnitTree {
  const all = tree.all()
  const families = familiesOf(all)
  if (families.size === 0) return tree
  const idOf = new Map<number, number>()
  const standsFor = (id: number): number => {
    let at = id
    for (let next = idOf.get(at); next !== undefined; next = idOf.get(at)) at = next
    return at
  }
  const kept = new Map<string, Unit>()
  for (const units of [...Map.groupBy(all, ({ depth }) => depth)].sort(([a], [b]) => a - b).map(([, some]) => some)) {
    const isCurrent = (unit: Unit): boolean => goesOnIn(unit, families.get(unit.id) ?? [], day) === unit
    for (const unit of units.filter(isCurrent)) {
      const parentId = unit.parentId === null ? null : standsFor(unit.parentId)
      // Two of one name come together where their parents are one: a path means one place, so they are one as well.
      const place = JSON.stringify([unit.viewId, parentId, unit.extName])
      const other = kept.get(place)
      const isLater = !other || isBefore(other, unit)
      if (other) idOf.set(isLater ? other.id : unit.id, isLater ? unit.id : other.id)
      if (isLater) kept.set(place, { ...unit, parentId })
    }
    for (const unit of units) {
      const last = goesOnIn(unit, families.get(unit.id) ?? [], day)
      if (last !== unit) idOf.set(unit.id, last.id)
    }
  }
  if (idOf.size === 0) return tree
  const units = [...kept.values()].toSorted((a, b) => a.id - b.id)
  return new UnitsAsOf(tree, units, new Map([...idOf.keys()].map((id) => [id, standsFor(id)])))
}

/**
 * What a unit goes on in on a day: the latest of its family that opened after it had closed. One that opens later than the
 * day is still the one it goes on from.
 */
function goesOnIn(unit: Unit, family: readonly Unit[], day: string): Unit {
  const open = family.filter(({ validFrom }) => (validFrom ?? '') <= day)
  const { validTo } = unit
  const later = validTo === null ? [] : open.filter(({ validFrom }) => validFrom !== null && validFrom > validTo)
  const isYetToCome = unit.succeedsId !== null && unit.validFrom !== null && unit.validFrom > day
  return (later.length > 0 ? later : isYetToCome ? open : []).reduce(
    (last, one) => (last === unit || isBefore(last, one) ? one : last),
    unit,
  )
}

function isBefore(one: Unit, other: Unit): boolean {
  const [from, to] = [one.validFrom ?? '', other.validFrom ?? '']
  return from === to ? one.id < other.id : from < to
}

/** The units that are one and the same at different times, by the id of each; none of units that never moved on a date. */
function familiesOf(units: readonly Unit[]): Map<number, readonly Unit[]> {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const families = new Map<number, Unit[]>()
  for (const unit of units) {
    const before = unit.succeedsId === null ? undefined : byId.get(unit.succeedsId)
    if (!before || before === unit) continue
    const one = families.get(unit.id) ?? [unit]
    const other = families.get(before.id) ?? [before]
    if (one === other) continue
    const family = [...other, ...one]
    for (const member of family) families.set(member.id, family)
  }
  return families
}
