import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'

afterEach(endApp)

function server() {
  const start = startFixture()
  const [first] = start.survey.pages
  const samples = { ...first!, extname: 'customers', title: 'Customers', kind: 'samples' as const }
  return signedInServer(identityFixture(), {
    ...start,
    survey: { ...start.survey, pages: [...start.survey.pages, samples] },
  })
}

describe.each(['ranking', 'alertlist', 'samplelist'])('the page at /%s', (name) => {
  test('shows a filter bar with a chip for each active filter (FILTER-03)', async () => {
    const app = await renderApp(`/${name}/visits/country=SE;channel=_store;other=x~`, server())
    const bar = await screen.findByRole('group', { name: 'Active filters' })
    const removers = await within(bar).findAllByRole('button', { name: /^Remove / })
    expect(removers.map((button) => button.parentElement?.textContent)).toEqual([
      'Channel: not Store',
      'other: contains x',
    ])
    await userEvent.click(removers[0]!)
    await waitFor(() => expect(app.address()).toBe(`/${name}/visits/country=SE;other=x~`))
  })
})

test('the slash key puts the keyboard into the search box', async () => {
  await renderApp('/ranking/visits/root', server())
  const box = await screen.findByRole('combobox', { name: 'Search' })
  await userEvent.keyboard('/')
  expect(box).toHaveFocus()
  expect(box).toHaveValue('')
})

test('the filters stand in a drawer on a narrow window, and what is chosen there is applied', async () => {
  const app = await renderApp('/ranking/visits/root', server(), { width: 800 })
  await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await userEvent.click(await drawer.findByRole('combobox', { name: 'Channel' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Store' }))
  await waitFor(() => expect(app.address()).toBe('/ranking/visits/channel=store'))
})

test('a page of nothing but the overview of all shows no period, filters or alerts, for its figures follow none', async () => {
  const filtered = '/page/overview/visits/channel=store'
  const world = component('global-overview', { id: 'world' })
  const head = () => screen.findByRole('navigation', { name: 'Drill path' })
  const serveOn = (overview: Parameters<typeof startWith>[0]['overview']) =>
    renderApp(filtered, signedInServer(identityFixture(), startWith({ overview })), { width: 800 })
  await serveOn([world])
  expect(within(await head()).queryByRole('button', { name: /^[^:]+: / })).toBeNull()
  expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull()
  expect(screen.queryByRole('link', { name: /open alerts? here/ })).toBeNull()
  endApp()
  await serveOn([world, component('ranking-table', { id: 'units', columns: ['csi'] })])
  expect(await within(await head()).findByRole('button', { name: /^[^:]+: / })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Filters, 1 active' })).toBeVisible()
  expect(await screen.findByRole('link', { name: /open alerts? here/ })).toBeVisible()
})

describe('the head of a survey', () => {
  const served = (change: Partial<ReturnType<typeof startFixture>['survey']>) => {
    const start = startFixture()
    return signedInServer(identityFixture(), { ...start, survey: { ...start.survey, ...change } })
  }
  const period = (bar: HTMLElement) => within(bar).queryByRole('button', { name: /^[^:]+: / })

  test('whose answers have no dates tells no period, but for one that the address has', async () => {
    const app = await renderApp('/ranking/visits/root', served({ isDated: false }))
    const bar = await screen.findByRole('navigation', { name: 'Drill path' })
    expect(await screen.findByRole('combobox', { name: 'Search' })).toBeVisible()
    expect(period(bar)).toBeNull()
    app.go('/ranking/visits/date=last_1m')
    await waitFor(() => expect(period(screen.getByRole('navigation', { name: 'Drill path' }))).toBeVisible())
  })

  test('without units has no path and no search for a place, only the period', async () => {
    await renderApp('/ranking/visits/root', served({ views: [] }))
    const bar = await screen.findByRole('navigation', { name: 'Drill path' })
    expect(period(bar)).toBeVisible()
    expect(within(bar).queryByRole('list')).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull()
  })

  test('with neither has no bar', async () => {
    await renderApp('/ranking/visits/root', served({ views: [], isDated: false }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Ranking' })).toBeInTheDocument()
    expect(screen.queryByRole('navigation', { name: 'Drill path' })).toBeNull()
  })
})
