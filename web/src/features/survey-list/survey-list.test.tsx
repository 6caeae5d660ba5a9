import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { universeEntities } from '@gensvar/contract/entities/universes'
import { listRoles } from '@gensvar/contract/roles'
import { listSurveys } from '@gensvar/contract/survey-list'
import type { ListedSurvey } from '@gensvar/contract/survey-list'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const example = universeEntities.SurveyRow.example
const rows: ListedSurvey[] = [
  { ...example, id: 1, extName: 'visits', universeName: 'retail' },
  {
    ...{ ...example, id: 3, extName: 'customers', name: { en: 'Customers' }, universeName: 'bank', tag: 'bank' },
    ...{ textTag: 'open answers', nInterviews: null, nUsers: 4, disabled: true, samplesOpen: false },
  },
]

const role = {
  ...{ id: 2, name: 'regional-manager', parentId: null, depth: 0, restricted: false, users: 3, children: 0 },
  ...{ mayEdit: true, mayView: true },
}

function open(at = '/surveylist/visits', isRoot = true) {
  return renderApp(at, [
    serve(listSurveys, { rows, total: rows.length }),
    serve(listRoles, { roles: [role], mayCreateTop: true }),
    ...signedInServer(identityFixture({ isRoot, universe: 'retail' }), startFixture()),
  ])
}

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')!

test('the surveys of all universes are a table for root alone, with every column (SURVEY-07) (UNIV-01e)', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Surveys' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Survey', 'Id', 'Organisation', 'Tag', 'Text tag', 'Interviews', 'Users', 'Disabled', 'Samples open'])
  const cells = async (name: string) =>
    within(await rowOf(name))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(await cells('Store visits')).toEqual(['1', 'retail', 'retail', '', '1,204', '14', 'No', 'Yes'])
  expect(await cells('Customers')).toEqual(['3', 'bank', 'bank', 'open answers', '—', '4', 'Yes', 'No'])
  expect(within(await rowOf('Customers')).getByRole('img')).toHaveAccessibleName('Too few answers to show')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  endApp()
  await open('/surveylist/visits', false)
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
})

const addresses = ['/surveylist/visits', '/sl']

test.each(addresses)('the page is at %s, for root alone (NAV-22)', async (address) => {
  const app = await open(address)
  expect(await screen.findByRole('heading', { name: 'Administration', level: 1 })).toBeVisible()
  expect(await screen.findByRole('table', { name: 'Surveys' })).toBeVisible()
  expect(app.address()).toBe(address)
  endApp()
  await open(address, false)
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
  expect(screen.queryByRole('table', { name: 'Surveys' })).toBeNull()
})

test('a survey opens its page; one of another universe after entering that', async () => {
  const app = await open()
  await userEvent.click(await rowOf('Store visits'))
  await waitFor(() => expect(app.address()).toBe('/survey/visits/1'))
  endApp()
  await open()
  const link = within(await rowOf('Customers')).getByRole('link')
  expect(link).toHaveAttribute('href', '/?universe=bank&survey=customers&redirect=%2Fsurvey%2Fcustomers%2F3')
})

test('the roles of the organisation are listed on the page (UNIV-01b) (ROLES-01)', async () => {
  const app = await open()
  const row = await rowOf('regional-manager')
  await userEvent.click(within(row).getByRole('link'))
  await waitFor(() => expect(app.address()).toBe('/role/visits/2'))
})
