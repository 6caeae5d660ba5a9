import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTicket } from '@gensvar/contract/identity'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

beforeEach(() => {
  vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window)
})

afterEach(() => {
  vi.restoreAllMocks()
  useScheme('light')
  endApp()
})

const address = '/page/overview/visits/country=SE'
const headers = ['day', 'note'].map((value) => ({
  value,
  text: value.toUpperCase(),
  align: 'left' as const,
  sortable: true,
}))

function open(href = address, withheld: { en: string } | null = null) {
  return renderApp(href, [
    serveWidget('record-table', (_id, { query }) => ({
      headers: withheld ? [] : headers,
      rows: withheld
        ? []
        : [[`from ${query['rowFrom']}`, `${query['sortBy'] ?? 'as configured'} ${query['sortDesc'] ?? ''}`]],
      sortBy: query['sortBy'] ?? 'day',
      sortDesc: query['sortDesc'] !== 'false',
      totalNumberRows: withheld ? 0 : 120,
      withheld,
    })),
    serve(createTicket, { ticket: 'once' }),
    ...signedInServer(
      identityFixture(),
      startWith({
        overview: [
          component('record-table', {
            id: 'contacts',
            title: 'Contacts',
            recordset: 'contacts',
            sortBy: 'day',
            sortDesc: true,
          }),
        ],
      }),
    ),
  ])
}

test('headers and rows, sorted by any column: the server is asked, and the address says so (DTABLE-06) (COMP-30)', async () => {
  const app = await open()
  const table = await screen.findByRole('table', { name: 'Contacts' })
  expect(within(table).getByRole('columnheader', { name: 'DAY' })).toHaveAttribute('aria-sort', 'descending')
  expect(within(table).getByRole('rowheader', { name: 'from 0' })).toBeVisible()
  await userEvent.click(within(table).getByRole('button', { name: 'NOTE' }))
  expect(await within(table).findByText('note false')).toBeVisible()
  expect(app.address()).toBe(`${address}?contacts.sortBy=note&contacts.sortDesc=false`)
  await userEvent.click(within(table).getByRole('button', { name: 'NOTE' }))
  expect(await within(table).findByText('note true')).toBeVisible()
  for (const { value, text } of headers) {
    await userEvent.click(within(table).getByRole('button', { name: text }))
    await waitFor(() => expect(app.address()).toContain(`contacts.sortBy=${value}`))
    expect(await within(table).findByText(new RegExp(`^${value} `))).toBeVisible()
  }
  await userEvent.click(within(table).getByRole('button', { name: 'NOTE' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }))
  expect(await within(table).findByText('from 50')).toBeVisible()
  expect(app.calls.findLast(({ route }) => route === 'getWidgetData')).toMatchObject({
    params: { component: 'contacts', drillPath: 'country=SE' },
    query: { rowFrom: '50', rowTo: '100', sortBy: 'note', sortDesc: 'true' },
  })
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('its report opens by a URL with a ticket in a new tab, sorted as shown (DTABLE-07)', async () => {
  const app = await open(`${address}?contacts.sortBy=note&contacts.sortDesc=true`)
  await userEvent.click(await screen.findByRole('button', { name: 'Save the table as shown' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Excel/ }))
  const path = '/rest/tables/records/visits/contacts/country%3DSE?sortBy=note&sortDesc=true&format=xlsx'
  await waitFor(() => expect(window.open).toHaveBeenCalledWith(`${path}&token=once`, '_blank'))
  expect(app.calls.find(({ route }) => route === 'createTicket')?.body).toEqual({ path })
  expect(app.address()).toBe(`${address}?contacts.sortBy=note&contacts.sortDesc=true`)
})

test('of an anonymous survey it says why there are none, and offers no file', async () => {
  await open(address, { en: 'This survey is anonymous: records are not shown.' })
  expect(await screen.findByText('This survey is anonymous: records are not shown.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save the table as shown' })).toBeNull()
})
