import { describe, expect, test } from 'vitest'
import type { SurveyModel, View } from '#server/domain/survey/survey-model.ts'
import { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { Places } from './places.ts'

const view = (id: number, extName: string, ...levels: string[]): View => ({ id, extName, title: {}, levels })
const model = {
  views: [view(1, 'stores', 'country', 'store'), view(2, 'channels', 'channel'), view(3, 'brands', 'country', 'brand')],
} as unknown as SurveyModel

const unit = (id: number, viewId: number, parentId: number | null, extName: string, ...aliases: string[]): Unit => ({
  ...{ id, viewId, parentId, extName, aliases, titles: {}, ownerUserId: null, validFrom: null, validTo: null },
  ...{ succeedsId: null, depth: parentId === null ? 1 : 2 },
})
const tree = new UnitTree([
  unit(1, 1, null, 'Sweden', 'SE'),
  unit(2, 1, null, 'Norway'),
  unit(3, 1, 1, 'Stockholm'),
  unit(4, 1, 1, 'Gothenburg', 'Gbg'),
  unit(5, 1, 2, 'Oslo'),
  unit(6, 1, 2, '-'),
  unit(7, 2, null, 'web'),
  unit(8, 2, null, 'till'),
  unit(9, 3, null, 'Sweden'),
  unit(10, 3, null, 'Norway'),
  unit(11, 3, 9, 'Alfa'),
])

type Filters = Record<string, string[]>
const placesOf = (...people: Filters[]) =>
  new Places(
    model,
    tree,
    people.map((filters) => new Map(Object.entries(filters))),
  )

const sweden: Filters = { country: ['Sweden'] }
const stockholm: Filters = { store: ['Stockholm'] }

describe('a place is open', () => {
  test.each<[string, Filters, Record<string, boolean>]>([
    ['without a limit, whatever it is', {}, { 'stores/': true, 'stores/Norway': true, 'stores/Atlantis': true }],
    [
      'at, below and above the limit',
      stockholm,
      {
        ...{ 'stores/': true, 'stores/Sweden': true, 'stores/Sweden/Stockholm': true },
        ...{ 'stores/Sweden/Gothenburg': false, 'stores/Norway': false, 'stores/Atlantis': false },
        ...{ 'channels/web': true, 'brands/Sweden': true, 'unknown/Sweden': true },
      },
    ],
    [
      'below the limit of a higher level, in each view with that level',
      sweden,
      {
        ...{ 'stores/Sweden': true, 'stores/Sweden/Gothenburg': true, 'stores/Norway': false },
        ...{ 'stores/Norway/Oslo': false, 'brands/Sweden/Alfa': true, 'brands/Norway': false },
      },
    ],
    [
      'nowhere but at the top where the limit is no unit',
      { store: ['Atlantis'] },
      { 'stores/': true, 'stores/Sweden': false },
    ],
  ])('%s', (_case, filters, open) => {
    const places = placesOf(filters)
    const found = Object.keys(open).map((place) => {
      const [name = '', ...path] = place.split('/')
      return [place, places.allows(name, path.filter(Boolean))]
    })
    expect(Object.fromEntries(found)).toEqual(open)
  })
})

test('a place is covered where all its rows are within the limit', () => {
  const covers = (filters: Filters, name: string, ...path: string[]) => placesOf(filters).covers(name, path)
  expect(placesOf().covers('stores', [])).toBe(true)
  expect(covers(sweden, 'stores')).toBe(false)
  expect(covers(sweden, 'stores', 'Sweden')).toBe(true)
  expect(covers(sweden, 'stores', 'Sweden', 'Stockholm')).toBe(true)
  expect(covers(sweden, 'stores', 'Norway')).toBe(false)
  expect(covers(stockholm, 'stores', 'Sweden')).toBe(false)
  expect(covers(stockholm, 'stores', 'Sweden', 'Atlantis')).toBe(false)
  // The view has the level "country", but not "store", which also limits.
  expect(covers(sweden, 'brands', 'Sweden')).toBe(true)
  expect(covers({ country: ['Sweden'], store: ['Stockholm'] }, 'brands', 'Sweden')).toBe(false)
  expect(placesOf({ country: ['Sweden'] }, { channel: ['web'] }).covers('stores', ['Sweden'])).toBe(false)
  expect(covers(sweden, 'channels', 'web')).toBe(false)
  expect(covers(sweden, 'unknown', 'Sweden')).toBe(false)
})

test('a view starts at the deepest place that holds everything open, with the depth of its limit', () => {
  const starts = (...people: Filters[]) => {
    const places = placesOf(...people)
    return [places.startOf('stores').join('/'), places.depthOf('stores')]
  }
  expect(starts()).toEqual(['', 0])
  expect(starts({ country: ['Sweden'] })).toEqual(['Sweden', 1])
  expect(starts({ country: ['Sweden', 'Norway'] })).toEqual(['', 1])
  expect(starts({ store: ['Stockholm'] })).toEqual(['Sweden/Stockholm', 2])
  expect(starts({ store: ['Stockholm', 'Gothenburg'] })).toEqual(['Sweden', 2])
  expect(starts({ store: ['Stockholm', 'Gothenburg', 'Oslo'] })).toEqual(['', 2])
  expect(starts({ store: ['Stockholm', 'Oslo'] }, { country: ['Norway'] })).toEqual(['Norway/Oslo', 2])
  expect(starts({ store: ['Atlantis'] })).toEqual(['', 2])
  expect(starts({ channel: ['web'] })).toEqual(['', 0])
})

test('with a day, a view starts where the units that moved are on it', () => {
  const moved = new UnitTree([
    unit(1, 1, null, 'south'),
    unit(2, 1, null, 'north'),
    { ...unit(3, 1, 1, 'x'), validTo: '2026-05-31' },
    { ...unit(4, 1, 2, 'x'), validFrom: '2026-06-01', succeedsId: 3 },
  ])
  const places = new Places(model, moved, [new Map([['store', ['x']]])])
  const starts = [null, '2026-05-31', '2026-06-01'].map((day) => places.startOf('stores', day).join('/'))
  expect(starts).toEqual(['', 'south/x', 'north/x'])
})

test('a unit is named by its ext name, an alias, or "none" for the one of rows without a value', () => {
  expect(placesOf({ store: ['Gbg'] }).startOf('stores')).toEqual(['Sweden', 'Gothenburg'])
  expect(placesOf({ country: ['SE'] }).startOf('stores')).toEqual(['Sweden'])
  expect(placesOf({ store: ['none'] }).startOf('stores')).toEqual(['Norway', '-'])
  expect(placesOf({ store: ['-'] }).startOf('stores')).toEqual(['Norway', '-'])
})

describe('rows are limited', () => {
  const at = (name: string, ...path: string[]) => ({ kind: 'unit', view: name, depth: path.length, path })
  const none = { kind: 'any', of: [] }

  test.each<[string, Filters[], object[]]>([
    ['not at all without a limit', [], []],
    ['to a place', [{ store: ['Stockholm'] }], [at('stores', 'Sweden', 'Stockholm')]],
    [
      'to any of several places',
      [{ country: ['Sweden', 'Norway'] }],
      [{ kind: 'any', of: [at('stores', 'Sweden'), at('stores', 'Norway')] }],
    ],
    [
      'to places both people have',
      [{ country: ['Sweden', 'Norway'] }, { country: ['Norway'] }],
      [at('stores', 'Norway')],
    ],
    [
      'in each view with a level of its own, a shared level once',
      [{ country: ['Sweden'], channel: ['web'], brand: ['Alfa'] }],
      [at('stores', 'Sweden'), at('channels', 'web'), at('brands', 'Sweden', 'Alfa')],
    ],
    ['to none where there is no such unit', [{ store: ['Atlantis'] }], [none]],
    ['to none where they have no unit in common', [{ country: ['Norway'] }, { store: ['Stockholm'] }], [none]],
    ['to none where a level is limited to no unit at all', [{ country: [] }], [none]],
  ])('%s', (_case, people, conditions) => {
    expect(placesOf(...people).conditions()).toEqual(conditions)
  })
})

test('places are within others that open everything they open', () => {
  const within = (inner: Filters, outer: Filters) => placesOf(inner).within(placesOf(outer))
  expect(within({}, {})).toBe(true)
  expect(within({ store: ['Stockholm'] }, {})).toBe(true)
  expect(within({}, { store: ['Stockholm'] })).toBe(false)
  expect(within({ store: ['Stockholm'] }, { country: ['Sweden'] })).toBe(false)
  expect(within({ country: ['Sweden'], store: ['Stockholm'] }, { country: ['Sweden'] })).toBe(true)
  expect(within({ store: ['Oslo'], country: ['Norway'] }, { country: ['Sweden'] })).toBe(false)
  expect(within({ country: ['Sweden'] }, { store: ['Stockholm', 'Gothenburg'] })).toBe(false)
  expect(within({ channel: ['web'] }, { channel: ['web', 'till'] })).toBe(true)
  expect(within({ channel: ['web', 'till'] }, { channel: ['web'] })).toBe(false)
  expect(within({ store: ['Stockholm'] }, { channel: ['web'] })).toBe(false)
})
