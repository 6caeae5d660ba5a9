import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRole, createSurvey, createUniverse } from '#server/testing/factories.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { heldSheet, lineageOf, readUniverseRoles, sheetOf } from './role-sheets.ts'
import type { RoleSheet } from './role-sheets.ts'

let parts: TestDeps
let universeId: number
let first: number
let second: number
let top: number
let middle: number
let low: number

beforeAll(async () => {
  parts = await testDeps()
  const { db } = parts.deps
  universeId = (await createUniverse(db)).id
  first = (await createSurvey(db, universeId)).surveyId
  second = (await createSurvey(db, universeId)).surveyId
  const both = { [first]: { canViewSamples: true }, [second]: { canViewSamples: true } }
  top = await createRole(db, universeId, { name: 'z top', canAddUsers: true, canCreateRoles: true, surveys: both })
  const ofMiddle = { parentId: top, canAddUsers: true, surveys: { [first]: { canViewSamples: true } } }
  middle = await createRole(db, universeId, { name: 'm middle', ...ofMiddle })
  low = await createRole(db, universeId, { name: 'a low', parentId: middle, canAddUsers: true, surveys: both })
  // Access that was taken away leaves its row.
  await db
    .insertInto('role_survey')
    .values({ role_id: middle, survey_id: second, access: false, rights: JSON.stringify({ canViewSamples: true }) })
    .execute()
  const elsewhere = (await createUniverse(db)).id
  await createRole(db, elsewhere, { name: 'elsewhere' })
})
afterAll(() => parts.close())

const read = (surveyId?: number) => readUniverseRoles(parts.deps.db, universeId, surveyId)
const told = (sheet: RoleSheet | null) => {
  if (sheet === null) return null
  const surveys = [...sheet.surveys].filter(([, rights]) => rights.flags.canViewSamples).map(([id]) => id)
  const { canAddUsers, canCreateRoles, lineage } = sheet.role
  return { canAddUsers, canCreateRoles, lineage, surveys }
}

test('the roles of a universe are read by name, with what each alone may do where it has access', async () => {
  const all = await read()
  expect([...all.roles.keys()]).toEqual([low, middle, top])
  expect([...(all.rights.get(first)?.keys() ?? [])].toSorted((a, b) => a - b)).toEqual([top, middle, low])
  expect([...(all.rights.get(second)?.keys() ?? [])].toSorted((a, b) => a - b)).toEqual([top, low])
  expect([...(await read(second)).rights.keys()]).toEqual([second])
})

test('a role has what it and all its parents have', async () => {
  const all = await read()
  expect(told(sheetOf(all, top))).toEqual({
    ...{ canAddUsers: true, canCreateRoles: true, lineage: [top], surveys: [first, second] },
  })
  expect(told(sheetOf(all, low))).toEqual({
    ...{ canAddUsers: true, canCreateRoles: false, lineage: [low, middle, top], surveys: [first] },
  })
  expect(sheetOf(all, 0)).toBeNull()
})

test('a circle of parents ends where it began', () => {
  const role = (id: number, parentId: number | null) => [id, { id, parentId }] as const
  const roles = new Map([role(1, 2), role(2, 1), role(3, 9)]) as unknown as Parameters<typeof lineageOf>[0]['roles']
  expect(lineageOf({ roles }, 1)).toEqual([1, 2])
  expect(lineageOf({ roles }, 3)).toEqual([3])
  expect(lineageOf({ roles }, 9)).toEqual([])
})

test('a caller holds what the roles of their session have now; root everything, and whoever has no role nothing', async () => {
  const all = await read()
  const role = sheetOf(all, low)?.role ?? null
  expect(told(heldSheet(all, { isRoot: false, role }))).toEqual(told(sheetOf(all, low)))
  expect(heldSheet(all, { isRoot: true, role })).toBeNull()
  const none = { canAddUsers: false, canCreateRoles: false, lineage: [], surveys: [] }
  expect(told(heldSheet(all, { isRoot: false, role: null }))).toEqual(none)
  // A role that has been deleted since takes all that was held with it.
  const gone = role && { ...role, lineage: [...role.lineage, 0] }
  const held = heldSheet(all, { isRoot: false, role: gone })
  expect(told(held)).toEqual(none)
  expect(held?.role).toMatchObject({ restricted: true, canSeeAllData: false, canViewCompletedSamples: false })
})
