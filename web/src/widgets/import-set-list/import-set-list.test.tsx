import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { importSetExample } from '@gensvar/contract/entities/imports'
import type { importSet } from '@gensvar/contract/entities/imports'
import { removeImportSet } from '@gensvar/contract/imports'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

type ImportSet = z.input<typeof importSet>

const march: ImportSet = {
  ...importSetExample,
  id: 3,
  filename: 'march.xlsx',
  created: '2026-03-02T08:15:00+01:00',
  nalerts: 0,
}
const april: ImportSet = { ...march, id: 4, filename: 'april.xlsx', ninterviews: 1 }

async function open(
  given: ImportSet[],
  { mayRemove = true, before = [] }: { mayRemove?: boolean; before?: Served[] } = {},
) {
  let sets = given
  const list = component('import-set-list', { id: 'sets' })
  return renderApp('/page/overview/visits/root', [
    ...before,
    serveWidget('import-set-list', () => ({ importSets: sets, mayRemove })),
    serve(removeImportSet, ({ params }) => {
      const removed = sets.find(({ id }) => id === Number(params['importSetId']))
      sets = sets.filter((set) => set !== removed)
      return { ok: true, surveyRemoved: removed?.madeSurvey === true }
    }),
    ...signedInServer(identityFixture(), startWith({ overview: [list] })),
  ])
}

const remove = async (file: RegExp) => userEvent.click(await screen.findByRole('button', { name: file }))

test('how many alerts each raised is told where any did', async () => {
  await open([march, { ...april, nalerts: 7 }])
  const table = await screen.findByRole('table', { name: 'Imports' })
  expect(within(table).getByRole('columnheader', { name: 'Alerts' })).toBeVisible()
  const row = within(table).getByRole('rowheader', { name: 'april.xlsx' }).closest('tr')!
  expect([...row.children].map((cell) => cell.textContent).slice(-3)).toEqual(['1', '7', 'Delete'])
})

test('each import is listed with id, created, user, filename and responses (IMPORT-13)', async () => {
  await open([march])
  const table = await screen.findByRole('table', { name: 'Imports' })
  const head = within(table)
    .getAllByRole('columnheader')
    .map((one) => one.textContent)
  expect(head).toEqual(['Id', 'Created', 'User', 'File', 'Responses', 'Actions'])
  const row = within(table).getByRole('rowheader', { name: 'march.xlsx' }).closest('tr')!
  expect([...row.children].map((cell) => cell.textContent)).toEqual([
    '3',
    expect.stringMatching(/^2 Mar 2026, \d\d:15$/),
    'anna@example.org',
    'march.xlsx',
    '120',
    'Delete',
  ])
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('deleting an import asks first (IMPORT-14)', async () => {
  const app = await open([april, march])
  await remove(/^Delete import 4/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete import set?' }))
  expect(dialog.getByText(/1 response is removed/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.calls.some(({ route }) => route === 'removeImportSet')).toBe(false)

  await remove(/^Delete import 4/)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'april.xlsx' })).toBeNull())
  expect(screen.getByRole('rowheader', { name: 'march.xlsx' })).toBeVisible()
  expect(app.calls.find(({ route }) => route === 'removeImportSet')?.params).toEqual({
    survey: 'visits',
    importSetId: '4',
  })
})

test('one that cannot be undone says why, a failure stays listed, and who may not undo sees no button', async () => {
  const why = 'A later import changed the same responses. Undo that one first.'
  const app = await open([{ ...march, locked: why }, april], {
    before: [serve(removeImportSet, () => refusal('conflict', 'Responses were changed since.'))],
  })
  expect(await screen.findByRole('img', { name: why })).toBeVisible()
  await remove(/^Delete import 4/)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }))
  expect(await screen.findByText('Responses were changed since.')).toBeVisible()
  expect(screen.getByRole('rowheader', { name: 'april.xlsx' })).toBeVisible()
  expect(app.address()).toBe('/page/overview/visits/root')
  endApp()
  await open([march], { mayRemove: false })
  await screen.findByRole('table', { name: 'Imports' })
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
})

test('undoing the import that made the survey leads to what is left', async () => {
  const app = await open([{ ...march, madeSurvey: true }])
  await remove(/^Delete import 3/)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/This import made the survey/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(app.address()).toBe('/page/overview/orders/country=SE'))
})

test('without any import the list says so; who does not administer the survey has no access', async () => {
  await open([])
  expect(await screen.findByText('Nothing has been imported')).toBeVisible()
  endApp()
  await open([], { mayRemove: false })
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
})
