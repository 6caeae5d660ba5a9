import { draftHeader } from '@gensvar/contract/draft-header'
import { permissions } from '@gensvar/contract/define-route'
import type { Permission } from '@gensvar/contract/define-route'
import { expect, test } from 'vitest'
import { withDraft } from './draft-choice.ts'
import type { Identity } from './identity.ts'

const editor: Identity = {
  ...{ sessionId: 1, userId: 2, username: 'eva@example.org', isRoot: false, isUserAdmin: true },
  ...{ mayCreateSurveys: false, mayEditDashboards: true, mayActAs: false, role: null, locale: 'en' },
  universe: { id: 1, name: 'retail', timeZone: 'UTC', defaultLocale: 'en' },
  ...{ actor: null, program: null, lastWrite: { xid: null }, expiresAt: new Date(0) },
}

interface Asked {
  id?: string
  method?: 'GET' | 'PUT'
  permission?: Permission
  params?: Record<string, unknown>
}

/** The draft that a request with a header is answered by; null without one. */
function draftOf(header: unknown, identity = editor, asked: Asked = {}) {
  const { id = 'getSurveyStart', method = 'GET', permission = 'survey', params = { survey: 'visits' } } = asked
  const request = { headers: { [draftHeader]: header as string }, params }
  return withDraft(identity, { id, method, permission }, request).draft ?? null
}

test('a preview shows the draft it names, of the survey of the call', () => {
  expect(draftOf('12')).toEqual({ survey: 'visits', version: 12 })
  expect(draftOf('999999999')).toEqual({ survey: 'visits', version: 999_999_999 })
  expect(draftOf(undefined)).toBeNull()
})

test('only who may edit dashboards is shown a draft, and without the header all are shown the survey', () => {
  const reader = { ...editor, mayEditDashboards: false }
  expect(() => draftOf('12', reader)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(draftOf(undefined, reader)).toBeNull()
})

test.each(['', '0', '-1', '1.5', '1e3', 'x12', '12x', '1234567890', ['1', '2'], ['12']].map((header) => ({ header })))(
  '$header is no version',
  ({ header }) => {
    expect(() => draftOf(header)).toThrow(
      expect.objectContaining({ code: 'validation', fields: { draft: expect.anything() } }),
    )
  },
)

test('calls that change something are refused, but for the path that a page stores by itself', () => {
  for (const id of ['saveAction', 'closeAlerts'])
    expect(() => draftOf('12', editor, { id, method: 'PUT' })).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(draftOf('12', editor, { id: 'storePath', method: 'PUT' })).toEqual({ survey: 'visits', version: 12 })
})

test('calls that show no survey, or that administer it, are answered as without the header', () => {
  const shown = permissions.filter((permission) => draftOf('12', editor, { permission }) !== null)
  expect(shown.toSorted()).toEqual(['survey', 'view-campaigns', 'view-interviews', 'view-samples'])
  expect(draftOf('12', editor, { params: {} })).toBeNull()
})
