import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDrillPath, parsePath, plainToken, printDrillPath, printPath } from './drill-path.ts'
import type { PathToken, SplitPath } from './drill-path.ts'
import {
  childPath,
  childPrinter,
  filtersOnly,
  mergeFilters,
  mergePaths,
  movedAlong,
  parentPath,
  withFilter,
  withoutFilter,
  withoutIllegal,
} from './path-steps.ts'

const views = [{ extName: 'organisation', levels: ['country', 'region'] }]
const token = fc
  .tuple(fc.constantFrom('country', 'region', 'city', 'date'), fc.constantFrom('a', 'b', '_c', 'd~'))
  .map(([name, value]) => parsePath(`${name}=${value}`))
const path = fc.array(token, { maxLength: 5 }).map((tokens) => parseDrillPath(printPath(tokens.flat()), views))

/** All tokens of a path, regardless of order. */
function demands(split: SplitPath): Set<string> {
  return new Set([...split.place, ...split.filters].map((one) => printPath([one])))
}

function read(text: string): SplitPath {
  return parseDrillPath(text, views)
}

describe('the paths one level down', () => {
  const value = fc.oneof(fc.string(), fc.constantFrom('', 'none', '_a', 'x', 'a;b=c', 'å', 'root'))
  const place = fc.record({
    view: fc.constantFrom('organisation', 'range'),
    place: fc.array(
      token.map(([one]) => one).filter((one) => one !== undefined),
      { maxLength: 2 },
    ),
    filters: fc.array(
      token.map(([one]) => one).filter((one) => one !== undefined),
      { maxLength: 2 },
    ),
  })

  it('are written as each is alone', () => {
    const all = [...views, { extName: 'range', levels: ['category'] }]
    fc.assert(
      fc.property(place, fc.constantFrom('country', 'view', 'a b'), value, (above, level, name) => {
        expect(childPrinter(above, level, all)(name)).toBe(printDrillPath(childPath(above, level, name), all))
      }),
    )
  })
})

describe('steps through the hierarchy', () => {
  it('goes down and up again with the filters kept', () => {
    const start = read('country=SE;city=Oslo')
    const below = childPath(start, 'region', 'north')
    expect(below).toEqual(read('country=SE;region=north;city=Oslo'))
    expect(parentPath(below)).toEqual(start)
    expect(parentPath(parentPath(start))).toEqual(read('city=Oslo'))
  })

  it('keeps the filters alone', () => {
    const start = read('country=SE;city=Oslo')
    expect(filtersOnly(start)).toEqual(read('city=Oslo'))
  })
})

describe('setting filters', () => {
  it('replaces a filter where it stands, adds a new one last and removes an empty one', () => {
    const start = read('city=Oslo;age=range_1_9')
    expect(withFilter(start, plainToken('city', 'Bergen'))).toEqual(read('city=Bergen;age=range_1_9'))
    expect(withFilter(start, plainToken('date', 'today_md'))).toEqual(read('city=Oslo;age=range_1_9;date=today_md'))
    expect(withFilter(start, { name: 'city', values: [] })).toEqual(read('age=range_1_9'))
    expect(withoutFilter(read('country=SE;country=_NO'), 'country')).toEqual(read('country=SE'))
  })

  it('leaves the hidden filter out', () => {
    expect(withoutIllegal(parsePath('illegal=x;city=Oslo;illegal=_y'))).toEqual(parsePath('city=Oslo'))
  })
})

describe('merging', () => {
  it('asks for exactly what either path asks for', () => {
    fc.assert(
      fc.property(path, path, (first, second) => {
        expect(demands(mergePaths(first, second))).toEqual(new Set([...demands(first), ...demands(second)]))
      }),
    )
  })

  it('is associative in what it asks for, and adds nothing to itself or to the top', () => {
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        expect(demands(mergePaths(mergePaths(a, b), c))).toEqual(demands(mergePaths(a, mergePaths(b, c))))
        expect(demands(mergePaths(a, a))).toEqual(demands(a))
        expect(mergePaths(a, a).place).toEqual(a.place)
        expect(demands(mergePaths(a, read('root')))).toEqual(demands(a))
        expect(mergePaths(read('root'), a).place).toEqual(a.place)
      }),
    )
  })

  it('merges lists of filters in order, each once', () => {
    fc.assert(
      fc.property(fc.array(token), fc.array(token), (first, second) => {
        const merged = mergeFilters(first.flat(), second.flat()).map((one: PathToken) => printPath([one]))
        expect(merged).toEqual([...new Set([...first.flat(), ...second.flat()].map((one) => printPath([one])))])
      }),
    )
  })

  it('goes down with the deeper path and keeps another place as a filter', () => {
    expect(mergePaths(read('country=SE'), read('country=SE;region=north;city=Oslo'))).toEqual(
      read('country=SE;region=north;city=Oslo'),
    )
    expect(mergePaths(read('country=SE;region=north'), read('country=SE'))).toEqual(read('country=SE;region=north'))
    expect(mergePaths(read('country=SE'), read('country=NO'))).toEqual(read('country=SE;country=NO'))
  })
})

describe('a path beside another one', () => {
  const moved = (beside: string, before: string, after: string) => {
    const { place, filters } = movedAlong(read(beside), read(before), read(after))
    return printPath([...place, ...filters])
  }

  it('follows in what both had alike, and stays in what differed', () => {
    expect(moved('country=SE;date=a', 'country=SE;date=b', 'country=NO;date=b')).toBe('country=NO;date=a')
    expect(moved('country=SE;date=a', 'country=SE;date=b', 'country=SE;date=c')).toBe('country=SE;date=a')
    expect(moved('country=NO', 'country=SE', 'country=SE;region=north')).toBe('country=NO')
    expect(moved('country=NO;city=a', 'country=SE;city=a', 'country=SE')).toBe('country=NO')
    expect(moved('country=NO', 'country=SE', 'country=SE;city=a')).toBe('country=NO;city=a')
    expect(moved('city=a', 'city=b', 'city=b;date=c')).toBe('city=a;date=c')
  })

  it('is the new path where both were the same, and stays where nothing moved', () => {
    fc.assert(
      fc.property(path, path, (a, b) => {
        expect(demands(movedAlong(a, a, b))).toEqual(demands(b))
        expect(demands(movedAlong(b, a, a))).toEqual(demands(b))
      }),
    )
  })
})
