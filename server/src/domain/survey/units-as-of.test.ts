import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnitTree } from './unit-tree.ts'
import type { Unit } from './unit-tree.ts'
import { unitsAsOf } from './units-as-of.ts'

const unit = (id: number, parentId: number | null, extName: string, more: Partial<Unit> = {}): Unit => ({
  ...{ id, parentId, extName, viewId: 1, titles: {}, aliases: [], ownerUserId: null },
  ...{ depth: parentId === null ? 1 : 2, validFrom: null, validTo: null, succeedsId: null },
  ...more,
})

const nameOf = (tree: UnitTree, id: number): string => {
  const names = tree.lineage(id).map((one) => tree.unit(one)?.extName)
  return names.join('/')
}

/** A store of the south that went north in June and east in September; the south has another one that closed. */
const moved = new UnitTree([
  ...[unit(1, null, 'south'), unit(2, null, 'north'), unit(3, null, 'east')],
  unit(4, 1, 'x', { validTo: '2026-05-31' }),
  unit(5, 1, 'closed', { validTo: '2026-02-28' }),
  unit(6, 2, 'x', { validFrom: '2026-06-01', validTo: '2026-08-31', succeedsId: 4 }),
  unit(7, 3, 'x', { validFrom: '2026-09-01', succeedsId: 6 }),
])

describe('units as they are on a day', () => {
  test('are those of the last unit of a chain that has begun, once each', () => {
    const places = (day: string) => [4, 6, 7].map((id) => nameOf(unitsAsOf(moved, day), id))
    expect(places('2026-05-31')).toEqual(['south/x', 'south/x', 'south/x'])
    expect(places('2026-06-01')).toEqual(['north/x', 'north/x', 'north/x'])
    expect(places('2026-09-01')).toEqual(['east/x', 'east/x', 'east/x'])
    const now = unitsAsOf(moved, '2026-12-01')
    expect(now.atDepth(1, 2).map(({ id }) => id)).toEqual([5, 7])
    expect(now.children(1, 1).map(({ extName }) => extName)).toEqual(['closed'])
    const east = now.find(1, ['east'])
    expect(east && now.descendantIds(east).toSorted()).toEqual([3, 4, 6, 7])
  })

  test('are found at the places where they were', () => {
    const now = unitsAsOf(moved, '2026-12-01')
    for (const region of ['south', 'north', 'east']) expect(now.find(1, [region, 'x'])?.id).toBe(7)
    expect(now.find(1, ['south', 'y'])).toBeUndefined()
  })

  test('are the tree itself where none has moved on a date by then', () => {
    const still = new UnitTree([unit(1, null, 'south'), unit(2, 1, 'x', { validTo: '2026-05-31' })])
    expect(unitsAsOf(still, '2026-12-01')).toBe(still)
    expect(unitsAsOf(moved, '2026-12-01')).toBe(unitsAsOf(moved, '2026-12-01'))
  })

  test('leave a unit where it is that was merged with what moved on, but is open', () => {
    const open = new UnitTree([
      ...[unit(1, null, 'south'), unit(2, null, 'north'), unit(3, 1, 'y')],
      unit(4, 2, 'x', { validFrom: '2026-06-01', succeedsId: 3 }),
    ])
    expect(unitsAsOf(open, '2026-12-01')).toBe(open)
  })

  test('keep what closed before with the unit above it that moved, and are one where two of one name meet', () => {
    const tree = new UnitTree([
      ...[unit(1, null, 'south'), unit(2, null, 'north')],
      unit(3, 1, 'city', { validTo: '2026-05-31' }),
      unit(4, 3, 'old', { depth: 3, validTo: '2026-01-31' }),
      unit(5, 3, 'again', { depth: 3, validTo: '2026-01-31' }),
      unit(6, 2, 'city', { validFrom: '2026-06-01', succeedsId: 3 }),
      unit(7, 6, 'again', { depth: 3, validFrom: '2026-07-01' }),
    ])
    const now = unitsAsOf(tree, '2026-12-01')
    expect(now.children(1, 6).map(({ id }) => id)).toEqual([4, 7])
    expect(nameOf(now, 4)).toBe('north/city/old')
    expect(now.find(1, ['north', 'city', 'old'])?.id).toBe(4)
    expect(now.unit(5)?.id).toBe(7)
  })
})

interface Step {
  what: 'area' | 'shop'
  which: number
  to: number
  days: number
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('area', 'shop'),
  which: fc.nat(5),
  to: fc.nat(3),
  days: fc.integer({ min: 1, max: 40 }),
})

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Units of three levels, moved on dates one after the other as the hierarchy editor does, and where each was since when. */
class Moves {
  units: Unit[] = [0, 1].map((land) => unit(land + 1, null, `land${land}`))
  /** The current unit of each area and shop. */
  readonly current = new Map<string, number>()
  private day = '2025-01-01'

  constructor() {
    for (const at of [0, 1, 2, 3]) this.add(`area${at}`, (at % 2) + 1, 2)
    for (const at of [0, 1, 2, 3, 4, 5]) this.add(`shop${at}`, this.of(`area${at % 4}`), 3)
  }

  of = (name: string): number => this.current.get(name) ?? 0

  move({ what, which, to, days }: Step): void {
    this.day = dayAfter(this.day, days)
    const name = `${what}${what === 'area' ? which % 4 : which}`
    const parentId = what === 'area' ? (to % 2) + 1 : this.of(`area${to}`)
    const isTaken = this.units.some((one) => one.parentId === parentId && one.extName === name)
    if (!isTaken) this.succeed(this.of(name), parentId)
  }

  private succeed(id: number, parentId: number): void {
    const from = this.units.find((one) => one.id === id)
    if (!from) return
    const next = this.add(from.extName, parentId, from.depth, { validFrom: this.day, succeedsId: id })
    const below = this.units.filter((one) => one.parentId === id && one.validTo === null)
    from.validTo = dayAfter(this.day, -1)
    for (const one of below) this.succeed(one.id, next)
  }

  private add(name: string, parentId: number, depth: number, more: Partial<Unit> = {}): number {
    const id = this.units.length + 1
    this.units.push(unit(id, parentId, name, { depth, ...more }))
    this.current.set(name, id)
    return id
  }
}

test('every unit of every time lies where its last one does, after any moves', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const moves = new Moves()
      for (const one of steps) moves.move(one)
      const was = new UnitTree(moves.units)
      const now = unitsAsOf(was, '2030-01-01')
      for (const { id, extName, depth } of moves.units) {
        if (depth === 1) continue
        const last = moves.of(extName)
        expect(nameOf(now, id)).toBe(nameOf(was, last))
        expect(now.unit(id)?.id).toBe(last)
      }
      const all = [...moves.current.values()]
      expect(
        now
          .all()
          .filter(({ depth }) => depth > 1)
          .map(({ id }) => id),
      ).toEqual(all.toSorted((a, b) => a - b))
      expect(now.inOrder(1).toSorted((a, b) => a - b)).toEqual(was.inOrder(1).toSorted((a, b) => a - b))
    }),
  )
})
