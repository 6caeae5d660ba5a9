import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anchorKey,
  combineRoles,
  combineSurveyRights,
  rootSurveyRights,
  storedSurveyRights,
  surveyFlags,
} from './role-rights.ts'
import type { StoredSurveyRights } from './role-rights.ts'

const rights = fc
  .record({
    flags: fc.record(Object.fromEntries(surveyFlags.map((flag) => [flag, fc.boolean()]))),
    views: fc.option(fc.subarray(['stores', 'products', 'channels'])),
  })
  .map(({ flags, views }): StoredSurveyRights =>
    storedSurveyRights.parse({ ...flags, viewAccessList: views?.map((view) => ({ view, access: true })) ?? null }),
  )

test('adding a parent to a role never adds a right', () => {
  fc.assert(
    fc.property(fc.array(rights, { minLength: 1, maxLength: 4 }), fc.option(rights), (chain, parent) => {
      const before = combineSurveyRights(chain)
      const after = combineSurveyRights([...chain, parent])
      if (!after) return
      for (const flag of surveyFlags) expect(after.flags[flag] && !before?.flags[flag]).toBe(false)
      if (before?.views)
        expect([...(after.views ?? ['everything'])].every((view) => before.views?.has(view))).toBe(true)
    }),
  )
})

test('a parent without access closes the survey', () => {
  const given = storedSurveyRights.parse({})
  expect(combineSurveyRights([given, null])).toBeNull()
  expect(combineSurveyRights([])).toBeNull()
  expect(combineSurveyRights([given, given])).not.toBeNull()
})

test('invalid rights grant nothing', () => {
  const parsed = storedSurveyRights.parse({ canViewSamples: 'yes', viewAccessList: 'all', startPage: 7 })
  expect(parsed).toMatchObject({ canViewSamples: false, viewAccessList: [], startPage: '' })
})

test('the nearest role names the page; a view is open only if every list opens it', () => {
  const combined = combineSurveyRights([
    storedSurveyRights.parse({
      viewAccessList: [
        { view: 'stores', access: true, defaultDrill: 'country=SE' },
        { view: 'products', access: true },
      ],
    }),
    storedSurveyRights.parse({
      startPage: 'overview',
      viewAccessList: [{ view: 'stores', access: true, defaultDrill: 'root' }],
    }),
    storedSurveyRights.parse({ startPage: 'ranking' }),
  ])
  expect(combined).toMatchObject({ startPage: 'overview', views: new Set(['stores']) })
  expect(combined?.defaultDrills.get('stores')).toBe('country=SE')
})

test('a role is restricted if any of its parents is', () => {
  const plain = {
    name: 'x',
    restricted: false,
    canAddUsers: true,
    canSeeAllData: true,
    canCreateRoles: true,
    canViewCompletedSamples: true,
  }
  expect(
    combineRoles([
      { ...plain, id: 1 },
      { ...plain, id: 2, restricted: true, canCreateRoles: false },
    ]),
  ).toMatchObject({
    id: 1,
    restricted: true,
    canCreateRoles: false,
    canAddUsers: true,
    lineage: [1, 2],
  })
  expect(combineRoles([])).toBeNull()
})

test('what every role of the chain grants is granted', () => {
  const all = Object.fromEntries(surveyFlags.map((flag) => [flag, true]))
  const given = storedSurveyRights.parse(all)
  expect(combineSurveyRights([given, given])?.flags).toEqual(all)
  for (const flag of surveyFlags) {
    const less = storedSurveyRights.parse({ ...all, [flag]: false })
    expect(combineSurveyRights([given, less])?.flags).toEqual({ ...all, [flag]: false })
  }
})

test('a view that a list names without access is closed', () => {
  const list = (access: boolean) => storedSurveyRights.parse({ viewAccessList: [{ view: 'stores', access }] })
  expect([...(combineSurveyRights([list(true)])?.views ?? [])]).toEqual(['stores'])
  expect([...(combineSurveyRights([list(false)])?.views ?? ['every'])]).toEqual([])
  expect([...(combineSurveyRights([list(true), list(false)])?.views ?? ['every'])]).toEqual([])
})

test('actions are made on the levels that every list of the chain names; everywhere without a list', () => {
  const list = (...levels: string[]) =>
    storedSurveyRights.parse({
      anchorAccessList: ['', 'country', 'store'].map((level) => ({
        ...{ view: 'stores', level, access: levels.includes(level) },
      })),
    })
  const anchors = (...chain: StoredSurveyRights[]) => combineSurveyRights(chain)?.anchors
  const everywhere = storedSurveyRights.parse({})
  expect(anchors(everywhere, everywhere)).toBeNull()
  expect(anchors(list('', 'store'), everywhere)).toEqual(
    new Set([anchorKey('stores', ''), anchorKey('stores', 'store')]),
  )
  expect(anchors(list('', 'store'), list('store', 'country'))).toEqual(new Set([anchorKey('stores', 'store')]))
  expect(anchors(storedSurveyRights.parse({ anchorAccessList: 'all' }))).toEqual(new Set())
})

test('order of views, drill paths and page are those of the first role that has them', () => {
  const some = (viewOrder: string[], defaultDrill: string) =>
    storedSurveyRights.parse({ viewOrder, viewAccessList: [{ view: 'stores', access: true, defaultDrill }] })
  expect(combineSurveyRights([some([], ''), some(['b', 'a'], 'root'), some(['c'], 'other')])).toMatchObject({
    ...{ viewOrder: ['b', 'a'], startPage: '', defaultDrills: new Map([['stores', 'root']]) },
  })
  expect(combineSurveyRights([some([], '')])).toMatchObject({ viewOrder: [], defaultDrills: new Map() })
})

test('each flag of a role is that of all its parents', () => {
  const flags = ['canAddUsers', 'canSeeAllData', 'canCreateRoles', 'canViewCompletedSamples'] as const
  const all = { canAddUsers: true, canSeeAllData: true, canCreateRoles: true, canViewCompletedSamples: true }
  const role = { id: 1, name: 'x', restricted: false, ...all }
  for (const flag of flags)
    expect(combineRoles([role, { ...role, [flag]: false }])).toMatchObject({ ...all, [flag]: false })
  expect(combineRoles([role, role])).toMatchObject({ ...all, restricted: false })
})

test('root has every flag but the one that opens anonymous surveys', () => {
  const closed = surveyFlags.filter((flag) => !rootSurveyRights.flags[flag])
  expect(closed).toEqual(['canViewAnon'])
})
