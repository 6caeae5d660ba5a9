import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { Suspense, useMemo } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { getSurveyStart, savePreference } from '@gensvar/contract/surveys'
import { ApiError } from '#web/lib/api-error.ts'
import { startI18n } from '#web/lib/i18n.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { sessionStore } from '#web/lib/session-store.ts'
import { startFixture } from '#web/testing/fixtures.ts'
import { endApp, useScheme } from '#web/testing/render-app.tsx'
import { render } from '#web/testing/render.tsx'
import { serve, startServing } from '#web/testing/serve.ts'
import { standardAccent } from '../accent.ts'
import { buildTheme, resolveVariables } from '../theme.ts'
import { Empty, NoAccess } from '../states/states.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { useList } from './use-list.ts'
import type { ListAnswer, ListQuery } from './use-list.ts'

interface Person {
  id: number
  name: string
  team: string
  score: number
  /** False for a person whose page the reader may not open. */
  open: boolean
}

const teams = ['North', 'South', '=East']
const people = Array.from({ length: 120 }, (_, at): Person => ({
  id: at + 1,
  name: `Person ${at + 1}`,
  team: teams[at % 3]!,
  score: 60 - at,
  open: at !== 2,
}))

/** A server of people: sorts by score or name, searches names, and gives the rows asked for. */
function peopleServer(all = people) {
  return vi.fn(async ({ rowFrom, rowTo, sortVar, sortDesc, filter }: ListQuery): Promise<ListAnswer<Person>> => {
    if (sortVar !== undefined && sortVar !== 'score' && sortVar !== 'name')
      throw new ApiError('validation', '', { fields: { sortVar: 'unknown' } })
    const found = all.filter((one) => one.name.includes(String(filter ?? '')))
    const rows = sortVar === 'score' && sortDesc === 'false' ? found.toReversed() : found
    return { rows: rows.slice(Number(rowFrom), Number(rowTo)), total: found.length }
  })
}

interface Options {
  load?: (query: ListQuery) => Promise<ListAnswer<Person>>
  isPaged?: boolean
  refusal?: boolean
  total?: boolean
  width?: number
  href?: string
  preferences?: Record<string, unknown>
}

const order = { by: 'score', desc: true }
const everybody: Person = { id: 0, name: '', team: '', score: 33, open: true }

function People({ load = peopleServer(), isPaged = true, refusal, total }: Options) {
  const list = useList({ key: ['people'], load, isPaged })
  const columns = useMemo(
    (): Column<Person>[] => [
      { id: 'name', title: 'Name', naming: true, sortBy: 'name', text: (row) => row.name, cell: (row) => row.name },
      { id: 'team', title: 'Team', text: (row) => row.team, cell: (row) => row.team },
      {
        id: 'score',
        title: 'Score',
        help: 'Of a hundred',
        align: 'right',
        sortBy: 'score',
        descFirst: true,
        text: (row) => String(row.score),
        fileCell: (row) => ({ figure: String(row.score) }),
        cell: (row) => row.score,
      },
      { id: 'id', title: 'Number', extra: true, text: (row) => `#${row.id}`, cell: (row) => `#${row.id}` },
    ],
    [],
  )
  return (
    <DataTable
      id="people"
      title="People: all"
      list={list}
      columns={columns}
      ownOrder={order}
      total={total === true ? everybody : null}
      empty={<Empty title="Nobody yet" />}
      refusal={refusal === true ? <NoAccess>Not for you</NoAccess> : undefined}
      keyOf={(row) => row.id}
      hrefOf={(row) => (row.open ? `/person/${row.id}` : null)}
      lockOf={(row) => (row.open ? null : 'This page is closed')}
    />
  )
}

let stopServing = () => {}
afterEach(() => {
  stopServing()
  useScheme('light')
  vi.restoreAllMocks()
  endApp()
})

async function open({ width = 1440, href = '/list', preferences = {}, ...options }: Options = {}) {
  await page.viewport(width, 900)
  await startI18n('en')
  sessionStore.set({ survey: 'visits' })
  const { calls, stop } = startServing([
    serve(getSurveyStart, startFixture({ preferences })),
    serve(savePreference, { ok: true }),
  ])
  stopServing = stop
  const root = createRootRoute({ component: () => <People {...options} />, notFoundComponent: () => null })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [href] }) })
  render(
    <MantineProvider theme={buildTheme(standardAccent)} cssVariablesResolver={resolveVariables}>
      <QueryClientProvider client={createQueryClient(() => {})}>
        <Suspense fallback="Waiting">
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return {
    calls,
    address: () => router.state.location.href,
    go: (to: string) => router.history.push(to),
    back: () => router.history.back(),
  }
}

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')!
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const searchBox = () => screen.getByRole('textbox', { name: 'Filter the table' })

