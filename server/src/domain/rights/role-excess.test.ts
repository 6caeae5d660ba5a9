import { expect, test } from 'vitest'
import { excessOf } from './role-excess.ts'
import { combineRoles, combineSurveyRights, storedSurveyRights } from './role-rights.ts'
import type { RoleSheet } from './role-sheets.ts'

const plain = {
  id: 1,
  name: 'plain',
  restricted: false,
  canAddUsers: false,
  canSeeAllData: false,
  canCreateRoles: false,
  canViewCompletedSamples: false,
}

function sheet(role: Partial<typeof plain>, surveys: Record<number, object> = {}): RoleSheet {
  const combined = combineRoles([{ ...plain, ...role }])
  if (!combined) throw new Error('There is a role')
  const rights = Object.entries(surveys).flatMap(([id, given]) => {
    const one = combineSurveyRights([storedSurveyRights.parse(given)])
    return one ? [[Number(id), one] as const] : []
  })
  return { role: combined, surveys: new Map(rights) }
}

test('what is given beyond what is held is named with its survey', () => {
  const held = sheet({ restricted: true }, { 7: {} })
  expect(excessOf(sheet({ canAddUsers: true, restricted: true }), held)).toEqual([
    { surveyId: null, right: 'canAddUsers' },
  ])
  expect(excessOf(sheet({}), held)).toEqual([{ surveyId: null, right: 'restricted' }])
  expect(excessOf(sheet({ restricted: true }, { 7: { canViewSamples: true }, 8: {} }), held)).toEqual([
    { surveyId: 7, right: 'canViewSamples' },
    { surveyId: 8, right: 'access' },
  ])
  expect(excessOf(sheet({ canAddUsers: true }, { 8: {} }), null)).toEqual([])
})
