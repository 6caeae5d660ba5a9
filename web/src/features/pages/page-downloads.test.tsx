import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  createSubscription,
  listSubscriptionDates,
  listSubscriptionRecipients,
  listSubscriptions,
} from '@gensvar/contract/subscriptions'
import { getWidgetData } from '@gensvar/contract/widget-data'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { reportServer } from '#web/testing/report-server.ts'
import { refusal, serve } from '#web/testing/serve.ts'
import { component, header, nameColumn, ranking, startWith, unitRow } from '#web/widgets/testing/ranking-fixtures.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

async function open({
  pages = true,
  identity = {},
  search = '',
}: { pages?: boolean; identity?: object; search?: string } = {}) {
  const overview = [component('ranking-table', { id: 'units', title: 'Units', columns: ['csi'] })]
  const start = startWith({ overview })
  const shown = { ...start.survey, reports: { ...start.survey.reports, pages } }
  const app = await renderApp(`/page/overview/visits/country=SE${search}`, [
    serve(getWidgetData, ranking({ headers: [nameColumn(), header('csi')], rows: [unitRow('North', 1, [])] })),
    ...reportServer().served,
    serve(listSubscriptionDates, ({ query }) => ({
      dates: [query['cadence'] === 'monthly' ? '2026-12-01T06:00:00Z' : '2026-11-30T06:00:00Z'],
      timeZone: 'Europe/Stockholm',
    })),
    serve(listSubscriptionRecipients, ({ query }) => ({
      users: people.filter(({ name }) => name.toLowerCase().includes(query['term'] ?? '')),
      hasMore: false,
    })),
    serve(listSubscriptions, { subscriptions: [], made: [] }),
    serve(createSubscription, ({ body }) =>
      (body as { hour: number }).hour === 0
        ? refusal('conflict', 'You have as many subscriptions as you may. Remove one first.')
        : {
            ids: (body as { userIds: number[] | null }).userIds?.slice(0, 1) ?? [1],
            skipped: (body as { userIds: number[] | null }).userIds
              ? [{ name: 'Bo Ek', reason: 'may not have this report' }]
              : [],
          },
    ),
    ...signedInServer(identityFixture(identity), { ...start, survey: shown }),
  ])
  await screen.findByRole('heading', { level: 1 })
  return app
}

const people = [
  { userId: 1, username: 'anna@example.org', name: 'Anna Berg' },
  { userId: 2, username: 'bo@example.org', name: 'Bo Ek' },
  { userId: 3, username: 'carl@example.org', name: 'Carl Dahl' },
]

const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: 'Download' }))

test('a page is had as Excel or PDF, of the place and the filters shown', async () => {
  const app = await open()
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: /\(PDF\)$/ }))
  await waitFor(() => expect(app.calls.map(({ route }) => route)).toContain('createPageReport'))
  const asked = app.calls.find(({ route }) => route === 'createPageReport')
  expect(asked).toMatchObject({ params: { drillPath: 'country=SE', report: 'overview' }, body: { format: 'pdf' } })
})

test('a compared page is had with both sides in one file, and each alone', async () => {
  const app = await open({ search: '?vs=country%3DNO' })
  const asked: unknown[] = []
  for (const at of [0, 2, 4]) {
    await openMenu()
    expect(await screen.findByText('A and B in one file')).toBeVisible()
    await userEvent.click(screen.getAllByRole('menuitem', { name: /\(Excel\)$/ })[at / 2] as HTMLElement)
    await waitFor(() => {
      const calls = app.calls.filter(({ route }) => route === 'createPageReport')
      expect(calls).toHaveLength(1 + at / 2)
      asked[at / 2] = [calls.at(-1)?.params['drillPath'], calls.at(-1)?.body]
    })
  }
  expect(asked).toEqual([
    ['country=SE', { format: 'xlsx', vs: 'country=NO' }],
    ['country=SE', { format: 'xlsx', vs: null }],
    ['country=NO', { format: 'xlsx', vs: null }],
  ])
})

test('a page is subscribed to, after its next dates were seen; a refusal is said in the dialog', async () => {
  const app = await open()
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Subscribe to a report …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to a report' }))
  expect(await dialog.findByText(/30 Nov 2026/)).toBeVisible()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Report' }), '1')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'How often' }), 'Every month')
  expect(await dialog.findByText(/1 Dec 2026/)).toBeVisible()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Time of day' }), '0')
  await userEvent.click(dialog.getByRole('button', { name: 'Subscribe' }))
  expect(await dialog.findByText('You have as many subscriptions as you may. Remove one first.')).toBeVisible()
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Time of day' }), '6')
  await userEvent.click(dialog.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByText('You are subscribed. The report comes by e-mail.')).toBeVisible()
  const [, asked] = app.calls.filter(({ route }) => route === 'createSubscription')
  expect(asked?.body).toEqual({
    ...{ kind: 'page', report: 'overview', component: null, format: 'pdf', drillPath: 'country=SE' },
    ...{ cadence: 'monthly', weekday: 1, monthDay: 1, hour: 6, userIds: null },
  })
})

test('whoever may see users subscribes others, and is told who was left out', async () => {
  const app = await open({ identity: { mayAddUsers: true } })
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Subscribe to a report …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to a report' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Other people' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Subscribe' }))
  expect((await dialog.findAllByText('Choose at least 1')).length).toBeGreaterThan(0)
  const field = dialog.getByRole('combobox', { name: 'People' })
  await userEvent.click(field)
  await userEvent.click(await screen.findByRole('option', { name: 'Anna Berg (anna@example.org)' }))
  await userEvent.type(field, 'bo')
  await waitFor(() => expect(screen.queryByRole('option', { name: /Carl/ })).toBeNull())
  await userEvent.click(await screen.findByRole('option', { name: 'Bo Ek (bo@example.org)' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('option', { name: /@example/ })).toBeNull())
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByText('1 person is subscribed and told so.')).toBeVisible()
  expect(dialog.getByText('Bo Ek: may not have this report')).toBeVisible()
  expect(app.calls.filter(({ route }) => route === 'createSubscription').at(-1)?.body).toMatchObject({
    userIds: [1, 2],
    report: 'overview',
  })
})

test('whoever acts as another user cannot subscribe, and a survey may offer no files of pages', async () => {
  await open({ identity: { impersonator: 'root' } })
  await openMenu()
  const item = await screen.findByRole('menuitem', { name: 'Subscribe: not while acting as another user' })
  expect(item).toHaveAttribute('data-disabled', 'true')
  endApp()
  await open({ pages: false })
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})