describe('a list in pages', () => {
  test('asks for the page of the address and goes to another one', async () => {
    const load = peopleServer()
    const app = await open({ load, href: '/list?page=1' })
    expect(await screen.findByText('51–100 of 120')).toBeVisible()
    expect(load.mock.lastCall?.[0]).toMatchObject({ rowFrom: 50, rowTo: 100 })
    expect(names()[0]).toBe('Person 51')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await rowOf('Person 101')
    expect(app.address()).toBe('/list?page=2')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
    await waitFor(() => expect(load.mock.lastCall?.[0]).toMatchObject({ rowFrom: 0, rowTo: 25 }))
    expect(app.address()).toBe('/list')
    expect(app.calls.findLast((call) => call.route === 'savePreference')?.params['key']).toBe('table.rows')
  })

  test('is searched by the server, from the first page on', async () => {
    const load = peopleServer()
    const app = await open({ load, href: '/list?page=1' })
    await rowOf('Person 51')
    await userEvent.type(searchBox(), 'Person 11')
    expect(screen.getByRole('status')).toHaveTextContent('Searching…')
    expect(await screen.findByText('11 rows')).toBeVisible()
    expect(app.address()).toBe('/list')
    expect(load.mock.lastCall?.[0]).toMatchObject({ rowFrom: 0, filter: 'Person 11' })
  })

  test('keeps its filter for the way back from a row, also on another page', async () => {
    const load = peopleServer()
    const app = await open({ load })
    await rowOf('Person 1')
    await userEvent.type(searchBox(), 'Person')
    await waitFor(() => expect(load.mock.lastCall?.[0]).toMatchObject({ filter: 'Person' }))
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(load.mock.lastCall?.[0]).toMatchObject({ rowFrom: 50, filter: 'Person' }))
    expect(searchBox()).toHaveValue('Person')
    app.go('/person/51')
    await waitFor(() => expect(searchBox()).toHaveValue(''))
    app.back()
    await waitFor(() => expect(searchBox()).toHaveValue('Person'))
    expect(app.address()).toBe('/list?page=1')
  })

  test('says of its total that it does not follow the filter', async () => {
    await open({ total: true })
    expect(await screen.findByRole('rowheader', { name: 'Total' })).toBeVisible()
    await userEvent.type(searchBox(), 'Person 11')
    expect(await screen.findByRole('rowheader', { name: 'Total of all rows' })).toBeVisible()
  })

  test('is sorted by the server: by names from the first, by figures from the greatest', async () => {
    const load = peopleServer()
    const app = await open({ load })
    expect(await screen.findByRole('columnheader', { name: /Score/ })).toHaveAttribute('aria-sort', 'descending')
    expect(load.mock.lastCall?.[0].sortVar).toBeUndefined()
    expect(screen.queryByRole('button', { name: 'Team' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(app.address()).toBe('/list?sortBy=name&sortDesc=false')
    await userEvent.click(screen.getByRole('button', { name: 'Score' }))
    await userEvent.click(screen.getByRole('button', { name: 'Score' }))
    await rowOf('Person 120')
    expect(load.mock.lastCall?.[0]).toMatchObject({ sortVar: 'score', sortDesc: 'false' })
    expect(screen.getByRole('columnheader', { name: /Score/ })).toHaveAttribute('aria-sort', 'ascending')
  })

  test('begins with its first page again, however it is sorted, searched or cut into pages', async () => {
    const load = peopleServer()
    const app = await open({ load, href: '/list?page=2' })
    await rowOf('Person 101')
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(load.mock.lastCall?.[0]).toMatchObject({ rowFrom: 0, sortVar: 'name' }))
    expect(app.address()).toBe('/list?sortBy=name&sortDesc=false')
    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(app.address()).toContain('page=1'))
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(app.address()).toBe('/list?sortBy=name&sortDesc=true'))
    // A search that is cleared again leads to the first page too, not to the one before the search.
    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(app.address()).toContain('page=1'))
    await userEvent.type(searchBox(), 'x')
    await waitFor(() => expect(app.address()).not.toContain('page='))
    await userEvent.clear(searchBox())
    expect(await screen.findByText('1–50 of 120')).toBeVisible()
    expect(app.address()).not.toContain('page=')
  })

  test('leaves out a column of the address that it does not have', async () => {
    const load = peopleServer()
    await open({ load, href: '/list?sortBy=gone&sortDesc=false' })
    await rowOf('Person 1')
    expect(load.mock.calls.map(([query]) => query.sortVar)).toEqual(['gone', undefined])
  })

  test('is saved with the rows of all pages, as they are sorted and searched', async () => {
    const files: { name: string; blob: Blob }[] = []
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob) - 1}`)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, blob: blobs[Number(this.href.slice(5))]! })
    })
    await open({ href: '/list?sortBy=score&sortDesc=false&page=1', total: true })
    await rowOf('Person 70')
    await userEvent.click(screen.getByRole('button', { name: 'Save the table as shown (CSV)' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]?.name).toBe('People all.csv')
    const lines = (await files[0]!.blob.text()).split('\r\n')
    expect(lines).toHaveLength(123)
    expect(lines[0]).toBe('Name,Team,Score')
    expect(lines[1]).toBe("Person 120,'=East,-59")
    expect(lines.at(-2)).toBe('Total,,33')
  })
})

describe('a list shown as a whole', () => {
  test('is searched in the browser', async () => {
    const load = peopleServer()
    await open({ load, isPaged: false })
    await rowOf('Person 1')
    expect(screen.queryByRole('navigation')).toBeNull()
    await userEvent.type(searchBox(), 'PERSON 11')
    expect(await screen.findByText('11 of 120 rows')).toBeVisible()
    expect(load).toHaveBeenCalledTimes(1)
    await userEvent.type(searchBox(), 'x')
    await userEvent.click((await screen.findAllByRole('button', { name: 'Clear the text' })).at(-1)!)
    await rowOf('Person 1')
  })

  test('is paged and searched by the server where not all rows fit', async () => {
    const many = Array.from({ length: 1200 }, (_, at) => ({ ...people[0]!, id: at, name: `Person ${at}` }))
    const load = peopleServer(many)
    await open({ load, isPaged: false })
    expect(await screen.findByRole('navigation')).toBeVisible()
    await waitFor(() => expect(load.mock.lastCall?.[0]).toMatchObject({ rowFrom: 0, rowTo: 50 }))
    await userEvent.type(searchBox(), 'Person 1199')
    await rowOf('Person 1199')
    expect(load.mock.lastCall?.[0]).toMatchObject({ filter: 'Person 1199', rowFrom: 0, rowTo: 50 })
  })

  test('draws the rows in view, and all of them on paper', async () => {
    await open({ isPaged: false })
    await rowOf('Person 1')
    const drawn = () => document.querySelectorAll('tbody tr[data-index]').length
    expect(drawn()).toBeLessThan(60)
    window.dispatchEvent(new Event('beforeprint'))
    expect(drawn()).toBe(120)
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(drawn()).toBeLessThan(60))
  })
})

describe('rows', () => {
  test('are links; a click beside the name does the same', async () => {
    const app = await open()
    expect(within(await rowOf('Person 1')).getByRole('link')).toHaveAttribute('href', '/person/1')
    await userEvent.click(within(await rowOf('Person 2')).getByText('South'))
    expect(app.address()).toBe('/person/2')
  })

  test('that may not be opened say why', async () => {
    const app = await open()
    const locked = (await screen.findByRole('rowheader', { name: /^Person 3 ?This page is closed/ })).closest('tr')!
    expect(within(locked).queryByRole('link')).toBeNull()
    await userEvent.click(within(locked).getByText('=East'))
    expect(app.address()).toBe('/list')
  })

  test('are reached with the arrow keys, one being a stop of the Tab key', async () => {
    await open()
    within(await rowOf('Person 1'))
      .getByRole('link')
      .focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(within(await rowOf('Person 4')).getByRole('link')).toHaveFocus()
    await userEvent.keyboard('{End}{Enter}')
    expect(document.querySelectorAll('tbody [data-stop][tabindex="0"]')).toHaveLength(1)
  })

  test('unfold on a narrow screen what there is no room for', async () => {
    await open({ width: 390 })
    const first = await rowOf('Person 1')
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Score'])
    await userEvent.click(within(first).getByRole('button', { name: 'All columns of Person 1' }))
    expect(await screen.findByRole('term')).toHaveTextContent('Team')
    expect(screen.getByRole('definition')).toHaveTextContent('North')
  })
})

describe('columns', () => {
  test('can be chosen, but for those that name a row; the choice is remembered', async () => {
    const app = await open({ preferences: { 'columns.people': { shown: ['id'], hidden: ['team'] } } })
    await rowOf('Person 1')
    const headings = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent)
    expect(headings()).toEqual(['Name', 'Score', 'Number'])
    await userEvent.click(screen.getByRole('button', { name: 'Choose columns' }))
    expect((await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)).toEqual([
      'Team',
      'Score',
      'Number',
    ])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Team' }))
    await waitFor(() => expect(headings()).toEqual(['Name', 'Team', 'Score', 'Number']))
    expect(app.calls.find((call) => call.route === 'savePreference')?.body).toEqual({
      value: { shown: ['id'], hidden: [] },
    })
  })
})

describe('states', () => {
  test('an empty list says what there is none of', async () => {
    await open({ load: peopleServer([]) })
    expect(await screen.findByText('Nobody yet')).toBeVisible()
  })

  test('a failed list can be asked for again', async () => {
    let fails = true
    const load = peopleServer()
    await open({
      load: (query) => (fails ? Promise.reject(new ApiError('internal', '')) : load(query)),
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByRole('button', { name: 'Choose columns' })).toBeNull()
    fails = false
    await userEvent.click(again)
    await rowOf('Person 1')
  })

  test('a list the reader may not see has neither rows nor tools', async () => {
    await open({ refusal: true })
    expect(await screen.findByText('Not for you')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
